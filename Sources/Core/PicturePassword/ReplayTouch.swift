// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTrail

/// A touch event of a replayed gesture.
public struct ReplayTouch: Hashable, Sendable {
    /// The phase of a touch. The browser module uses the raw values.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The finger touched down.
        case began = 0
        /// The finger moved, or rests.
        case moved = 1
        /// The finger lifted.
        case ended = 2
    }

    /// The phase of the touch.
    public var phase: Phase
    /// The index of the part in the gesture.
    public var part: Int
    /// The index of the finger in the part.
    public var finger: Int
    /// The position in picture units.
    public var position: InkPoint
    /// The time in seconds since the start of the replay at recorded speed.
    public var time: Double
    /// The age of the event in seconds on the viewer's clock. At most the time of the last advance.
    public var age: Double
    /// A Boolean value that indicates whether the event corresponds to a point of the gesture. Each point is reported
    /// once, as `began` or `moved`.
    public var isRecorded: Bool

    public init(
        _ phase: Phase, part: Int, finger: Int, position: InkPoint, time: Double, age: Double = 0, isRecorded: Bool
    ) {
        self.phase = phase
        self.part = part
        self.finger = finger
        self.position = position
        self.time = time
        self.age = age
        self.isRecorded = isRecorded
    }

    /// Shows the touch on a trail.
    /// - Parameters:
    ///   - trail: The trail that shows the touch.
    ///   - frame: The frame of the picture on the trail's surface.
    ///   - now: The time in seconds on the trail's clock.
    public func show(on trail: inout some Trail, over frame: PictureFrame, now: Double) {
        let number = UInt32(truncatingIfNeeded: finger)
        switch phase {
        case .began, .moved: trail.touch(number, at: frame.toSurface(position), time: now - age)
        case .ended: trail.lift(number, time: now - age)
        }
    }
}
