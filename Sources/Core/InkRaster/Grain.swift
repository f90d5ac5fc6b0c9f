// SPDX-License-Identifier: MIT

/// The paper grain of pencil strokes: a seamlessly repeating tile of opacities.
///
/// Integer hashing generates the tile, so it is the same on every machine. It is laid out in points, so it is the same
/// at every scale. Exports contain this tile too.
public struct Grain: Sendable {
    /// The number of samples along a side of the tile.
    public static var side: Int { 128 }
    /// The number of samples per point.
    public static var samplesPerPoint: Double { 2 }

    /// The opacity of graphite at each sample, 0...255, row by row.
    public let opacities: [UInt8]

    /// Creates the tile, which is always the same.
    ///
    /// - Complexity: O(``side``²), so create it once.
    public init() {
        var opacities: [UInt8] = []
        opacities.reserveCapacity(Self.side * Self.side)
        for y in 0..<UInt32(Self.side) {
            for x in 0..<UInt32(Self.side) {
                // Fibres of two sizes, and dust.
                let n =
                    Self.noise(x, y, cell: 4, salt: 1) * 2 + Self.noise(x, y, cell: 2, salt: 2) * 3
                    + (Self.hash(x, y, 3) & 255) * 3
                let tone = Int32(n / 8) * 5 / 2 - 110
                opacities.append(UInt8(max(72, min(255, tone))))
            }
        }
        self.opacities = opacities
    }

    /// Returns the position in the tile, in samples, of a drawing's origin for a brush's seed.
    public static func offset(seed: UInt32) -> (x: Int, y: Int) {
        guard seed != 0 else { return (0, 0) }
        let h = hash(seed, seed >> 16, 4)
        return (Int(h & 127), Int(h >> 8 & 127))
    }

    /// Returns the opacity, 0...255, at a position in the tile in samples times 256, interpolated linearly.
    @inline(__always) func opacity(x: Int, y: Int) -> UInt32 {
        let mask = Self.side - 1
        let x0 = x >> 8 & mask
        let y0 = (y >> 8 & mask) * Self.side
        let x1 = (x0 + 1) & mask
        let y1 = (y0 + Self.side) & (Self.side * Self.side - 1)
        let fx = UInt32(x & 255)
        let fy = UInt32(y & 255)
        let top = UInt32(opacities[y0 + x0]) * (256 - fx) + UInt32(opacities[y0 + x1]) * fx
        let bottom = UInt32(opacities[y1 + x0]) * (256 - fx) + UInt32(opacities[y1 + x1]) * fx
        return (top * (256 - fy) + bottom * fy + 32768) >> 16
    }

    /// Returns value noise, 0...255, on a lattice of `cell` samples, which must divide the tile.
    private static func noise(_ x: UInt32, _ y: UInt32, cell: UInt32, salt: UInt32) -> UInt32 {
        let count = UInt32(side) / cell
        let x0 = x / cell
        let y0 = y / cell
        let x1 = (x0 + 1) % count
        let y1 = (y0 + 1) % count
        let fx = x % cell
        let fy = y % cell
        let top = (hash(x0, y0, salt) & 255) * (cell - fx) + (hash(x1, y0, salt) & 255) * fx
        let bottom = (hash(x0, y1, salt) & 255) * (cell - fx) + (hash(x1, y1, salt) & 255) * fx
        return (top * (cell - fy) + bottom * fy) / (cell * cell)
    }

    /// Returns a hash of three numbers. The multipliers are odd and otherwise arbitrary.
    private static func hash(_ x: UInt32, _ y: UInt32, _ salt: UInt32) -> UInt32 {
        var h = x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77 ^ salt &* 0xC2B2_AE3D
        h = (h ^ h >> 15) &* 0x2C1B_3C6D
        h = (h ^ h >> 12) &* 0x297A_2D39
        return h ^ h >> 15
    }
}
