// SPDX-License-Identifier: MIT
import InkGeometry

/// The dynamic raster of the rule of squares: squares along a path, each the first that does not intersect the previous
/// one.
///
/// The raster follows the path's segments rather than its samples, so quick strokes leave no gaps.
public struct GestureRaster: Hashable, Sendable {
    /// The centres of the squares in picture units, in the path's order.
    public private(set) var centres: [InkPoint] = []

    /// Creates the raster of a path.
    /// - Parameters:
    ///   - path: Finite positions in picture units.
    ///   - side: The side of a square in picture units. Above 0; ``RasterVerifier``'s value is 30.
    ///   - limit: The maximum number of squares.
    /// - Complexity: O(positions + squares).
    public init(_ path: [GesturePoint], side: Double = 30, limit: Int = 4_096) {
        guard let first = path.first, side > 0 else { return }
        var kept = first.position
        var from = kept
        centres.append(kept)
        for point in path.dropFirst() {
            let to = point.position
            while centres.count < limit, let next = Self.leaving(kept, side, from, to) {
                kept = next
                from = next
                centres.append(next)
            }
            from = to
        }
    }

    /// Returns the first point from `from` to `to` whose square of side `side` does not intersect the one around
    /// `centre`: where the larger of the two distances along the axes reaches `side`.
    private static func leaving(_ centre: InkPoint, _ side: Double, _ from: InkPoint, _ to: InkPoint) -> InkPoint? {
        let a = from - centre
        let b = to - centre
        guard max(abs(b.x), abs(b.y)) >= side else { return nil }
        let t = min(crossing(a.x, b.x, side), crossing(a.y, b.y, side))
        return t < 1 ? from.interpolated(to: to, at: max(0, t)) : to
    }

    /// Returns the fraction between `a` (0) and `b` (1) at which the distance from zero reaches `side`, or a value
    /// above 1 if it does not.
    private static func crossing(_ a: Double, _ b: Double, _ side: Double) -> Double {
        guard abs(b) >= side, a != b else { return 2 }
        return ((b > 0 ? side : -side) - a) / (b - a)
    }
}
