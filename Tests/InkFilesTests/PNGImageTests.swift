// SPDX-License-Identifier: MIT
import InkExport
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct PNGImageTests {
    @Test("Written files are read back", arguments: 0..<20 as Range<UInt64>)
    func ownFilesComeBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let width = Int.random(in: 1...90, using: &random)
        let height = Int.random(in: 1...90, using: &random)
        let rgba = (0..<4 * width * height).map { i in
            i / 200 % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : UInt8(truncatingIfNeeded: i / 4)
        }
        let image = try PNGImage(
            width: width, height: height, rgba: rgba, pixelsPerMetre: seed % 2 == 0 ? nil : 11_811)
        #expect(try PNGImage(decoding: image.encoded()) == image)
    }

    struct Kind: CustomStringConvertible, Sendable {
        var colorType: UInt8
        var depth: Int
        var isInterlaced: Bool
        var description: String { "colour type \(colorType), \(depth) bit\(isInterlaced ? ", interlaced" : "")" }

        static let all = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])]
            .flatMap { type, depths in
                depths.flatMap { depth in
                    [false, true].map { Kind(colorType: UInt8(type), depth: depth, isInterlaced: $0) }
                }
            }
    }

    /// A picture of every kind, its pixels computed from the specification's text.
    private func picture(
        _ kind: Kind, width: Int, height: Int, isKeyed: Bool, _ random: inout SplitMix64
    ) -> (PlainPNG, [UInt8]) {
        let full = 1 << kind.depth - 1
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind.colorType]!
        let colors = kind.colorType == 3 ? Int.random(in: 1...full + 1, using: &random) : 0
        let values = (0..<width * height).map { _ in
            (0..<channels).map { _ in Int.random(in: 0...(colors > 0 ? colors - 1 : full), using: &random) }
        }
        var file = PlainPNG(
            width: width, height: height, depth: kind.depth, colorType: kind.colorType,
            isInterlaced: kind.isInterlaced, filters: [0, 1, 2, 3, 4].shuffled(using: &random), values: values)
        let palette = (0..<3 * colors).map { _ in UInt8.random(in: 0...255, using: &random) }
        if colors > 0 { file.extras.append(("PLTE", palette)) }
        let key = values.randomElement(using: &random)!
        let alphas = (0..<(colors + 1) / 2).map { _ in UInt8.random(in: 0...255, using: &random) }
        if isKeyed && colors > 0 { file.extras.append(("tRNS", alphas)) }
        if isKeyed && (kind.colorType == 0 || kind.colorType == 2) {
            file.extras.append(("tRNS", key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
        }
        let rgba = values.flatMap { pixel -> [UInt8] in
            let bytes = pixel.map { UInt8((Double($0) * 255 / Double(full)).rounded()) }
            let opacity: UInt8 = isKeyed && pixel == key ? 0 : 255
            switch kind.colorType {
            case 0: return [bytes[0], bytes[0], bytes[0], opacity]
            case 2: return bytes + [opacity]
            case 3:
                let alpha = isKeyed && pixel[0] < alphas.count ? alphas[pixel[0]] : 255
                return palette[3 * pixel[0]..<3 * pixel[0] + 3] + [alpha]
            case 4: return [bytes[0], bytes[0], bytes[0], bytes[1]]
            default: return bytes
            }
        }
        return (file, rgba)
    }

    @Test("Every standard kind of pixel is read", arguments: Kind.all)
    func everyStandardKindIsRead(kind: Kind) throws {
        var random = SplitMix64(seed: 11)
        for (width, height) in [(1, 1), (2, 5), (5, 2), (8, 8), (9, 17), (33, 3)] {
            for isKeyed in [false, true] {
                let (file, rgba) = picture(kind, width: width, height: height, isKeyed: isKeyed, &random)
                let image = try PNGImage(decoding: file.file())
                #expect(image.width == width && image.height == height)
                #expect(image.rgba == rgba, "\(width) × \(height), keyed: \(isKeyed)")
            }
        }
    }

    private var tiny: PlainPNG { PlainPNG(width: 2, height: 1, depth: 8, colorType: 0, values: [[7], [9]]) }

    @Test("Resolutions are read and unknown chunks are ignored if optional")
    func resolutionAndUnknownChunksAreUnderstood() throws {
        var file = tiny
        file.extras = [("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]), ("tEXt", Array("a\u{0}b".utf8)), ("zzZz", [])]
        #expect(try PNGImage(decoding: file.file()).pixelsPerMetre == 2835)
        file.extras = [("pHYs", [0, 0, 11, 19, 0, 0, 11, 20, 1])]
        #expect(try PNGImage(decoding: file.file()).pixelsPerMetre == nil)
        file.extras = [("ZZZZ", [])]
        #expect(throws: PNGError.invalidChunk(offset: 33)) { try PNGImage(decoding: file.file()) }
    }

    @Test(
        "Chunks whose type is not four letters are refused",
        arguments: [
            [0xC9, 0x44, 0x41, 0x54], [0xE9, 0x44, 0x41, 0x54], [0x7A, 0x5A, 0x5A, 0xFF], [0x31, 0x44, 0x41, 0x54],
            [0x7B, 0x5A, 0x5A, 0x5A], [0x7A, 0x60, 0x5A, 0x5A], [0x7A, 0x5A, 0x40, 0x5A],
        ] as [[UInt8]])
    func typesAreLetters(type: [UInt8]) throws {
        let head = PlainPNG.signature + tiny.head()
        let pixels = PlainPNG.chunk("IDAT", PlainPNG.zlib(tiny.rows())) + PlainPNG.chunk("IEND", [])
        #expect(try PNGImage(decoding: head + PlainPNG.chunk("zZZZ", []) + pixels).width == 2)
        #expect(throws: PNGError.invalidChunk(offset: 33)) {
            try PNGImage(decoding: head + PlainPNG.chunk(type, []) + pixels)
        }
    }

    @Test("Split pixel data is joined") func splitPixelDataIsJoined() throws {
        let data = PlainPNG.zlib(tiny.rows())
        let parts = [[], Array(data[..<3]), Array(data[3...])].flatMap { PlainPNG.chunk("IDAT", $0) }
        let start = PlainPNG.signature + tiny.head()
        #expect(try PNGImage(decoding: start + parts + PlainPNG.chunk("IEND", [])).rgba[0] == 7)
        let torn =
            start + PlainPNG.chunk("IDAT", Array(data[..<3])) + PlainPNG.chunk("tIME", [])
            + PlainPNG.chunk("IDAT", Array(data[3...]))
        #expect(throws: PNGError.invalidChunk(offset: 33 + 15 + 12)) {
            try PNGImage(decoding: torn + PlainPNG.chunk("IEND", []))
        }
    }

    @Test("Damaged files give specific errors") func damageIsNamed() throws {
        let file = tiny.file()
        for count in 0..<file.count {
            #expect(throws: count < 8 ? PNGError.notPNG : .truncated) {
                try PNGImage(decoding: Array(file.prefix(count)))
            }
        }
        var flipped = file
        flipped[20] ^= 1
        #expect(throws: PNGError.invalidChecksum(offset: 8)) { try PNGImage(decoding: flipped) }
        let start = PlainPNG.signature + tiny.head()
        let end = PlainPNG.chunk("IEND", [])
        #expect(throws: PNGError.invalidChunk(offset: 33)) { try PNGImage(decoding: start + end) }
        for rows in [[0, 7], [0, 7, 9, 1], [9, 7, 9], [0, 7, 9] + [UInt8](repeating: 0, count: 100_000)] as [[UInt8]] {
            #expect(throws: PNGError.invalidPixels) {
                try PNGImage(decoding: start + PlainPNG.chunk("IDAT", PlainPNG.zlib(rows)) + end)
            }
        }
        var palette = tiny
        palette.colorType = 3
        #expect(throws: PNGError.invalidChunk(offset: 33)) { try PNGImage(decoding: palette.file()) }
        palette.extras = [("PLTE", [1, 2, 3])]
        #expect(throws: PNGError.invalidPixels) { try PNGImage(decoding: palette.file()) }
    }

    @Test("Headers of huge or invalid images are rejected early")
    func headersThatPromiseTooMuchAreRefusedBeforeAllocation() throws {
        var huge = tiny
        huge.width = 1_000_000
        huge.height = 1_000_000
        let file = PlainPNG.signature + huge.head() + PlainPNG.chunk("IDAT", [1]) + PlainPNG.chunk("IEND", [])
        #expect(throws: PNGError.tooLarge(maximumPixels: 100_000_000)) { try PNGImage(decoding: file) }
        #expect(throws: PNGError.truncated) { try PNGImage(decoding: file, maximumPixels: .max) }
        #expect(throws: PNGError.tooLarge(maximumPixels: 1)) { try PNGImage(decoding: tiny.file(), maximumPixels: 1) }
        for (depth, type) in [(3, 0), (16, 3), (4, 2), (8, 1), (8, 7), (1, 6)] as [(Int, UInt8)] {
            var odd = tiny
            odd.depth = depth
            odd.colorType = type
            let file = PlainPNG.signature + odd.head() + PlainPNG.chunk("IEND", [])
            #expect(throws: PNGError.invalidHeader) { try PNGImage(decoding: file) }
        }
    }

    @Test("Images of the wrong size are rejected") func picturesOfTheWrongSizeAreRefused() {
        for (width, height, count) in [(0, 0, 0), (1, 1, 3), (2, 2, 17), (-1, 1, 4), (.max, .max, 4), (1 << 40, 1, 4)] {
            #expect(throws: PNGError.invalidSize) {
                try PNGImage(width: width, height: height, rgba: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("Mutated files are rejected or read", arguments: 0..<6 as Range<UInt64>)
    func mutatedFilesAreRefusedOrRead(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for kind in Kind.all {
            let (file, _) = picture(kind, width: 9, height: 7, isKeyed: true, &random)
            let other = try PNGImage(width: 3, height: 2, rgba: [UInt8](repeating: 3, count: 24)).encoded()
            for _ in 0..<40 {
                var bytes = mutated(file.file(), splicing: other, &random)
                // Right checksums in three of four files, so that what lies behind them is reached.
                if Int.random(in: 0..<4, using: &random) > 0 { repairChecksums(&bytes) }
                do throws(PNGError) {
                    let image = try PNGImage(decoding: bytes, maximumPixels: 1_000_000)
                    #expect(image.rgba.count == 4 * image.width * image.height)
                } catch {
                    #expect(error != .outOfMemory)
                }
            }
        }
    }

    private func repairChecksums(_ bytes: inout [UInt8]) {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { return }
            let end = offset + 8 + length
            let crc = PNGFraming.crc32(Array(bytes[offset + 4..<end]))
            bytes.replaceSubrange(end..<end + 4, with: PlainPNG.big(crc))
            offset = end + 4
        }
    }
}
