// SPDX-License-Identifier: MIT
import InkGeometry

/// The strokes of a gesture in the order of drawing, for ``TrainedVerifier``. A tap is a stroke of one point.
package struct StrokeList {
    /// A stroke with positions and times that are finite and limited.
    package struct Stroke {
        var points: [GesturePoint]
        var box: Rect
        var length: Double

        init(_ points: [GesturePoint]) {
            self.points = points
            box = .empty
            length = 0
            for (i, point) in points.enumerated() {
                box.formUnion(point.position)
                if i > 0 { length += points[i - 1].position.distance(to: point.position) }
            }
        }
    }

    /// The strokes. None of them is empty.
    private(set) var strokes: [Stroke] = []

    /// The largest coordinate in picture units. Larger ones count as this; the squares of all differences stay finite.
    private static var reach: Double { 1e6 }
    /// The largest time in seconds.
    private static var duration: Double { 1e6 }
    /// The largest gap in picture units between strokes of one figure. Of recorded symbols of several strokes, 92 %
    /// have smaller gaps.
    private static var figureGap: Double { 24 }

    /// Complexity: O(points).
    @inline(never) package init(_ gesture: PictureGesture) {
        for part in gesture.parts {
            // Fingers touch down in an arbitrary order.
            let fingers = part.fingers.map { Self.sound($0.points) }.filter { !$0.isEmpty }
            for index in Self.order(fingers) {
                if part.isTap {
                    for tap in fingers[index] { strokes.append(Stroke([tap])) }
                } else {
                    strokes.append(Stroke(fingers[index]))
                }
            }
        }
    }

    private init(_ strokes: [Stroke]) { self.strokes = strokes }

    /// The drawing divided into figures: runs of strokes that lie close together.
    var figures: [StrokeList] {
        var figures: [StrokeList] = []
        var box = Rect.empty
        for stroke in strokes {
            if !figures.isEmpty && box.grown(by: Self.figureGap).intersects(stroke.box) {
                figures[figures.count - 1].strokes.append(stroke)
                box.formUnion(stroke.box)
            } else {
                figures.append(StrokeList([stroke]))
                box = stroke.box
            }
        }
        return figures
    }

    private static func sound(_ points: [GesturePoint]) -> [GesturePoint] {
        var sound: [GesturePoint] = []
        sound.reserveCapacity(points.count)
        for point in points where point.isFinite {
            let position = Point(x: limited(point.position.x, reach), y: limited(point.position.y, reach))
            let time = limited(point.time, duration)
            sound.append(GesturePoint(position, time: max(time, sound.last?.time ?? time)))
        }
        return sound
    }

    private static func limited(_ value: Double, _ limit: Double) -> Double { max(-limit, min(limit, value)) }

    /// Returns the fingers from the top left to the bottom right.
    private static func order(_ fingers: [[GesturePoint]]) -> [Int] {
        guard fingers.count > 1 else { return Array(fingers.indices) }
        let keys = fingers.map { $0[0].position.x + $0[0].position.y }
        var order: [Int] = []
        for i in fingers.indices {
            var place = order.count
            while place > 0 && keys[order[place - 1]] > keys[i] { place -= 1 }
            order.insert(i, at: place)
        }
        return order
    }
}

extension Rect {
    fileprivate mutating func formUnion(_ other: Rect) { self = union(other) }
}
