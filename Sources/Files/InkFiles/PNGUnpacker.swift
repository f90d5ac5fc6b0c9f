// SPDX-License-Identifier: MIT
import InkStroke

/// Turns the packed values of one pixel into sRGB bytes, whatever the colour type and depth.
struct PNGUnpacker {
    private let color: PNGHeader.Color
    private let depth: Int
    private let palette: [SRGBColor]
    /// The one grey or colour that is transparent, at full depth.
    private let transparent: [Int]?

    init(_ chunks: PNGChunks) {
        color = chunks.header.color
        depth = chunks.header.depth
        let transparency = chunks.transparency ?? []
        let colors = chunks.palette
        palette = (0..<colors.count / 3).map {
            SRGBColor(
                red: colors[3 * $0], green: colors[3 * $0 + 1], blue: colors[3 * $0 + 2],
                alpha: $0 < transparency.count ? transparency[$0] : 255)
        }
        guard color != .palette && !transparency.isEmpty else {
            transparent = nil
            return
        }
        transparent = stride(from: 0, to: transparency.count, by: 2).map {
            Int(transparency[$0]) << 8 | Int(transparency[$0 + 1])
        }
    }

    /// Pixel `x` of the row that begins at `start`.
    func pixel(_ x: Int, of rows: [UInt8], at start: Int) throws(PNGError) -> SRGBColor {
        switch color {
        case .palette:
            let index = value(x, of: rows, at: start)
            guard index < palette.count else { throw .invalidPixels }
            return palette[index]
        case .grey:
            let grey = value(x, of: rows, at: start)
            let byte = eightBits(grey)
            return SRGBColor(red: byte, green: byte, blue: byte, alpha: transparent?[0] == grey ? 0 : 255)
        case .greyAlpha:
            let byte = eightBits(value(2 * x, of: rows, at: start))
            let alpha = eightBits(value(2 * x + 1, of: rows, at: start))
            return SRGBColor(red: byte, green: byte, blue: byte, alpha: alpha)
        case .rgb:
            let red = value(3 * x, of: rows, at: start)
            let green = value(3 * x + 1, of: rows, at: start)
            let blue = value(3 * x + 2, of: rows, at: start)
            var isClear = false
            if let transparent { isClear = transparent[0] == red && transparent[1] == green && transparent[2] == blue }
            return SRGBColor(
                red: eightBits(red), green: eightBits(green), blue: eightBits(blue), alpha: isClear ? 0 : 255)
        case .rgba:
            return SRGBColor(
                red: eightBits(value(4 * x, of: rows, at: start)),
                green: eightBits(value(4 * x + 1, of: rows, at: start)),
                blue: eightBits(value(4 * x + 2, of: rows, at: start)),
                alpha: eightBits(value(4 * x + 3, of: rows, at: start)))
        }
    }

    /// The row's value number `index`, 1 to 16 bits wide.
    private func value(_ index: Int, of rows: [UInt8], at start: Int) -> Int {
        switch depth {
        case 8: return Int(rows[start + index])
        case 16: return Int(rows[start + 2 * index]) << 8 | Int(rows[start + 2 * index + 1])
        default:
            let bit = index * depth
            return Int(rows[start + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
        }
    }

    /// The nearest byte to a value of ``depth`` bits.
    private func eightBits(_ value: Int) -> UInt8 {
        let full = 1 << depth - 1
        return UInt8((value * 255 + full / 2) / full)
    }
}
