// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// What a finger did in a replayed gesture.
public struct ReplayTouch: Hashable, Sendable {
    /// What a finger did. The numbers are those of the browser's module.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// It came down.
        case began = 0
        /// It moved, or is where it was.
        case moved = 1
        /// It lifted.
        case ended = 2
    }

    /// What the finger did.
    public var phase: Phase
    /// The part's place in the gesture.
    public var part: Int
    /// The finger's place in the part.
    public var finger: Int
    /// In picture units.
    public var position: Point
    /// Seconds since the replay's beginning at recorded speed.
    public var time: Double
    /// For how many seconds, on the viewer's clock, that has been past. At most the time that the replay was advanced by.
    public var age: Double
    /// Whether a point of the gesture stands behind it. Each of them comes up once, as `began` or `moved`.
    public var isRecorded: Bool

    public init(
        _ phase: Phase, part: Int, finger: Int, position: Point, time: Double, age: Double = 0, isRecorded: Bool
    ) {
        self.phase = phase
        self.part = part
        self.finger = finger
        self.position = position
        self.time = time
        self.age = age
        self.isRecorded = isRecorded
    }

    /// Shows it on a trail, where the picture lies on the trail's surface.
    /// - Parameters:
    ///   - trail: what it is shown on.
    ///   - frame: where the picture lies on the trail's surface.
    ///   - now: the time on the trail's clock, in seconds.
    public func show(on trail: inout some Trail, over frame: PictureFrame, now: Double) {
        let number = UInt32(truncatingIfNeeded: finger)
        switch phase {
        case .began, .moved: trail.touch(number, at: frame.toSurface(position), time: now - age)
        case .ended: trail.lift(number, time: now - age)
        }
    }
}
