// SPDX-License-Identifier: MIT
import InkGeometry

/// Plays a gesture again, as it was drawn or faster or slower, as touches for a host to show, on a `Trail` for one.
///
/// Parts follow each other as in the gesture, long pauses between them shortened. At the end of every advance a moving
/// finger is reported exactly where it was at that time, between two points of the gesture.
///
/// Points that are not finite are left out; a time before that of the finger's last point counts as the same.
public struct GestureReplay: Sendable {
    /// How a gesture is played.
    public struct Parameters: Hashable, Sendable {
        /// No pause between two parts is longer than this, in seconds. Range: 0...3,600. 0.6 still shows that there was
        /// one.
        public var maximumPause: Double
        /// How long a tap is seen to touch, in seconds, for gestures do not keep it. Range: 0...10. 0.08 is a quick
        /// finger's.
        public var tapHold: Double

        /// Values out of range are brought to the nearest that is in range, NaN to the lower end.
        public init(maximumPause: Double = 0.6, tapHold: Double = 0.08) {
            self.maximumPause = maximumPause.limited(to: 0...3_600)
            self.tapHold = tapHold.limited(to: 0...10)
        }
    }

    /// How much faster, or slower, than recorded a replay may be.
    public static var speedLimits: ClosedRange<Double> { 0.01...100 }

    private let timeline: ReplayTimeline
    private var shown = 0
    /// Where in the timeline each finger is that touches now.
    private var active: [Int] = []
    private var factor: Double

    /// How much of the gesture has been played, in seconds at recorded speed: 0...``duration``.
    public private(set) var time = 0.0
    /// While this is true, ``advance(by:)`` does nothing.
    public var isPaused = false

    /// - Parameters:
    ///   - gesture: what is played.
    ///   - speed: see ``speed``.
    ///   - parameters: how pauses and taps are played.
    /// - Complexity: O(n log n) for n points.
    public init(_ gesture: Gesture, speed: Double = 1, parameters: Parameters = Parameters()) {
        timeline = ReplayTimeline(gesture, parameters)
        factor = speed.limited(to: Self.speedLimits)
    }

    /// Seconds of the gesture a second, 1 being as recorded. Numbers out of ``speedLimits`` are brought to the nearer
    /// end, NaN to the lower one.
    public var speed: Double {
        get { factor }
        set { factor = newValue.limited(to: Self.speedLimits) }
    }

    /// How long the gesture is in seconds at recorded speed, from the first touch to the last lifting, long pauses
    /// shortened.
    public var duration: Double { timeline.duration }

    /// Everything has been played.
    public var isFinished: Bool { shown == timeline.entries.count }

    /// Plays on.
    ///
    /// However the time is cut up into advances, the touches that are `ended` or recorded are the same, in the same
    /// order; the others say where a finger is at an advance's end.
    /// - Parameter seconds: on the viewer's clock; below 0 or NaN counts as 0.
    /// - Returns: what happened in that time, in order.
    /// - Complexity: O(touches returned · fingers that touch at once).
    public mutating func advance(by seconds: Double) -> [ReplayTouch] {
        guard !isPaused else { return [] }
        return play(to: time + max(0, seconds.isNaN ? 0 : seconds) * speed)
    }

    /// Goes to a time, forwards or backwards, paused or not.
    ///
    /// To show what can be seen then, clear the trail and show these touches on it.
    /// - Parameter time: in seconds at recorded speed, brought into 0...``duration``.
    /// - Returns: everything from the beginning up to that time, as one advance would have given it.
    /// - Complexity: as of ``advance(by:)``.
    public mutating func seek(to time: Double) -> [ReplayTouch] {
        shown = 0
        active.removeAll()
        self.time = 0
        return play(to: time)
    }

    private mutating func play(to target: Double) -> [ReplayTouch] {
        time = target.limited(to: 0...duration)
        var touches: [ReplayTouch] = []
        while shown < timeline.entries.count, timeline.entries[shown].touch.time <= time {
            let entry = timeline.entries[shown]
            active.removeAll { timeline.entries[$0].next == shown }
            if entry.next != nil { active.append(shown) }
            touches.append(aged(entry.touch))
            shown += 1
        }
        for i in active {
            if let touch = position(after: timeline.entries[i]) { touches.append(touch) }
        }
        return touches
    }

    /// Where a finger is on the way from one touch to its next; `nil` when it has not moved.
    private func position(after entry: ReplayTimeline.Entry) -> ReplayTouch? {
        guard let next = entry.next else { return nil }
        let (a, b) = (entry.touch, timeline.entries[next].touch)
        guard a.time < time && time < b.time && a.position != b.position else { return nil }
        var touch = a
        touch.phase = .moved
        touch.position = a.position.interpolated(to: b.position, at: (time - a.time) / (b.time - a.time))
        touch.time = time
        touch.isRecorded = false
        return touch
    }

    private func aged(_ touch: ReplayTouch) -> ReplayTouch {
        var touch = touch
        touch.age = (time - touch.time) / speed
        return touch
    }
}
