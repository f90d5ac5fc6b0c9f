// SPDX-License-Identifier: MIT
import InkGeometry

/// The segments of a path with bounding boxes around runs of 16, for quickly finding those that touch a square.
struct PathBoxes {
    private let path: [GesturePoint]
    private var boxes: [InkRect] = []

    /// - Complexity: O(points).
    init(_ path: [GesturePoint]) {
        self.path = path
        var start = 0
        while start < path.count {
            var box = InkRect.empty
            for i in start...min(start + 16, path.count - 1) { box.formUnion(path[i].position) }
            boxes.append(box)
            start += 16
        }
    }

    /// Returns the first segment from `start` that touches the square of half side `half` around `centre`, or `nil` if
    /// there is none.
    func firstPiece(touching centre: InkPoint, half: Double, from start: Int = 0) -> Int? {
        let square = InkRect(minX: centre.x, minY: centre.y, maxX: centre.x, maxY: centre.y).grown(by: half)
        var run = start >> 4
        while run < boxes.count {
            if boxes[run].intersects(square) {
                for i in max(start, run << 4)..<min((run + 1) << 4, path.count) {
                    let next = min(i + 1, path.count - 1)
                    if Self.touches(path[i].position - centre, path[next].position - centre, half) { return i }
                }
            }
            run += 1
        }
        return nil
    }

    /// Returns whether the segment from `a` to `b` meets the square of half side `half` around the origin.
    private static func touches(_ a: InkPoint, _ b: InkPoint, _ half: Double) -> Bool {
        if min(a.x, b.x) > half || max(a.x, b.x) < -half || min(a.y, b.y) > half || max(a.y, b.y) < -half {
            return false
        }
        // The boxes overlap, so the segment misses only if the square lies entirely on one side of its line.
        let d = b - a
        return abs(d.cross(a)) <= half * (abs(d.x) + abs(d.y))
    }
}
