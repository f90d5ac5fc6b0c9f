// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import InkExport

@Suite struct PNGFramingTests {
    @Test("The CRC matches its published check value") func crcMatchesItsPublishedCheckValue() {
        #expect(PNGFraming.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(PNGFraming.crc32([]) == 0)
        #expect(PNGFraming.crc32(Array("IEND".utf8)) == 0xAE42_6082)
    }

    @Test("A file has its chunks in order") func fileHoldsItsChunksInOrder() {
        let file = PNGFraming.file(width: 3, height: 258, compressed: [9, 8, 7], pixelsPerMetre: 2835)
        let expected: [UInt8] =
            PNGFraming.signature
            + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 3, 0, 0, 1, 2, 8, 6, 0, 0, 0]
        #expect(Array(file.prefix(expected.count)) == expected)
        #expect(chunkTypes(file) == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
        let plain = PNGFraming.file(width: 3, height: 258, compressed: [9, 8, 7])
        #expect(chunkTypes(plain) == ["IHDR", "sRGB", "IDAT", "IEND"])
    }

    @Test("Filtered scanlines can be restored", arguments: 0..<20 as Range<UInt64>)
    func scanlinesCanBeUnfiltered(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let width = Int.random(in: 1...300, using: &random)
        let height = Int.random(in: 1...12, using: &random)
        var rgba = [UInt8](repeating: 0, count: 4 * width * height)
        // Ramps, noise and uniform stretches, so that no single filter is always best.
        for i in rgba.indices {
            switch (i / 700 + Int(seed)) % 3 {
            case 0: rgba[i] = UInt8(truncatingIfNeeded: i / 4 * 3)
            case 1: rgba[i] = UInt8.random(in: 0...255, using: &random)
            default: break
            }
        }
        let scanlines = PNGFraming.scanlines(width: width, height: height, rgba: rgba)
        #expect(scanlines.count == height * (4 * width + 1))
        #expect(unfiltered(scanlines, stride: 4 * width) == rgba)
    }

    @Test("Blank rows stay zero and ramps are filtered") func plainRowsStayZeroAndRampsAreFiltered() {
        let blank = PNGFraming.scanlines(width: 50, height: 2, rgba: [UInt8](repeating: 0, count: 400))
        #expect(blank.allSatisfy { $0 == 0 })
        let ramp = PNGFraming.scanlines(width: 64, height: 1, rgba: (0..<256).map { UInt8($0 / 4 * 4) })
        #expect(ramp[0] == 1 && ramp[5...].allSatisfy { $0 == 4 })
    }

    private func chunkTypes(_ file: [UInt8]) -> [String] {
        var types: [String] = []
        var offset = 8
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let body = Array(file[offset + 4..<offset + 8 + length])
            let crc = file[offset + 8 + length..<offset + 12 + length].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(crc == bitwiseCRC(body))
            types.append(String(decoding: body.prefix(4), as: UTF8.self))
            offset += 12 + length
        }
        #expect(offset == file.count)
        return types
    }

    private func bitwiseCRC(_ bytes: [UInt8]) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
        }
        return ~register
    }

    /// The reconstruction functions of the specification, implemented from its text and independent of the encoder.
    private func unfiltered(_ scanlines: [UInt8], stride: Int) -> [UInt8] {
        var output: [UInt8] = []
        var above = [Int](repeating: 0, count: stride)
        var offset = 0
        while offset < scanlines.count {
            var row = [Int](repeating: 0, count: stride)
            for i in 0..<stride {
                let a = i < 4 ? 0 : row[i - 4]
                let b = above[i]
                let c = i < 4 ? 0 : above[i - 4]
                let nearest = [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) }!
                let prediction = [0, a, b, (a + b) / 2, nearest][Int(scanlines[offset])]
                row[i] = (Int(scanlines[offset + 1 + i]) + prediction) % 256
            }
            output += row.map { UInt8($0) }
            above = row
            offset += stride + 1
        }
        return output
    }
}
