// SPDX-License-Identifier: MIT
import InkGeometry

/// A colour of a theme in sRGB (IEC 61966-2-1) bytes with straight alpha: 0xRRGGBBAA.
public struct ThemeColor: Hashable, Sendable {
    /// 0xRRGGBBAA: red in the highest byte, alpha in the lowest.
    public var rgba: UInt32

    public init(rgba: UInt32) { self.rgba = rgba }

    /// Opaque black.
    public static var black: ThemeColor { ThemeColor(rgba: 0x0000_00FF) }
    /// Opaque white.
    public static var white: ThemeColor { ThemeColor(rgba: 0xFFFF_FFFF) }

    /// The opacity, 0...1.
    public var alpha: Double { channel(0) }
    /// The colour without transparency.
    public var opaque: ThemeColor { ThemeColor(rgba: rgba | 0xFF) }

    /// Returns the result of compositing this colour over an opaque one.
    public func over(_ background: ThemeColor) -> ThemeColor {
        var mixed: UInt32 = 0xFF
        for shift in [8, 16, 24] as [UInt32] {
            let value = channel(shift) * alpha + background.channel(shift) * (1 - alpha)
            mixed |= UInt32((value * 255).rounded(.toNearestOrEven)) << shift
        }
        return ThemeColor(rgba: mixed)
    }

    /// The relative luminance of the colour as if it were opaque, from 0 for black to 1 for white (WCAG 2.2).
    public var luminance: Double {
        0.2126 * Self.linear(channel(24)) + 0.7152 * Self.linear(channel(16)) + 0.0722 * Self.linear(channel(8))
    }

    /// Returns the contrast ratio to another opaque colour, 1...21 (WCAG 2.2).
    public func contrast(to other: ThemeColor) -> Double {
        let a = luminance
        let b = other.luminance
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private func channel(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }

    private static func linear(_ value: Double) -> Double {
        guard value > 0.04045 else { return value / 12.92 }
        return ElementaryFunctions.exp(2.4 * ElementaryFunctions.log((value + 0.055) / 1.055))
    }
}
