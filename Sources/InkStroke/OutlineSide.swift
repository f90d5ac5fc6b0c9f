// SPDX-License-Identifier: MIT
import InkGeometry

/// One edge of a stroke: its vertices, with bounding boxes over runs of 16, of 16 runs, and so on, so that what lies
/// far from a rectangle is passed over in O(log n).
struct OutlineSide: Sendable {
    private(set) var points: [Point] = []
    /// `boxes[level][i]` bounds the vertices from i·16^(level+1) up to and including (i + 1)·16^(level+1); only full
    /// runs have one.
    private var boxes: [[Rect]] = []

    mutating func append(_ point: Point) {
        points.append(point)
        let last = points.count - 1
        guard last > 0 && last & 15 == 0 else { return }
        var box = Rect.empty
        for i in (last - 16)...last { box.formUnion(points[i]) }
        var level = 0
        while true {
            if level == boxes.count { boxes.append([]) }
            boxes[level].append(box)
            let count = boxes[level].count
            guard count & 15 == 0 else { return }
            box = .empty
            for i in (count - 16)..<count { box = box.union(boxes[level][i]) }
            level += 1
        }
    }

    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        boxes.removeAll(keepingCapacity: true)
    }

    /// Visits the vertices in order, or in reverse, leaving out the inner ones of runs that lie outside `area`.
    ///
    /// A run's chord stays within its box, so what is drawn inside `area` does not change; and how often a ray from
    /// inside crosses the run depends on its ends alone, so neither do winding numbers there.
    func visit(near area: Rect?, reversed: Bool, _ body: (Point) -> Void) {
        guard let area else {
            if reversed {
                for point in points.reversed() { body(point) }
            } else {
                for point in points { body(point) }
            }
            return
        }
        guard !points.isEmpty else { return }
        if !reversed { body(points[0]) }
        visitRuns(near: area, reversed: reversed, level: boxes.count - 1, from: 0, to: points.count - 1, body)
        if reversed { body(points[0]) }
    }

    /// Visits vertices `from + 1 ... to`, or in reverse order `to ... from + 1`.
    private func visitRuns(
        near area: Rect, reversed: Bool, level: Int, from: Int, to: Int, _ body: (Point) -> Void
    ) {
        guard level >= 0 else {
            if reversed {
                for i in stride(from: to, to: from, by: -1) { body(points[i]) }
            } else {
                for i in stride(from: from + 1, through: to, by: 1) { body(points[i]) }
            }
            return
        }
        let shift = 4 * (level + 1)
        let firstRun = from >> shift
        let fullRuns = to >> shift
        let rest = fullRuns << shift
        if reversed && rest < to {
            visitRuns(near: area, reversed: true, level: level - 1, from: rest, to: to, body)
        }
        for step in 0..<(fullRuns - firstRun) {
            let run = reversed ? fullRuns - 1 - step : firstRun + step
            let end = (run + 1) << shift
            if boxes[level][run].intersects(area) {
                visitRuns(near: area, reversed: reversed, level: level - 1, from: run << shift, to: end, body)
            } else {
                body(points[end])
            }
        }
        if !reversed && rest < to {
            visitRuns(near: area, reversed: false, level: level - 1, from: rest, to: to, body)
        }
    }
}
