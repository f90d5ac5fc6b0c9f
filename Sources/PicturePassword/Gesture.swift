// SPDX-License-Identifier: MIT
import InkGeometry

/// What somebody drew on a picture, in picture units: parts in order.
public struct Gesture: Hashable, Sendable {
    /// In the order in which they were drawn; parts do not overlap in time.
    public var parts: [GesturePart]

    public init(_ parts: [GesturePart] = []) { self.parts = parts }
}

/// One part of a gesture: a tap, several taps in the same place, or a path, with one finger or several.
public struct GesturePart: Hashable, Sendable {
    /// What the fingers of a part did.
    public enum Kind: Hashable, Sendable {
        /// 1 to 5 taps, close in time and place.
        case tap(count: Int)
        /// A line. `isClosed` when it ends where it began.
        case path(isClosed: Bool)
        /// A kind of the app's own, a long press for one, under a number of its own. The app's reader makes it;
        /// ``RasterVerifier`` compares it as a path.
        case other(UInt16)
    }

    /// What the fingers did.
    public var kind: Kind
    /// What each finger did, in the order in which they touched; never empty. A tap has one point for each of its taps.
    public var fingers: [FingerPath]

    public init(_ kind: Kind, fingers: [FingerPath]) {
        self.kind = kind
        self.fingers = fingers
    }

    /// A part with more fingers than this, those of one hand, cannot be enrolled and matches nothing.
    public static var maximumFingerCount: Int { 5 }

    /// Whether it is one tap or several.
    public var isTap: Bool {
        if case .tap = kind { return true }
        return false
    }
}

/// The way of one finger: positions in picture units with their times, from touching down to lifting.
public struct FingerPath: Hashable, Sendable {
    /// In order, with times that do not decrease.
    public var points: [GesturePoint]

    public init(_ points: [GesturePoint]) { self.points = points }

    /// The path's length in picture units. Complexity: O(points).
    public var length: Double {
        var length = 0.0
        for i in 1..<max(1, points.count) { length += points[i - 1].position.distance(to: points[i].position) }
        return length
    }
}

/// A position on a picture and when it was touched.
@frozen public struct GesturePoint: Hashable, Sendable {
    /// In picture units.
    public var position: Point
    /// Seconds since the gesture began.
    public var time: Double

    @inlinable public init(_ position: Point, time: Double) {
        self.position = position
        self.time = time
    }
}
