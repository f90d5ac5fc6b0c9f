// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Reads a drawing over a picture as a ``Gesture``.
///
/// Strokes that overlap in time are fingers of one part. A finger that stays within a small radius taps, otherwise it
/// draws. Taps soon after each other in the same place are one multi-tap. Everything is measured in picture units, so
/// the screen's size, density and orientation do not matter.
public struct GestureReader: GestureReading, Hashable, Sendable {
    /// What makes a tap, and what makes a path closed.
    public struct Parameters: Hashable, Sendable {
        /// A finger that never leaves this radius, in picture units, taps. 10 is a third of the article's raster square
        /// and about what a finger rolls over glass.
        public var tapRadius: Double
        /// Taps at most this many seconds after the one before may belong together. 0.4 s as on the usual systems.
        public var multiTapInterval: Double
        /// Taps at most this far apart, in picture units, may belong together. 30 is the side of a raster square.
        public var multiTapDistance: Double
        /// A path is closed when its ends are at most this far apart, in picture units, and its length is at least four
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

    /// The most taps that are counted as one multi-tap.
    public static var maximumTapCount: Int { 5 }

    /// What makes a tap, and what makes a path closed.
    public var parameters: Parameters

    /// Reads as InkLock's own screens do, unless told otherwise.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Complexity: O(samples + strokes · log(strokes)): strokes are sorted by the time of touching down.
    public func gesture(from drawing: Drawing, over frame: PictureFrame) -> Gesture {
        gesture(from: drawing.strokes.map { finger($0, frame) })
    }

    /// Reads the ways of fingers that are in picture units already.
    /// Complexity: O(positions + fingers · log(fingers)): fingers are sorted by the time of touching down.
    public func gesture(from paths: [FingerPath]) -> Gesture {
        let fingers = paths.filter { !$0.points.isEmpty }
        // The order of touching down; sorting need not be stable, so the place in the drawing decides between equals.
        let order = fingers.indices.sorted { a, b in
            let (s, t) = (fingers[a].points[0].time, fingers[b].points[0].time)
            return s != t ? s < t : a < b
        }
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
        return Gesture(parts)
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

    /// Adds a tap, as one more of the taps before it where they belong together.
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
