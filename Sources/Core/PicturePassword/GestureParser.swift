// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A type that converts finger paths on a picture to a gesture. ``GestureParser`` supports taps and paths. An app with
/// its own kinds of parts supplies another parser, which can delegate the rest to `GestureParser`.
public protocol GestureParsing: Sendable {
    /// Returns the gesture that the finger paths make, with its parts in order. Paths are in picture units, with times
    /// on one clock.
    ///
    /// This method is called repeatedly during drawing, while the last path grows.
    func gesture(from paths: [FingerPath]) -> PictureGesture
}

/// Converts a drawing over a picture to a ``PictureGesture``.
///
/// Strokes that overlap in time are fingers of one part. A finger that stays within a small radius is a tap, otherwise
/// a path. Taps in quick succession in one place are a multi-tap. All measures are in picture units, so the screen's
/// size, density and orientation do not matter.
public struct GestureParser: GestureParsing, Hashable, Sendable {
    /// The limits for taps and closed paths.
    public struct Parameters: Hashable, Sendable {
        /// The radius in picture units within which a finger's path is a tap. 10 is a third of the side of a raster
        /// square, and about the distance that a finger rolls on glass.
        public var tapRadius: Double
        /// The maximum time in seconds between the taps of a multi-tap. 0.4 s is the value of common systems.
        public var multiTapInterval: Double
        /// The maximum distance between the taps of a multi-tap, in picture units. 30 is the side of a raster square.
        public var multiTapDistance: Double
        /// The maximum distance between the ends of a closed path, in picture units. Its length must be at least four
        /// times that.
        public var closingDistance: Double

        public init(
            tapRadius: Double = 10, multiTapInterval: Double = 0.4, multiTapDistance: Double = 30,
            closingDistance: Double = 30
        ) {
            self.tapRadius = tapRadius
            self.multiTapInterval = multiTapInterval
            self.multiTapDistance = multiTapDistance
            self.closingDistance = closingDistance
        }
    }

    /// The maximum number of taps in a multi-tap.
    public static var maximumTapCount: Int { 5 }

    /// The limits for taps and closed paths.
    public var parameters: Parameters

    /// Creates a parser. The defaults are those of InkLock's own screens.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Returns the gesture that the strokes of a drawing make on a picture.
    /// - Complexity: O(samples + strokes · log(strokes)), because strokes are sorted by the time of touching down.
    public func gesture(from drawing: Drawing, over frame: PictureFrame) -> PictureGesture {
        gesture(from: drawing.strokes.map { finger($0, frame) })
    }

    /// Converts finger paths in picture units to a gesture.
    ///
    /// - Complexity: O(positions + fingers · log(fingers)), because fingers are sorted by the time of touching down.
    public func gesture(from paths: [FingerPath]) -> PictureGesture {
        let fingers = paths.filter { !$0.points.isEmpty }
        // The order of touching down.
        let order = fingers.map { $0.points[0].time }.stableOrder()
        var parts: [GesturePart] = []
        var group: [FingerPath] = []
        var groupEnd = -Double.infinity
        for index in order {
            let finger = fingers[index]
            if finger.points[0].time >= groupEnd && !group.isEmpty {
                append(group, to: &parts)
                group = []
            }
            group.append(finger)
            groupEnd = max(groupEnd, finger.points[finger.points.count - 1].time)
        }
        if !group.isEmpty { append(group, to: &parts) }
        return PictureGesture(parts)
    }

    private func finger(_ stroke: Stroke, _ frame: PictureFrame) -> FingerPath {
        FingerPath(
            stroke.points.map { GesturePoint(frame.toPicture($0.position), time: stroke.start + $0.time) })
    }

    private func append(_ fingers: [FingerPath], to parts: inout [GesturePart]) {
        guard fingers.contains(where: { !isTap($0) }) else {
            appendTap(fingers.map { FingerPath([$0.points[0]]) }, to: &parts)
            return
        }
        let isClosed = fingers.contains(where: isClosed)
        parts.append(GesturePart(.path(isClosed: isClosed), fingers: fingers))
    }

    private func isTap(_ finger: FingerPath) -> Bool {
        let start = finger.points[0].position
        return !finger.points.contains { $0.position.distance(to: start) > parameters.tapRadius }
    }

    private func isClosed(_ finger: FingerPath) -> Bool {
        let start = finger.points[0].position
        let end = finger.points[finger.points.count - 1].position
        return start.distance(to: end) <= parameters.closingDistance
            && finger.length >= 4 * parameters.closingDistance
    }

    /// Adds a tap, or adds it to the previous taps if they belong together.
    private func appendTap(_ fingers: [FingerPath], to parts: inout [GesturePart]) {
        guard var last = parts.last, case .tap(let count) = last.kind, count < Self.maximumTapCount,
            last.fingers.count == fingers.count
        else {
            parts.append(GesturePart(.tap(count: 1), fingers: fingers))
            return
        }
        for (i, finger) in fingers.enumerated() {
            let before = last.fingers[i].points[last.fingers[i].points.count - 1]
            guard finger.points[0].time - before.time <= parameters.multiTapInterval,
                finger.points[0].position.distance(to: before.position) <= parameters.multiTapDistance
            else {
                parts.append(GesturePart(.tap(count: 1), fingers: fingers))
                return
            }
        }
        for (i, finger) in fingers.enumerated() { last.fingers[i].points += finger.points }
        last.kind = .tap(count: count + 1)
        parts[parts.count - 1] = last
    }
}
