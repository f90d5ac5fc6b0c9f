// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import Testing

@testable import InkLockService

/// Tests the cost limits of a picture.
@Suite(.blocking) struct RenderLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, width: Int, height: Int) throws {
        let text =
            "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":\(width),\"height\":\(height)},\"strokes\":[]}"
        try folder.write(name, text.utf8)
    }

    @Test("Rendering needs little more memory than one bitmap") func renderingTakesOneBitmapAndLittleMore() throws {
        try write("small.json", width: 1, height: 1)
        try write("large.json", width: 3_000, height: 3_000)
        func peak(_ name: String, _ output: String) throws -> Int {
            let outcome = try InkLockProcess(["render", name, "-o", output], in: folder)
            #expect(outcome.status == 0)
            return outcome.peakMemory
        }
        // A process is asked every few milliseconds. A busy machine may miss the peak of one that ends soon.
        let base = try (0..<3).map { _ in try peak("small.json", "a.png") }.max() ?? 0
        let bitmap = 4 * 3_000 * 3_000
        var large = 0
        for _ in 0..<3 where large <= bitmap { large = try peak("large.json", "b.png") }
        #expect(large > bitmap, "what is measured")
        #expect(large < base + bitmap + 32_000_000, "\(large), \(base)")
        #expect(try PNGImage(decoding: Array(folder.bytes("b.png"))).width == 3_000)
    }

    @Test("An oversized picture is refused before memory is allocated")
    func whatIsTooLargeIsRefusedBeforeMemoryIsTaken() throws {
        try write("huge.json", width: 10_001, height: 10_000)
        let outcome = try InkLockProcess(["render", "huge.json", "-o", "a.png"], in: folder)
        #expect(outcome.status == 64 && outcome.errors.contains("choose a smaller --width, --scale or --dpi"))
        #expect(outcome.peakMemory < 150_000_000)
        #expect(try InkLockProcess(["render", "huge.json", "-o", "a.png", "--scale", "0.01"], in: folder).status == 0)
        let help = try InkLockProcess(["render", "--help"], in: folder)
        #expect(String(decoding: help.output, as: UTF8.self).contains("400 MB"))
    }

    @Test("An oversized picture is refused before its ink is outlined")
    func whatIsTooLargeIsNotOutlined() throws {
        let points = (0..<200_000).map { "[\($0 % 2 * 900),\($0 % 900),\($0)]" }.joined(separator: ",")
        try folder.write("long.json", "[[\(points)]]".utf8)
        let described = try InkLockProcess(["info", "long.json"], in: folder)
        let refused = try InkLockProcess(["render", "long.json", "-o", "a.png", "--scale", "200"], in: folder)
        #expect(described.status == 0 && refused.status == 64)
        #expect(refused.peakMemory < described.peakMemory + 100_000_000, "\(refused.peakMemory)")
    }

    /// Writes strokes of a wide line beside the surface that doubles back at every sample, which takes over a hundred
    /// ribs.
    private func writeReversals(_ name: String, strokes: Int, samples: Int) throws {
        let points = (0..<samples).map { $0 % 2 == 0 ? "[5000,0,0]" : "[5002,0,0]" }.joined(separator: ",")
        let brush = "{\"tip\":\"pen\",\"color\":\"#000000\",\"minimumWidth\":512,\"maximumWidth\":512}"
        let stroke =
            "{\"brush\":\(brush),\"model\":\"midpoint-quadratic\",\"channels\":[\"x\",\"y\",\"time\"],\"points\":[\(points)]}"
        let list = [String](repeating: stroke, count: strokes).joined(separator: ",")
        try folder.write(
            name,
            "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":10,\"height\":10},\"strokes\":[\(list)]}"
                .utf8)
    }

    @Test("Outlines that would take hundreds of megabytes are refused", arguments: ["png", "svg", "pdf"])
    func hostileOutlinesAreRefused(format: String) throws {
        try writeReversals("ink.json", strokes: 1, samples: 250_000)
        let described = try InkLockProcess(["info", "ink.json"], in: folder)
        let refused = try InkLockProcess(["render", "ink.json", "-o", "a.\(format)"], in: folder)
        #expect(described.status == 0 && refused.status == 64 && refused.errors.contains("split the drawing"))
        #expect(refused.peakMemory < described.peakMemory + 500_000_000, "\(refused.peakMemory)")
    }

    /// A dot has no line, and its outline is made last.
    @Test("Crowds of wide dots are refused", arguments: ["svg", "pdf"])
    func crowdsOfDotsAreRefused(format: String) throws {
        try writeReversals("dots.json", strokes: 40_000, samples: 1)
        let described = try InkLockProcess(["info", "dots.json"], in: folder)
        let refused = try InkLockProcess(["render", "dots.json", "-o", "a.\(format)"], in: folder)
        #expect(described.status == 0 && refused.status == 64 && refused.errors.contains("split the drawing"))
        #expect(refused.peakMemory < described.peakMemory + 500_000_000, "\(refused.peakMemory)")
    }

    /// A tall thin picture behind a wide low drawing must not become a picture of both their long sides.
    @Test("Scaling a background needs little memory") func backgroundsAreScaledRowByRow() throws {
        try write("wide.json", width: 20_000, height: 4)
        try folder.write(
            "tall.png", try PNGImage(width: 4, height: 20_000, rgba: [UInt8](repeating: 99, count: 320_000)).encoded())
        let outcome = try InkLockProcess(
            ["render", "wide.json", "-o", "a.png", "--background", "tall.png"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.peakMemory < 150_000_000, "\(outcome.peakMemory)")
    }

    @Test("Backgrounds with too many pixels are refused") func backgroundsOfTooManyPixelsAreRefused() throws {
        try write("ink.json", width: 4, height: 4)
        // A header alone: nothing is unpacked of what is refused.
        let image = try PNGImage(width: 1, height: 1, rgba: [1, 2, 3, 4]).encoded()
        var file = image
        for (i, byte) in [0, 0, 0x20, 0, 0, 0, 0x20, 0].enumerated() { file[16 + i] = UInt8(byte) }
        let checksum = PNGChecksum.crc32(file[12..<29])
        for i in 0..<4 { file[29 + i] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(i))) }
        try folder.write("large.png", file)
        let outcome = try InkLockProcess(
            ["render", "ink.json", "-o", "a.png", "--background", "large.png"], in: folder)
        #expect(outcome.status == 65 && outcome.errors.contains("50000000 pixels"), "\(outcome.errors)")
    }

    /// Rows are in memory besides the pixels, so a long side is refused like too many pixels: before anything is
    /// unpacked.
    @Test("Backgrounds that are too wide are refused") func backgroundsThatAreTooWideAreRefused() throws {
        try write("ink.json", width: 4, height: 4)
        try folder.write(
            "wide.png", try PNGImage(width: 40_000, height: 1, rgba: .init(repeating: 9, count: 160_000)).encoded())
        let outcome = try InkLockProcess(
            ["render", "ink.json", "-o", "a.png", "--background", "wide.png"], in: folder)
        #expect(outcome.status == 65 && outcome.errors.contains("32768 pixels allowed on a side"), "\(outcome.errors)")
    }

    @Test("PDF output is compressed") func documentsAreCompressed() throws {
        let points = (0..<5_000).map { "[\($0 % 997),\($0 % 631),\($0 * 8)]" }.joined(separator: ",")
        try folder.write("ink.json", "[[\(points)]]".utf8)
        #expect(try InkLockProcess(["render", "ink.json", "-o", "ink.pdf"], in: folder).status == 0)
        #expect(try InkLockProcess(["render", "ink.json", "-o", "ink.svg"], in: folder).status == 0)
        let pdf = try folder.bytes("ink.pdf")
        #expect(pdf.range(of: Data("/Filter/FlateDecode".utf8)) != nil)
        #expect(try pdf.count < folder.bytes("ink.svg").count)
    }
}

/// PNG's checksum, bit by bit from its definition.
private enum PNGChecksum {
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
