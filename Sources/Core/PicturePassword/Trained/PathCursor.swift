// SPDX-License-Identifier: MIT
import InkGeometry

/// A position that moves forwards along a path.
struct PathCursor {
    private let points: [GesturePoint]
    private var index = 0
    private var passed = 0.0

    /// - Parameter points: At least one point.
    init(_ points: [GesturePoint]) { self.points = points }

    /// Returns the point at `arc` picture units from the start. `arc` must not decrease from call to call.
    ///
    /// - Complexity: O(1) for each point of the path, over all calls.
    @inline(never) mutating func point(at arc: Double) -> GesturePoint {
        while index + 1 < points.count {
            let (a, b) = (points[index], points[index + 1])
            let piece = a.position.distance(to: b.position)
            if passed + piece >= arc && piece > 0 {
                let t = max(0, (arc - passed) / piece)
                return GesturePoint(
                    a.position.interpolated(to: b.position, at: t), time: a.time + (b.time - a.time) * t)
            }
            passed += piece
            index += 1
        }
        return points[points.count - 1]
    }
}
