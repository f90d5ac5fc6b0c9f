// SPDX-License-Identifier: MIT

/// The header chunk of a PNG file: the size and the pixel format of the image.
struct PNGHeader {
    enum Color: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    /// A pass of an interlaced file, or the whole image.
    struct Pass {
        var x: Int
        var y: Int
        var stepX: Int
        var stepY: Int
        var width: Int
        var height: Int
    }

    let width: Int
    let height: Int
    let depth: Int
    let color: Color
    let isInterlaced: Bool

    init(_ data: ArraySlice<UInt8>, maximumPixels: Int, maximumSide: Int) throws(PNGError) {
        let bytes = Array(data)
        guard bytes.count == 13 else { throw .invalidHeader }
        width = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        height = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
        depth = Int(bytes[8])
        let limit = 1...Int(Int32.max)
        guard let color = Color(rawValue: bytes[9]), color.depths.contains(depth), limit ~= width, limit ~= height,
            bytes[10] == 0, bytes[11] == 0, bytes[12] <= 1
        else { throw .invalidHeader }
        self.color = color
        isInterlaced = bytes[12] == 1
        guard max(width, height) <= maximumSide else { throw .tooLong(maximumSide: maximumSide) }
        guard height <= maximumPixels / width else { throw .tooLarge(maximumPixels: maximumPixels) }
    }

    var bitsPerPixel: Int { color.channels * depth }

    /// The passes in the order of the file without empty ones: one, or up to seven for Adam7.
    var passes: [Pass] {
        guard isInterlaced else {
            return [Pass(x: 0, y: 0, stepX: 1, stepY: 1, width: width, height: height)]
        }
        let grid = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return grid.map { x, y, stepX, stepY in
            Pass(
                x: x, y: y, stepX: stepX, stepY: stepY,
                width: (width - x + stepX - 1) / stepX, height: (height - y + stepY - 1) / stepY)
        }.filter { $0.width > 0 && $0.height > 0 }
    }

    /// Returns the number of bytes in a row of a pass, without the filter byte.
    func stride(_ pass: Pass) -> Int { (pass.width * bitsPerPixel + 7) / 8 }

    /// The number of bytes of all passes, including the filter bytes.
    var filteredCount: Int { passes.reduce(0) { $0 + (stride($1) + 1) * $1.height } }
}
