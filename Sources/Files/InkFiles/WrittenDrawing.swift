// SPDX-License-Identifier: MIT
import Foundation
import InkStroke

/// A drawing as a file, with a list of the parts that the file does not preserve.
public struct WrittenDrawing: Hashable, Sendable {
    /// The file.
    public let data: Data
    /// The losses: the parts that the format cannot store or that it rounds. Each is described by a sentence without
    /// any number or text of the drawing. Empty if nothing is lost.
    public let losses: [String]

    /// Writes a drawing, reads it back, and finds the differences.
    /// - Parameters:
    ///   - named: The drawing to write. No format stores its name.
    ///   - format: The file's format.
    ///   - rounding: The steps to which the compact form rounds; `nil` to keep every number exactly. Other formats
    ///     ignore the rounding.
    /// - Throws: `.unwritable` if the format cannot represent the drawing, or if the written file could not be read
    ///   again.
    /// - Complexity: O(samples).
    public init(
        _ named: NamedDrawing, as format: DrawingFormat, rounding: PackedStrokes.Rounding? = nil
    ) throws(DrawingFileError) {
        if format == .compact {
            data = Data(PackedStrokes.encode(named.drawing, rounding: rounding))
        } else {
            data = try DrawingFile.data(of: named.drawing, as: format)
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
