// SPDX-License-Identifier: MIT

/// The brightness of a picture in a coarse grid. Each cell is the mean of its pixels, which keeps cost and noise low.
struct LumaGrid {
    /// The number of brightness steps from black to white: Rec. 709 weights in 256ths of 8-bit sRGB values, in 16ths of
    /// a step.
    static var white: Int32 { 255 * 16 }
    /// The longest side of a picture in pixels, which keeps the byte count within 31 bits.
    static var pixelSideLimit: Int32 { 16_384 }

    let width: Int
    let height: Int
    /// The brightness of the cells, 0...``white``, row by row.
    private(set) var values: [Int32]

    /// - Parameters:
    ///   - rgba: The pixels in straight RGBA, row by row. Transparent areas count as white.
    ///   - side: The maximum number of cells along the longer side.
    /// - Returns: `nil` for sides outside 1...``pixelSideLimit`` and for too few bytes.
    /// - Complexity: O(pixels).
    init?(width pixelWidth: Int32, height pixelHeight: Int32, rgba: UnsafeBufferPointer<UInt8>, side: Int) {
        let sides = 1...Self.pixelSideLimit
        guard sides ~= pixelWidth, sides ~= pixelHeight, side > 0 else { return nil }
        let (columns, rows) = (Int(pixelWidth), Int(pixelHeight))
        guard rgba.count >= columns * rows * 4 else { return nil }
        let longer = max(columns, rows)
        width = longer > side ? max(1, columns * side / longer) : columns
        height = longer > side ? max(1, rows * side / longer) : rows
        values = []
        values.reserveCapacity(width * height)
        for y in 0..<height {
            let top = y * rows / height
            let bottom = (y + 1) * rows / height
            for x in 0..<width {
                let left = x * columns / width
                let right = (x + 1) * columns / width
                var sum: UInt64 = 0
                for row in top..<bottom {
                    for pixel in (row * columns + left)..<(row * columns + right) { sum &+= Self.luma(rgba, pixel * 4) }
                }
                // A pixel's luma is in 256ths of a step. Sixteen of them are one step of the grid.
                let count = UInt64((bottom - top) * (right - left)) * 16
                values.append(Int32(truncatingIfNeeded: (sum + count / 2) / count))
            }
        }
    }

    /// Returns the luma of a pixel, 0...255 · 256.
    private static func luma(_ rgba: UnsafeBufferPointer<UInt8>, _ i: Int) -> UInt64 {
        let opaque = 54 * UInt32(rgba[i]) + 183 * UInt32(rgba[i + 1]) + 19 * UInt32(rgba[i + 2])
        let alpha = UInt32(rgba[i + 3])
        return UInt64((opaque * alpha + 255 * 256 * (255 - alpha) + 127) / 255)
    }

    subscript(x: Int, y: Int) -> Int32 { values[y * width + x] }
}
