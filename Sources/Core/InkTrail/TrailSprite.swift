// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A soft round spot of a ``Trail``.
///
/// To draw a sprite, fill a square of twice the radius around the position with the colour, its alpha multiplied by
/// ``falloff(at:)``. A host keeps that falloff as a texture (``falloff(side:)``). It may draw on the picture itself or
/// on a transparent layer of the same size above it.
@frozen public struct TrailSprite: Hashable, Sendable {
    /// The way a sprite is combined with the content below it.
    public enum Blend: UInt8, Hashable, Sendable, CaseIterable {
        /// Covers by its alpha: Porter and Duff's *over*, `source-over` in a browser.
        case over = 0
        /// Adds its light, colour × alpha, up to white: *plus*, `lighter` in a browser.
        case add = 1
    }

    /// The centre in the surface's points.
    public var position: InkPoint
    /// The radius in points at which the spot has faded to nothing.
    public var radius: Double
    /// The colour in sRGB with straight alpha.
    public var color: SRGBColor
    /// The way the sprite is combined with the sprites and the picture below it.
    public var blend: Blend

    @inlinable public init(position: InkPoint, radius: Double, color: SRGBColor, blend: Blend) {
        self.position = position
        self.radius = radius
        self.color = color
        self.blend = blend
    }

    /// Returns the factor of a sprite's alpha at a fraction of its radius: (1 − r²)². It is 1 at the centre and 0 from
    /// 1 on, with zero slope at both ends, so that neither a peak nor a rim is visible.
    @inlinable public static func falloff(at fraction: Double) -> Double {
        let rest = 1 - fraction * fraction
        return rest > 0 ? rest * rest : 0
    }

    /// Returns ``falloff(at:)`` as a square texture of alpha bytes, row by row, sampled at the pixels' centres.
    /// - Parameter side: The side in pixels, 1 ... 1,024. Other values are clamped. 64 suits every screen.
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
