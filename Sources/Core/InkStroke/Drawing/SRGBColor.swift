// SPDX-License-Identifier: MIT

/// A colour in sRGB (IEC 61966-2-1) bytes with straight alpha.
@frozen public struct SRGBColor: Hashable, Sendable {
    /// The red component, 0...255, with sRGB's transfer function: not proportional to light.
    public var red: UInt8
    /// The green component, 0...255, encoded as ``red``.
    public var green: UInt8
    /// The blue component, 0...255, encoded as ``red``.
    public var blue: UInt8
    /// The opacity. 0 is transparent, 255 opaque.
    public var alpha: UInt8

    @inlinable public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a colour from 0xRRGGBBAA.
    @inlinable public init(rgba: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgba >> 24), green: UInt8(truncatingIfNeeded: rgba >> 16),
            blue: UInt8(truncatingIfNeeded: rgba >> 8), alpha: UInt8(truncatingIfNeeded: rgba))
    }

    /// The colour as 0xRRGGBBAA.
    @inlinable public var rgba: UInt32 {
        UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
    }

    /// Returns the colour with its alpha multiplied by `opacity`, 0...1.
    package func faded(to opacity: Double) -> SRGBColor {
        var color = self
        color.alpha = UInt8((Double(alpha) * opacity).rounded(.toNearestOrEven))
        return color
    }

    /// Blue-black, like dried fountain-pen ink.
    @inlinable public static var ink: SRGBColor { SRGBColor(rgba: 0x1420_3CFF) }
    /// Opaque black.
    @inlinable public static var black: SRGBColor { SRGBColor(rgba: 0x0000_00FF) }
    /// Opaque white.
    @inlinable public static var white: SRGBColor { SRGBColor(rgba: 0xFFFF_FFFF) }
    /// Fully transparent black.
    @inlinable public static var clear: SRGBColor { SRGBColor(rgba: 0) }
}
