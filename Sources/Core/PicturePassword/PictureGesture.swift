// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing on a picture as an ordered list of parts, in picture units.
public struct PictureGesture: Hashable, Sendable {
    /// The parts in the order in which they were drawn. Parts do not overlap in time.
    public var parts: [GesturePart]

    public init(_ parts: [GesturePart] = []) { self.parts = parts }
}

/// A part of a gesture: a tap, several taps in one place, or a path, with one or several fingers.
public struct GesturePart: Hashable, Sendable {
    /// The kind of a part.
    public enum Kind: Hashable, Sendable {
        /// One to five taps, close in time and place.
        case tap(count: Int)
        /// A line. It is closed if it ends where it starts.
        case path(isClosed: Bool)
        /// An app's own kind, such as a long press, under a number of its own. The app's parser creates it;
        /// ``RasterVerifier`` compares it as a path.
        case other(UInt16)

        /// A kind without its details, for interfaces with other languages: `open` and `closed` are paths.
        package enum Form: UInt8, CaseIterable { case tap, open, closed, other }

        package var form: Form {
            switch self {
            case .tap: .tap
            case .path(isClosed: false): .open
            case .path(isClosed: true): .closed
            case .other: .other
            }
        }
    }

    /// The kind of the part.
    public var kind: Kind
    /// The path of each finger, in the order in which they touched. Never empty. A tap has one point for each of its
    /// taps.
    public var fingers: [FingerPath]

    public init(_ kind: Kind, fingers: [FingerPath]) {
        self.kind = kind
        self.fingers = fingers
    }

    /// The maximum number of fingers: those of one hand. A part with more cannot be enrolled and matches nothing.
    public static var maximumFingerCount: Int { 5 }

    /// A Boolean value that indicates whether the part is one or several taps.
    public var isTap: Bool {
        if case .tap = kind { return true }
        return false
    }
}

/// The path of one finger: positions in picture units with their times, from touching down to lifting.
public struct FingerPath: Hashable, Sendable {
    /// The points in order. Their times do not decrease.
    public var points: [GesturePoint]

    public init(_ points: [GesturePoint]) { self.points = points }

    /// The length of the path in picture units.
    ///
    /// - Complexity: O(points).
    @inline(never) public var length: Double {
        var length = 0.0
        for i in 1..<max(1, points.count) { length += points[i - 1].position.distance(to: points[i].position) }
        return length
    }
}

/// A position on a picture, and the time of its touch.
@frozen public struct GesturePoint: Hashable, Sendable {
    /// The position in picture units.
    public var position: InkPoint
    /// The time in seconds since the start of the gesture.
    public var time: Double

    @inlinable public init(_ position: InkPoint, time: Double) {
        self.position = position
        self.time = time
    }
}
