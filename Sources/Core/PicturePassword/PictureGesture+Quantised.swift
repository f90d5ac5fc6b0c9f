// SPDX-License-Identifier: MIT
import InkGeometry

extension PictureGesture {
    /// Returns this gesture with the precision of its byte form: positions in 1/16 of a picture unit, times in
    /// milliseconds since the first touch.
    ///
    /// Quantising never fails. Positions are limited to ±2²⁰ units and times to 2²⁰ seconds. A time before the previous
    /// one is raised to it. Points that are not finite, fingers without points and parts without fingers are left out.
    /// Taps count 1 to 5; surplus points of a tap are dropped and missing ones repeat the last. A gesture from
    /// ``GestureParser`` keeps its structure, and quantising again changes nothing.
    ///
    /// Quantising changes the verdict of about one attempt in a thousand. ``Enrolment`` and
    /// ``PicturePasswordAuthenticator`` therefore quantise their input, so that an owner's drawings are compared as
    /// they are stored.
    /// - Complexity: O(points).
    public func quantised() -> PictureGesture {
        var firstTouch = Double.infinity
        for part in parts {
            for finger in part.fingers {
                if let point = finger.points.first(where: { $0.isFinite }) { firstTouch = min(firstTouch, point.time) }
            }
        }
        var result = PictureGesture()
        for part in parts {
            let kept = part.quantised(since: firstTouch)
            if !kept.fingers.isEmpty { result.parts.append(kept) }
        }
        return result
    }
}

extension GesturePart {
    fileprivate func quantised(since firstTouch: Double) -> GesturePart {
        let kind = Kind(code: kind.code)
        var result = GesturePart(kind, fingers: [])
        for finger in fingers {
            var points = finger.quantisedPoints(since: firstTouch)
            guard let last = points.last else { continue }
            if case .tap(let count) = kind {
                while points.count < count { points.append(last) }
                points.removeLast(points.count - count)
            }
            result.fingers.append(FingerPath(points))
        }
        return result
    }
}

extension FingerPath {
    fileprivate func quantisedPoints(since firstTouch: Double) -> [GesturePoint] {
        var kept: [GesturePoint] = []
        kept.reserveCapacity(points.count)
        for point in points where point.isFinite {
            let steps = PointSteps(point, since: firstTouch)
            var next = GesturePoint(steps)
            if let last = kept.last { next.time = max(next.time, last.time) }
            kept.append(next)
        }
        return kept
    }
}
