// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkFiles
import InkStroke

extension HostileInput {
    /// Reads bytes as every kind of JSON. What is read is finite and can be written and read again.
    static func json(_ bytes: [UInt8]) throws {
        for format in [nil, .inklock, .signaturePad, .rows] as [DrawingFormat?] { try read(bytes, as: format) }
    }

    /// The same for InkML.
    static func inkML(_ bytes: [UInt8]) throws { try read(bytes, as: .inkML) }

    /// Reads bytes as compact strokes, as they are and behind the right beginning. What is read is rounded once.
    static func strokes(_ bytes: [UInt8]) throws {
        for bytes in [bytes, StrokeCodec.magic + [StrokeCodec.version] + bytes] {
            guard let drawing = try? StrokeCodec.decode(bytes) else { continue }
            let count = drawing.strokes.reduce(0) { $0 + $1.points.count }
            try require(count * 3 <= bytes.count, "no more points than the bytes can hold")
            let written = StrokeCodec.encode(drawing)
            guard let again = try? StrokeCodec.decode(written) else {
                throw BrokenPromiseError("what is written can be read")
            }
            try require(StrokeCodec.encode(again) == written, "rounding happens once")
            try read(bytes, as: .compact)
        }
        // Version 2 ends with a checksum, which no mutation has.
        let head = StrokeCodec.magic + [PackedStrokes.version]
        for body in [bytes, Array(bytes.dropLast(4)), head + bytes] {
            let bytes = body + checksum(body)
            guard let drawing = try? PackedStrokes.decode(bytes) else { continue }
            try require(drawing.pointCount <= 2 * bytes.count, "a byte gives at most two samples")
            let written = PackedStrokes.encode(drawing)
            guard let again = try? PackedStrokes.decode(written) else {
                throw BrokenPromiseError("what is written can be read")
            }
            try require(again == drawing, "every number is kept")
        }
    }

    /// Returns the CRC-32 at the end of packed strokes.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32($0))) }
    }

    /// Reads bytes as records of ISO/IEC 19794-7, as they are and behind the beginning of each edition, and as samples
    /// of its compact format. What is read is written again, with every channel.
    static func timeSeries(_ bytes: [UInt8]) throws {
        for bytes in [bytes, Array("SDI\0 10\0".utf8) + bytes, Array("SDI\u{0}020\0".utf8) + bytes] {
            guard let record = try? TimeSeriesRecord(bytes) else { continue }
            let written = try record.bytes()
            try require(written.count <= bytes.count, "no more values than the bytes hold")
            try require(try TimeSeriesRecord(written) == record, "every channel is kept")
            try read(bytes, as: nil)
        }
        guard let series = try? CompactTimeSeries.series(bytes, columns: TimeSeries.compactColumns) else { return }
        try require(try CompactTimeSeries.bytes(series) == bytes, "every value is kept")
        try read(bytes, as: .timeSeriesCompact)
    }

    /// Unpacks bytes as a gzip file, as they are and behind a member's head.
    static func gzip(_ bytes: [UInt8]) throws {
        let limit = 1 << 20
        for bytes in [bytes, [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes] {
            guard let unpacked = try? Gzip.decompressed(bytes, limit: limit) else { continue }
            try require(unpacked.count <= limit, "no more comes out than the limit")
        }
    }

    private static func read(_ bytes: [UInt8], as format: DrawingFormat?) throws {
        guard let drawings = try? DrawingFile.read(Data(bytes), as: format) else { return }
        for named in drawings {
            let drawing = named.drawing
            for stroke in drawing.strokes {
                try require(abs(stroke.start) <= Stroke.startLimit, "a stroke begins at some time")
                for point in stroke.points { try require(point.position.isFinite && point.time.isFinite) }
            }
            for format in DrawingFormat.allCases where format != .rows {
                guard let written = try? DrawingFile.data(of: drawing, as: format) else { continue }
                guard let again = try? DrawingFile.read(written, as: format) else {
                    throw BrokenPromiseError("what is written as \(format) can be read")
                }
                // A stroke without samples has no ink, and InkML leaves it out.
                let counts = (again.first?.drawing ?? Drawing()).strokes.map(\.points.count).filter { $0 > 0 }
                let expected = drawing.strokes.map(\.points.count).filter { $0 > 0 }
                try require(counts == expected, "\(format) keeps every sample")
            }
        }
    }
}
