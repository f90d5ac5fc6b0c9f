// SPDX-License-Identifier: MIT
import InkGeometry

/// Plays back a gesture at any speed, as touches that a host can show, for example on a `Trail`.
///
/// Parts follow each other as in the gesture, with long pauses shortened. At the end of every advance a moving finger
/// is reported at its exact position at that time, interpolated between two points of the gesture.
///
/// Points that are not finite are left out. A time before that of the finger's previous point is raised to it.
public struct GestureReplay: Sendable {
    /// The playback of pauses and taps.
    public struct Parameters: Hashable, Sendable {
        /// The maximum pause between two parts in seconds. Range: 0...3,600. 0.6 still shows that there was a pause.
        public var maximumPause: Double
        /// The duration in seconds of a tap's touch, which gestures do not store. Range: 0...10. 0.08 is that of a
        /// quick finger.
        public var tapHold: Double

        /// Creates playback parameters. Values out of range are clamped, NaN to the lower bound.
        public init(maximumPause: Double = 0.6, tapHold: Double = 0.08) {
            self.maximumPause = maximumPause.limited(to: 0...3_600)
            self.tapHold = tapHold.limited(to: 0...10)
        }
    }

    /// The range of the playback speed, relative to the recording.
    public static var speedLimits: ClosedRange<Double> { 0.01...100 }

    private let timeline: ReplayTimeline
    private var shown = 0
    /// The index in the timeline of each finger that touches the surface.
    private var active: [Int] = []
    private var factor: Double

    /// The playback position in seconds at recorded speed, 0...``duration``.
    public private(set) var time = 0.0
    /// A Boolean value that indicates whether playback is paused. While it is, ``advance(by:)`` does nothing.
    public var isPaused = false

    /// Creates a replay at the start of a gesture.
    /// - Parameters:
    ///   - gesture: The gesture to play.
    ///   - speed: The playback speed; see ``speed``.
    ///   - parameters: The playback of pauses and taps.
    /// - Complexity: O(n log n) for n points.
    public init(_ gesture: PictureGesture, speed: Double = 1, parameters: Parameters = Parameters()) {
        timeline = ReplayTimeline(gesture, parameters)
        factor = speed.limited(to: Self.speedLimits)
    }

    /// The playback speed, where 1 is the recorded speed. Values outside ``speedLimits`` are clamped, NaN to the lower
    /// bound.
    public var speed: Double {
        get { factor }
        set { factor = newValue.limited(to: Self.speedLimits) }
    }

    /// The duration in seconds at recorded speed, from the first touch to the end of the last, with long pauses
    /// shortened.
    public var duration: Double { timeline.duration }

    /// A Boolean value that indicates whether the whole gesture has been played.
    public var isFinished: Bool { shown == timeline.entries.count }

    /// Advances the playback.
    ///
    /// However the time is divided into advances, the `ended` and recorded touches are the same, in the same order. The
    /// other touches report the position of a finger at the end of an advance.
    /// - Parameter seconds: The elapsed time on the viewer's clock. A negative value or NaN counts as 0.
    /// - Returns: The touches in that time, in order.
    /// - Complexity: O(returned touches · simultaneous touches).
    public mutating func advance(by seconds: Double) -> [ReplayTouch] {
        guard !isPaused else { return [] }
        return play(to: time + max(0, seconds.isNaN ? 0 : seconds) * speed)
    }

    /// Moves to a time, forwards or backwards, even while paused.
    ///
    /// To show the state at that time, clear the trail and show the returned touches on it.
    /// - Parameter time: The time in seconds at recorded speed, clamped to 0...``duration``.
    /// - Returns: The touches from the start up to that time, as a single advance would return them.
    /// - Complexity: As for ``advance(by:)``.
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

    /// Returns the position of a finger between one touch and its next, or `nil` if it has not moved.
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
