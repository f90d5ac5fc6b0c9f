// SPDX-License-Identifier: MIT

/// A PNG writer that shares nothing with the one under test: stored deflate blocks, any colour type, depth,
/// interlacing and filter, chunks in any order.
struct PlainPNG {
    var width: Int
    var height: Int
    var depth: Int
    var colorType: UInt8
    var isInterlaced = false
    /// The filter of each row, repeated.
    var filters: [UInt8] = [0]
    /// Whole chunks between the header and the pixels.
    var extras: [(String, [UInt8])] = []
    /// The channels' values of each pixel, row by row.
    var values: [[Int]]

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] { chunk(Array(type.utf8), data) }

    static func chunk(_ type: [UInt8], _ data: [UInt8]) -> [UInt8] {
        let body = type + data
        var register = UInt32.max
        for byte in body {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
        }
        return big(UInt32(data.count)) + body + big(~register)
    }

    static func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let size = UInt16(end - start)
            output += [end == bytes.count ? 1 : 0, UInt8(size & 255), UInt8(size >> 8)]
            output += [UInt8(~size & 255), UInt8(~size >> 8)] + bytes[start..<end]
            start = end
        } while start < bytes.count
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return output + big(b << 16 | a)
    }

    static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    func file() -> [UInt8] {
        let ends = Self.chunk("IDAT", Self.zlib(rows())) + Self.chunk("IEND", [])
        return Self.signature + head() + extras.flatMap { Self.chunk($0.0, $0.1) } + ends
    }

    func head() -> [UInt8] {
        let sides = Self.big(UInt32(width)) + Self.big(UInt32(height))
        return Self.chunk("IHDR", sides + [UInt8(depth), colorType, 0, 0, isInterlaced ? 1 : 0])
    }

    /// The filtered rows of all passes.
    func rows() -> [UInt8] {
        guard isInterlaced else { return pass(Array(0..<width), Array(0..<height)) }
        // The Adam7 pattern as the specification draws it: which pass a pixel of an 8 × 8 tile belongs to.
        let tile = [
            "16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777",
        ].map(Array.init)
        return (1...7).flatMap { number in
            let mark = Character("\(number)")
            let ys = (0..<height).filter { tile[$0 % 8].contains(mark) }
            let xs = (0..<width).filter { x in (0..<8).contains { tile[$0][x % 8] == mark } }
            return pass(xs, ys)
        }
    }

    private func pass(_ xs: [Int], _ ys: [Int]) -> [UInt8] {
        guard !xs.isEmpty else { return [] }
        let pixelBytes = max(1, values[0].count * depth / 8)
        var output: [UInt8] = []
        var above: [UInt8] = []
        for (number, y) in ys.enumerated() {
            var bits: [Int] = []
            for x in xs {
                for value in values[y * width + x] {
                    bits += (0..<depth).map { value >> (depth - 1 - $0) & 1 }
                }
            }
            bits += [Int](repeating: 0, count: (8 - bits.count % 8) % 8)
            let row = stride(from: 0, to: bits.count, by: 8).map { start in
                UInt8(bits[start..<start + 8].reduce(0) { 2 * $0 + $1 })
            }
            if above.isEmpty { above = [UInt8](repeating: 0, count: row.count) }
            let filter = filters[number % filters.count]
            output.append(filter)
            for i in row.indices {
                let a = i < pixelBytes ? 0 : Int(row[i - pixelBytes])
                let b = Int(above[i])
                let c = i < pixelBytes ? 0 : Int(above[i - pixelBytes])
                let nearest = [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) }!
                output.append(row[i] &- UInt8([0, a, b, (a + b) / 2, nearest][Int(filter) % 5]))
            }
            above = row
        }
        return output
    }
}
