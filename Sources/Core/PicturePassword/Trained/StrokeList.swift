// SPDX-License-Identifier: MIT
import InkGeometry

/// The strokes of a gesture in the order of drawing, for ``TrainedVerifier``. A tap is a stroke of one point.
package struct StrokeList {
    /// The strokes, with positions and times that are finite and limited. Each has a point.
    private(set) var strokes: [FingerPath] = []

    /// The largest coordinate in picture units. Larger ones count as this; the squares of all differences stay finite.
    private static var reach: Double { 1e6 }
    /// The largest time in seconds.
    private static var duration: Double { 1e6 }
    /// The largest gap in picture units between strokes of one figure. Of recorded symbols of several strokes, 92 %
    /// have smaller gaps.
    private static var figureGap: Double { 24 }

    /// - Complexity: O(points + fingers · log(fingers)).
    @inline(never) package init(_ gesture: PictureGesture) {
        for part in gesture.parts {
            var fingers: [FingerPath] = []
            var places: [Double] = []
            for finger in part.fingers {
                let sound = Self.sound(finger)
                guard let first = sound.points.first else { continue }
                fingers.append(sound)
                places.append(first.position.x + first.position.y)
            }
            // Fingers touch down in an arbitrary order, so they count from the top left to the bottom right.
            for index in places.stableOrder() {
                if part.isTap {
                    for tap in fingers[index].points { strokes.append(FingerPath([tap])) }
                } else {
                    strokes.append(fingers[index])
                }
            }
        }
    }

    private init(_ strokes: ArraySlice<FingerPath>) { self.strokes = Array(strokes) }

    /// The index after the last stroke of each figure. Figures are runs of strokes that lie close together.
    ///
    /// - Complexity: O(points).
    @inline(never) var figureEnds: [Int] {
        var ends: [Int] = []
        var box = InkRect.empty
        for (i, stroke) in strokes.enumerated() {
            let own = stroke.box
            if i > 0 && !Self.areClose(box, own) {
                ends.append(i)
                box = own
            } else {
                box = box.union(own)
            }
        }
        ends.append(strokes.count)
        return ends
    }

    /// Returns a Boolean value that indicates whether two strokes or groups of strokes belong to one figure.
    @inline(never) static func areClose(_ one: InkRect, _ other: InkRect) -> Bool {
        one.grown(by: figureGap).intersects(other)
    }

    /// Returns a figure.
    /// - Parameter ends: ``figureEnds``.
    @inline(never) func figure(_ index: Int, _ ends: [Int]) -> StrokeList {
        StrokeList(strokes[(index > 0 ? ends[index - 1] : 0)..<ends[index]])
    }

    /// The number of figures that consist of taps.
    var tapFigureCount: Int {
        let ends = figureEnds
        return ends.indices.count { figure($0, ends).isTaps }
    }

    /// The larger side of the smallest figure that is not a tap; infinite without one.
    var minimumFigureExtent: Double {
        let ends = figureEnds
        var least = Double.infinity
        for index in ends.indices {
            let figure = figure(index, ends)
            if figure.isTaps { continue }
            var box = InkRect.empty
            for stroke in figure.strokes { box = box.union(stroke.box) }
            least = min(least, max(box.width, box.height))
        }
        return least
    }

    /// The drawing without its only tap that lies apart from other strokes; `nil` if there are more, or nothing else.
    @inline(never) var withoutTap: StrokeList? {
        let ends = figureEnds
        var rest: [FingerPath] = []
        for index in ends.indices {
            let figure = figure(index, ends)
            if !figure.isTaps { rest += figure.strokes }
        }
        return rest.isEmpty || rest.count != strokes.count - 1 ? nil : StrokeList(rest[...])
    }

    /// A Boolean value that indicates whether all strokes are taps.
    @inline(never) var isTaps: Bool {
        for stroke in strokes where stroke.length > 0 { return false }
        return true
    }

    private static func sound(_ path: FingerPath) -> FingerPath {
        var sound = FingerPath([])
        var last = -duration
        for point in path.points where point.isFinite {
            last = max(last, limited(point.time, duration))
            let position = InkPoint(x: limited(point.position.x, reach), y: limited(point.position.y, reach))
            sound.points.append(GesturePoint(position, time: last))
        }
        return sound
    }

    private static func limited(_ value: Double, _ limit: Double) -> Double { max(-limit, min(limit, value)) }
}
