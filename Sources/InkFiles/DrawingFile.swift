// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkStroke

/// Reads and writes drawings in every format InkLock knows.
///
/// ```swift
/// let drawings = try DrawingFile.read(Data(contentsOf: url))
/// try DrawingFile.write(drawings[0].drawing, as: .inklock).write(to: otherURL)
/// ```
public enum DrawingFile {
    /// The bytes a file may have unless the caller says otherwise: 256 MiB.
    public static let maximumBytes = 268_435_456

    /// The drawings in a file, sorted by the bytes of their names, nameless ones first in the file's order.
    ///
    /// Everything in a file is bounded in bytes and read in one pass, whatever the file holds: texts are compared as
    /// bytes, numbers have at most 4,096 bytes, names at most ``NamedDrawing/maximumNameBytes``.
    ///
    /// Memory stays proportional to the file: some thirty times its size while JSON of short rows is read.
    /// - Parameters:
    ///   - data: the file.
    ///   - format: what it is; `nil` to tell from its contents.
    ///   - maximumBytes: what the caller can bear.
    /// - Throws: ``DrawingFileError``. Complexity: O(`data.count`), and sorting the names.
    public static func read(
        _ data: Data, as format: DrawingFormat? = nil, maximumBytes: Int = maximumBytes
    ) throws(DrawingFileError) -> [NamedDrawing] {
        try contents(data, as: format, maximumBytes: maximumBytes).drawings
    }

    /// What a file is. The JSON formats can only be told apart by reading them.
    /// - Throws: ``DrawingFileError``. Complexity: that of ``read(_:as:maximumBytes:)``.
    public static func format(
        of data: Data, maximumBytes: Int = maximumBytes
    ) throws(DrawingFileError) -> DrawingFormat {
        try contents(data, as: nil, maximumBytes: maximumBytes).format
    }

    /// The drawing as a file.
    /// - Throws: `.unwritable` where the format cannot hold it; ``DrawingFormat/rows`` holds none.
    /// - Complexity: O(samples).
    public static func write(_ drawing: Drawing, as format: DrawingFormat) throws(DrawingFileError) -> Data {
        switch format {
        case .inklock: Data(try DrawingJSON.write(drawing))
        case .signaturePad: Data(try SignaturePadJSON.write(drawing))
        case .rows: throw .unwritable(reason: "Plain rows are read only: write InkLock's or signature_pad's JSON.")
        case .inkML: Data(try InkMLWriter.write(drawing))
        case .compact: Data(StrokeCodec.encode(drawing))
        }
    }

    private static func contents(
        _ data: Data, as format: DrawingFormat?, maximumBytes: Int
    ) throws(DrawingFileError) -> (drawings: [NamedDrawing], format: DrawingFormat) {
        guard data.count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
        let bytes = [UInt8](data)
        guard let kind = format ?? sniffed(bytes) else { throw .unknownFormat }
        switch kind {
        case .compact:
            do throws(CodecError) {
                return ([NamedDrawing(drawing: try StrokeCodec.decode(bytes))], .compact)
            } catch {
                throw .compact(error)
            }
        case .inkML: return ([try InkMLReader.read(bytes)], .inkML)
        case .inklock, .signaturePad, .rows:
            let json = try JSONDrawings(bytes, as: format)
            guard !json.drawings.isEmpty else { throw .content(at: .init(), reason: "The file holds no drawing.") }
            return (sorted(json.drawings), json.format ?? kind)
        }
    }

    /// The family a file's first bytes belong to; any of the three JSON formats counts as ``DrawingFormat/rows``.
    private static func sniffed(_ bytes: [UInt8]) -> DrawingFormat? {
        if bytes.starts(with: StrokeCodec.magic) { return .compact }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch bytes[start...].first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"): return .inkML
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .rows
        default: return nil
        }
    }

    private static func sorted(_ drawings: [NamedDrawing]) -> [NamedDrawing] {
        // The file's order breaks ties, so that equal names never change places.
        drawings.enumerated().sorted { a, b in
            let (left, right) = ((a.element.name ?? "").utf8, (b.element.name ?? "").utf8)
            if left.lexicographicallyPrecedes(right) { return true }
            return left.elementsEqual(right) && a.offset < b.offset
        }.map(\.element)
    }
}
