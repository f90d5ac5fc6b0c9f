// SPDX-License-Identifier: MIT
import InkExport
import InkFiles

extension HostileInput {
    /// Reads bytes as a PNG file: as they are, with right checksums, and as the header and the rows of a file that is
    /// whole. What is read writes and reads the same again.
    static func png(_ bytes: [UInt8]) throws {
        for file in [bytes, repaired(bytes), wholeFile(bytes)] {
            guard let image = try? PNGImage(decoding: file, maximumPixels: 1 << 18) else { continue }
            try require(image.rgba.count == 4 * image.width * image.height, "every pixel is there")
            guard image.rgba.count <= 1 << 16 else { continue }
            let again = try? PNGImage(decoding: image.encoded())
            try require(again?.rgba == image.rgba, "what is written is read as it was")
        }
    }

    /// Puts the right checksum behind every chunk.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var (bytes, offset) = (bytes, 8)
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { break }
            let end = offset + 8 + length
            bytes.replaceSubrange(end..<end + 4, with: big(PNGFraming.crc32(Array(bytes[offset + 4..<end]))))
            offset = end + 4
        }
        return bytes
    }

    /// A picture of up to 64 by 64 pixels: the first bytes say how large and of which kind, three how long palette and
    /// transparency are, the rest are rows with their filters.
    private static func wholeFile(_ bytes: [UInt8]) -> [UInt8] {
        var input = InputBytes(bytes)
        let size = [UInt32(input.byte() & 63) + 1, UInt32(input.byte() & 63) + 1]
        let header = size.flatMap(big) + [input.byte(), input.byte(), 0, 0, input.byte() & 1]
        let (colours, alphas) = (Int(input.byte()), Int(input.byte()))
        var file = PNGFraming.signature + chunk("IHDR", header)
        if colours > 0 { file += chunk("PLTE", (0..<3 * colours).map { _ in input.byte() }) }
        if alphas > 0 { file += chunk("tRNS", (0..<alphas).map { _ in input.byte() }) }
        var rows: [UInt8] = []
        while !input.isEmpty { rows.append(input.byte()) }
        return file + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(UInt32(data.count)) + body + big(PNGFraming.crc32(body))
    }

    /// Bytes as zlib (RFC 1950) without compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 1], bytes[...])
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + big(b << 16 | a)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
