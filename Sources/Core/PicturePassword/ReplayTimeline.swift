// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The touches of a gesture in order of time, with long pauses between its parts shortened.
struct ReplayTimeline: Sendable {
    struct Entry: Sendable {
        var touch: ReplayTouch
        /// The index of the same finger's next entry, or `nil` once it has lifted.
        var next: Int?
    }

    private(set) var entries: [Entry] = []
    /// The time at which the last finger lifts, in seconds.
    private(set) var duration = 0.0

    /// - Complexity: O(n log n) for n points.
    init(_ gesture: PictureGesture, _ parameters: GestureReplay.Parameters) {
        var touches: [ReplayTouch] = []
        var recordedEnd: Double?
        for (index, part) in gesture.parts.enumerated() {
            let recorded = Self.touches(of: part, index, hold: parameters.tapHold)
            guard let (start, end) = Self.span(of: recorded) else { continue }
            let pause = (start - (recordedEnd ?? start)).limited(to: 0...parameters.maximumPause)
            let begin = duration + pause
            for var touch in recorded {
                // Rounding must not move the touch before the previous part.
                touch.time = max(begin, begin + (touch.time - start))
                duration = max(duration, touch.time)
                touches.append(touch)
            }
            recordedEnd = end
        }
        let order = touches.map { $0.time }.stableOrder()
        var places = [Int](repeating: 0, count: touches.count)
        for (place, i) in order.enumerated() { places[i] = place }
        entries = order.map { i in
            Entry(touch: touches[i], next: touches[i].phase == .ended ? nil : places[i + 1])
        }
    }

    private static func span(of touches: [ReplayTouch]) -> (start: Double, end: Double)? {
        guard let first = touches.first else { return nil }
        var (start, end) = (first.time, first.time)
        for touch in touches {
            start = min(start, touch.time)
            end = max(end, touch.time)
        }
        return (start, end)
    }

    /// Returns the touches of a part, finger by finger, at recorded times.
    private static func touches(of part: GesturePart, _ index: Int, hold: Double) -> [ReplayTouch] {
        var touches: [ReplayTouch] = []
        for (finger, path) in part.fingers.enumerated() {
            let points = playable(path)
            for (i, point) in points.enumerated() {
                let isFirst = i == 0 || part.isTap
                touches.append(
                    ReplayTouch(
                        isFirst ? .began : .moved, part: index, finger: finger, position: point.position,
                        time: point.time, isRecorded: true))
                guard part.isTap || i == points.count - 1 else { continue }
                // A tap's finger lifts before its next tap.
                let room = i < points.count - 1 ? 0.5 * (points[i + 1].time - point.time) : hold
                touches.append(
                    ReplayTouch(
                        .ended, part: index, finger: finger, position: point.position,
                        time: point.time + (part.isTap ? min(hold, room) : 0), isRecorded: false))
            }
        }
        return touches
    }

    /// Returns the points that can be shown, in order of time.
    private static func playable(_ path: FingerPath) -> [GesturePoint] {
        var points: [GesturePoint] = []
        for var point in path.points where point.position.isFinite && point.time.isFinite {
            point.time = point.time.limited(to: -Stroke.timeLimit...Stroke.timeLimit)
            if let last = points.last { point.time = max(point.time, last.time) }
            points.append(point)
        }
        return points
    }
}
