// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct ZlibTests {
    /// The contents of a document's streams, in order.
    private func streams(_ file: [UInt8], isCompressed: Bool, lengths: [Int]?) throws -> [[UInt8]] {
        let data = Data(file)
        var result: [[UInt8]] = []
        var start = data.startIndex
        while let begin = data.range(of: Data("/Length ".utf8), in: start..<data.endIndex) {
            let digits = data[begin.upperBound...].prefix { 0x30...0x39 ~= $0 }
            let count = try #require(Int(String(decoding: digits, as: UTF8.self)))
            let body = try #require(data.range(of: Data("stream\n".utf8), in: begin.upperBound..<data.endIndex))
            let bytes = Array(data[body.upperBound..<body.upperBound + count])
            start = body.upperBound + count
            #expect(data[start...].starts(with: "\nendstream".utf8))
            guard isCompressed, let lengths else {
                result.append(bytes)
                continue
            }
            var unpacked = [UInt8](repeating: 0, count: lengths[result.count])
            let rows = try PNGRows(bytes)
            try rows.read(into: &unpacked, at: 0)
            try rows.finish()
            result.append(unpacked)
        }
        return result
    }

    @Test("Compressed documents have the same content", arguments: 0..<6 as Range<UInt64>)
    func compressedDocumentsHoldTheSame(seed: UInt64) throws {
        let drawing = SyntheticHand.drawing(seed: seed)
        let image = try Bitmap(width: 50, height: 30, color: SRGBColor(rgba: 0x1020_3040))
        let background = Background(color: .white, image: seed % 2 == 0 ? image : nil)
        let plain = try PDFExporter.bytes(drawing, background: background)
        let packed = try PDFExporter.bytes(drawing, background: background, compress: Zlib.compressed)
        let expected = try streams(plain, isCompressed: false, lengths: nil)
        #expect(try streams(packed, isCompressed: true, lengths: expected.map(\.count)) == expected)
        #expect(packed.count * 2 < plain.count)
    }

    @Test("Streams of every size are restored", arguments: [0, 1, 65_535, 65_536, 1_000_000])
    func streamsOfEverySizeComeBack(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...7, using: &random) }
        var unpacked = [UInt8](repeating: 0, count: count)
        let rows = try PNGRows(Zlib.compressed(bytes))
        try rows.read(into: &unpacked, at: 0)
        try rows.finish()
        #expect(unpacked == bytes)
    }
}
