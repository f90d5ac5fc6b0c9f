// SPDX-License-Identifier: MIT
import InkGeometry

extension FingerPath {
    /// The box around all positions.
    var box: Rect {
        var box = Rect.empty
        for point in points { box.formUnion(point.position) }
        return box
    }
}

extension Rect {
    var centre: Point { Point(x: (minX + maxX) * 0.5, y: (minY + maxY) * 0.5) }
}

extension GesturePart {
    /// Whether the part can be compared at all: not without fingers, with too many, or off every picture.
    var isMeasurable: Bool {
        let reach = Rect(minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6)
        return 1...Self.maximumFingerCount ~= fingers.count
            && fingers.allSatisfy { finger in
                !finger.points.isEmpty && finger.points.allSatisfy { reach.contains($0.position) }
            }
    }

    /// The part with one of its fingers.
    func only(_ finger: Int) -> GesturePart { GesturePart(kind, fingers: [fingers[finger]]) }

    /// The part moved so that the boxes of both have one centre.
    func moved(onto other: GesturePart) -> GesturePart {
        let offset = other.box.centre - box.centre
        return GesturePart(
            kind,
            fingers: fingers.map { finger in
                FingerPath(finger.points.map { GesturePoint($0.position + offset, time: $0.time) })
            })
    }

    private var box: Rect { fingers.reduce(Rect.empty) { $0.union($1.box) } }
}

extension RasterVerifier {
    /// Whether drawing `attempt` passes where `part` is enrolled.
    func accepts(_ attempt: GesturePart, as part: GesturePart) -> Bool {
        guard let template = GestureTemplate(pictureDigest: [], samples: [Gesture([part])]) else { return false }
        return accepts(template, Gesture([attempt]))
    }
}
