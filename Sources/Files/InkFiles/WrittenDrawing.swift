// SPDX-License-Identifier: MIT
import Foundation
import InkStroke

/// A drawing as a file, and what the file does not keep of it.
public struct WrittenDrawing: Hashable, Sendable {
    /// The file.
    public let data: Data
    /// The losses: what the format cannot hold or rounds, a sentence each, without any number or text of the drawing.
    /// Empty if everything is kept.
    public let losses: [String]

    /// Writes a drawing and reads it back, and finds the differences.
    /// - Parameters:
    ///   - named: The drawing to write; no format holds its name.
    ///   - format: The file's format.
    ///   - rounding: The unit that the compact form rounds to; `nil` to keep every number. Other formats ignore it.
    /// - Throws: `.unwritable` where the format cannot hold the drawing, or where the file could not be read again.
    /// - Complexity: O(samples).
    public init(
        _ named: NamedDrawing, as format: DrawingFormat, rounding: PackedStrokes.Rounding? = nil
    ) throws(DrawingFileError) {
        if format == .compact {
            data = Data(PackedStrokes.encode(named.drawing, rounding: rounding))
        } else {
            data = try DrawingFile.write(named.drawing, as: format)
        }
        // InkLock's own JSON holds every number exactly.
        var difference = DrawingDifference()
        if format != .inklock {
            let read: [NamedDrawing]
            do throws(DrawingFileError) {
                read = try DrawingFile.read(data, as: format, maximumBytes: .max)
            } catch {
                throw .unwritable(reason: "The format cannot hold this drawing's times or positions.")
            }
            difference.compare(named.drawing, with: read[0].drawing)
        }
        if named.name != nil { difference.lost.insert(.name) }
        losses = difference.sentences
    }
}
