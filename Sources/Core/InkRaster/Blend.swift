// SPDX-License-Identifier: MIT

/// Source-over compositing (Porter and Duff, "Compositing digital images", 1984) of straight 8-bit pixels. It works in
/// sRGB, as browsers do, and in integers only.
enum Blend {
    /// Returns `a · b / 255`, rounded to nearest, for operands in 0...255.
    @inline(__always) static func scaled(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let v = a &* b &+ 128
        return (v &+ (v >> 8)) >> 8
    }

    /// Returns the channels of `color` with opacity `alpha` (0...255) over `below`.
    @inline(__always) static func over(_ below: UInt32, _ color: UInt32, alpha: UInt32) -> UInt32 {
        if alpha == 0 { return below }
        let belowAlpha = below >> 24
        if alpha == 255 || belowAlpha == 0 { return color & 0xFF_FFFF | alpha << 24 }
        return mix(below, color, alpha, belowAlpha)
    }

    @inline(never) private static func mix(
        _ below: UInt32, _ color: UInt32, _ alpha: UInt32, _ belowAlpha: UInt32
    ) -> UInt32 {
        if belowAlpha < 255 { return translucent(below, color, alpha, belowAlpha) }
        let rest = 255 &- alpha
        return opaqueMix(below, color, 0, alpha, rest) | opaqueMix(below, color, 8, alpha, rest)
            | opaqueMix(below, color, 16, alpha, rest) | 0xFF00_0000
    }

    @inline(__always) private static func opaqueMix(
        _ below: UInt32, _ color: UInt32, _ shift: UInt32, _ alpha: UInt32, _ rest: UInt32
    ) -> UInt32 {
        let v = (color &>> shift & 255) &* alpha &+ (below &>> shift & 255) &* rest &+ 128
        return ((v &+ (v >> 8)) >> 8) &<< shift
    }

    private static func translucent(
        _ below: UInt32, _ color: UInt32, _ alpha: UInt32, _ belowAlpha: UInt32
    ) -> UInt32 {
        // The contribution of each layer to the result, in units of 1/255².
        let top = alpha &* 255
        let bottom = belowAlpha &* (255 &- alpha)
        let sum = top &+ bottom
        var result = ((sum &+ 127) / 255) &<< 24
        var shift: UInt32 = 0
        while shift < 24 {
            let mixed = (color &>> shift & 255) &* top &+ (below &>> shift & 255) &* bottom
            result |= ((mixed &+ sum / 2) / sum) &<< shift
            shift &+= 8
        }
        return result
    }
}
