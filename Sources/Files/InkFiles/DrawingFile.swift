// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkStroke

/// A namespace for reading and writing drawings in every format that InkLock supports.
///
/// ```swift
/// let drawings = try DrawingFile.read(Data(contentsOf: url))
/// try DrawingFile.data(of: drawings[0].drawing, as: .inklock).write(to: otherURL)
/// ```
public enum DrawingFile {
    /// The default maximum number of bytes of a file: 256 MiB.
    public static let maximumBytes = 268_435_456

    /// Returns the drawings in a file, sorted by the bytes of their names. Drawings without a name come first, in the
    /// file's order.
    ///
    /// A file is read in one pass, and all its parts are bounded: a number has at most 4,096 bytes, and a name at most
    /// ``NamedDrawing/maximumNameBytes``. Texts are compared as bytes.
    ///
    /// Memory is proportional to the size of the file: about thirty times its size for JSON with short rows.
    /// - Parameters:
    ///   - data: The contents of the file.
    ///   - format: The format of the file; `nil` to detect it from the contents.
    ///   - maximumBytes: The maximum number of bytes of the file.
    /// - Throws: ``DrawingFileError``.
    /// - Complexity: O(`data.count`), and sorting the names.
    public static func read(
        _ data: Data, as format: DrawingFormat? = nil, maximumBytes: Int = maximumBytes
    ) throws(DrawingFileError) -> [NamedDrawing] {
        try contents(data, as: format, maximumBytes: maximumBytes).drawings
    }

    /// Returns the format of a file. The JSON formats can be distinguished only by reading the whole file.
    /// - Throws: ``DrawingFileError``.
    /// - Complexity: The same as ``read(_:as:maximumBytes:)``.
    public static func format(
        of data: Data, maximumBytes: Int = maximumBytes
    ) throws(DrawingFileError) -> DrawingFormat {
        try contents(data, as: nil, maximumBytes: maximumBytes).format
    }

    /// Returns the contents of a file with a drawing.
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - format: The format of the file.
    /// - Throws: `.unwritable` if the format cannot represent the drawing; ``DrawingFormat/rows`` cannot represent any.
    /// - Complexity: O(samples).
    public static func data(of drawing: Drawing, as format: DrawingFormat) throws(DrawingFileError) -> Data {
        try checkStarts(drawing, for: format)
        return switch format {
        case .inklock: Data(try DrawingJSON.write(drawing))
        case .signaturePad: Data(try SignaturePadJSON.write(drawing))
        case .rows: throw .unwritable(reason: "Plain rows are read only: write InkLock's or signature_pad's JSON.")
        case .inkML: Data(try InkMLWriter.write(drawing))
        case .compact: Data(PackedStrokes.encode(drawing))
        case .timeSeries2007: Data(try TimeSeriesRecord(.first, [TimeSeries(drawing)]).bytes())
        case .timeSeries2014: Data(try TimeSeriesRecord(.second, [TimeSeries(drawing)]).bytes())
        case .timeSeriesCompact: Data(try CompactTimeSeries.bytes(TimeSeries.compact(drawing)))
        }
    }

    private static func checkStarts(_ drawing: Drawing, for format: DrawingFormat) throws(DrawingFileError) {
        // The compact form corrects what it cannot hold.
        guard format != .compact else { return }
        // Readers of others' formats count starts from the first sample of a stroke, and of the drawing.
        let isOwn = format == .inklock
        let limit = isOwn ? Stroke.startLimit : Stroke.startLimit / 2
        let areNear = drawing.strokes.allSatisfy { stroke in
            abs(stroke.start + (isOwn ? 0 : stroke.points.first?.time ?? 0)) <= limit
        }
        guard areNear else {
            throw .unwritable(reason: "The strokes' starts have to be within ±\(Int(limit)) seconds.")
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
                return ([NamedDrawing(drawing: try PackedStrokes.decode(bytes))], .compact)
            } catch {
                throw .unreadableCompactStrokes(error)
            }
        case .inkML: return ([try InkMLReader.read(bytes)], .inkML)
        case .timeSeries2007, .timeSeries2014: return try Self.record(bytes, as: format)
        case .timeSeriesCompact:
            let series = try CompactTimeSeries.series(bytes, columns: TimeSeries.compactColumns)
            return ([try series.drawing()], .timeSeriesCompact)
        case .inklock, .signaturePad, .rows:
            let json = try JSONDrawings(bytes, as: format)
            guard !json.drawings.isEmpty else {
                throw .invalidContent(at: .init(), reason: "The file holds no drawing.")
            }
            return (sorted(json.drawings), json.format ?? kind)
        }
    }

    private static func record(
        _ bytes: [UInt8], as format: DrawingFormat?
    ) throws(DrawingFileError) -> (drawings: [NamedDrawing], format: DrawingFormat) {
        let record = try TimeSeriesRecord(bytes)
        let found: DrawingFormat = record.edition == .first ? .timeSeries2007 : .timeSeries2014
        guard found == format ?? found else {
            throw .invalidContent(at: .init(), reason: "the record is of another edition: leave it to its contents.")
        }
        guard !record.series.isEmpty else { throw .invalidContent(at: .init(), reason: "The file holds no drawing.") }
        var drawings: [NamedDrawing] = []
        for (i, series) in record.series.enumerated() {
            drawings.append(try series.drawing(number: record.series.count > 1 ? i + 1 : nil))
        }
        return (drawings, found)
    }

    /// Returns the family of formats that a file's first bytes indicate. ``DrawingFormat/rows`` stands for any of the
    /// three JSON formats, ``DrawingFormat/timeSeries2007`` for both editions of the record.
    private static func sniffed(_ bytes: [UInt8]) -> DrawingFormat? {
        if bytes.starts(with: StrokeCodec.magic) { return .compact }
        if bytes.starts(with: TimeSeriesRecord.magic) { return .timeSeries2007 }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch bytes[start...].first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"): return .inkML
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .rows
        default: return nil
        }
    }

    private static func sorted(_ drawings: [NamedDrawing]) -> [NamedDrawing] {
        // The file's order breaks ties, so that the sort is stable.
        drawings.enumerated().sorted { a, b in
            let (left, right) = ((a.element.name ?? "").utf8, (b.element.name ?? "").utf8)
            if left.lexicographicallyPrecedes(right) { return true }
            return left.elementsEqual(right) && a.offset < b.offset
        }.map(\.element)
    }
}
