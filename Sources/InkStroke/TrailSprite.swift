// SPDX-License-Identifier: MIT
import InkGeometry

/// A soft round spot of a ``Trail``.
///
/// To draw one: a square of twice the radius around the position, filled with the colour, its alpha multiplied by
/// ``falloff(at:)``, which a host keeps as a texture (``falloff(side:)``). The picture itself, or a transparent layer of
/// its size above it, may be drawn on.
@frozen public struct TrailSprite: Hashable, Sendable {
    /// How a sprite is laid on what is there.
    public enum Blend: UInt8, Hashable, Sendable, CaseIterable {
        /// Covers by its alpha: Porter and Duff's *over*, `source-over` in a browser.
        case over = 0
        /// Adds its light, colour × alpha, up to white: *plus*, `lighter` in a browser.
        case add = 1
    }

    /// The middle, in the surface's points.
    public var position: Point
    /// Where the spot has faded to nothing, in points.
    public var radius: Double
    /// sRGB with straight alpha.
    public var color: SRGBColor
    /// How it is laid on the sprites and the picture below it.
    public var blend: Blend

    @inlinable public init(position: Point, radius: Double, color: SRGBColor, blend: Blend) {
        self.position = position
        self.radius = radius
        self.color = color
        self.blend = blend
    }

    /// How much of a sprite's alpha remains at a fraction of its radius: (1 − r²)², 1 in the middle, 0 from 1 on, and
    /// level at both ends, so that neither a tip nor a rim is seen.
    @inlinable public static func falloff(at fraction: Double) -> Double {
        let rest = 1 - fraction * fraction
        return rest > 0 ? rest * rest : 0
    }

    /// ``falloff(at:)`` as a square texture of alpha bytes, row by row, sampled at the pixels' middles.
    /// - Parameter side: in pixels, 1 ... 1,024; others are brought to the nearer end. 64 is fine on every screen.
    /// - Complexity: O(side²).
    public static func falloff(side: Int) -> [UInt8] {
        let side = max(1, min(side, 1_024))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side)
        let step = 2 / Double(side)
        for row in 0..<side {
            let y = (Double(row) + 0.5) * step - 1
            for column in 0..<side {
                let x = (Double(column) + 0.5) * step - 1
                bytes.append(UInt8((falloff(at: (x * x + y * y).squareRoot()) * 255).rounded(.toNearestOrEven)))
            }
        }
        return bytes
    }
}
