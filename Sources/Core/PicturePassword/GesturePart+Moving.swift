// SPDX-License-Identifier: MIT
import InkGeometry

extension FingerPath {
    /// The bounding box of all positions.
    @inline(never) var box: InkRect {
        var box = InkRect.empty
        for point in points { box.formUnion(point.position) }
        return box
    }
}

extension InkRect {
    var centre: InkPoint { InkPoint(x: (minX + maxX) * 0.5, y: (minY + maxY) * 0.5) }
}

extension GesturePart {
    /// A Boolean value that indicates whether the part can be compared: it has fingers, not too many, and its positions
    /// are within a plausible range.
    var isMeasurable: Bool {
        let reach = InkRect(minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6)
        return 1...Self.maximumFingerCount ~= fingers.count
            && fingers.allSatisfy { finger in
                !finger.points.isEmpty && finger.points.allSatisfy { reach.contains($0.position) }
            }
    }

    /// Returns the part with only one of its fingers.
    func only(_ finger: Int) -> GesturePart { GesturePart(kind, fingers: [fingers[finger]]) }

    /// Returns the part translated so that the bounding boxes of both have the same centre.
    func moved(onto other: GesturePart) -> GesturePart {
        let offset = other.box.centre - box.centre
        return GesturePart(
            kind,
            fingers: fingers.map { finger in
                FingerPath(finger.points.map { GesturePoint($0.position + offset, time: $0.time) })
            })
    }

    private var box: InkRect { fingers.reduce(InkRect.empty) { $0.union($1.box) } }
}
