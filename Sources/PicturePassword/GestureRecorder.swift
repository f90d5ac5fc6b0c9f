// SPDX-License-Identifier: MIT
import InkGeometry

/// Takes down what fingers do on a picture while they do it, for a view to feed with its touches.
///
/// Everything is kept in picture units, so the view may change its size at any time, even under a finger.
///
/// An app with kinds of its own brings its ``GestureReading``.
public struct GestureRecorder<Reader: GestureReading> {
    /// How much is taken down.
    public struct Parameters: Hashable, Sendable {
        /// A finger that comes down at most this many points outside the picture still counts; what lies outside is
        /// moved to the edge, since another screen may end there. 22 is half the width of a finger's target.
        public var edgeMargin: Double
        /// At most this many positions are kept, those of all fingers together: nine minutes of drawing at 120 a second
        /// are no password.
        public var pointLimit: Int

        public init(edgeMargin: Double = 22, pointLimit: Int = 65_536) {
            self.edgeMargin = edgeMargin
            self.pointLimit = pointLimit
        }
    }

    /// A finger that touches now.
    private struct Touch: Hashable, Sendable {
        var finger: UInt32
        var path: FingerPath
    }

    /// How much is taken down. May be changed at any time; what was taken stays.
    public var parameters: Parameters
    /// Where the picture lies; touches count only while it is known.
    public var frame: PictureFrame?
    private var reader: Reader
    private var lifted: [FingerPath] = []
    private var touches: [Touch] = []
    private var pointCount = 0
    /// The clock's time at the gesture's first touch.
    private var origin: Double?
    /// The latest time heard of, in seconds since then.
    private var latest = 0.0

    /// Nothing is drawn yet. Nothing will be before there is a ``frame``.
    public init(reader: Reader, parameters: Parameters = Parameters()) {
        self.reader = reader
        self.parameters = parameters
    }

    /// Whether a finger touches now.
    public var isTouched: Bool { !touches.isEmpty }

    /// Whether nothing is drawn, and no finger touches.
    public var isEmpty: Bool { lifted.isEmpty && touches.isEmpty }

    /// What was drawn so far, fingers that still touch included. Complexity: O(positions).
    public var gesture: Gesture { reader.gesture(from: lifted + touches.map { resting($0.path) }) }

    /// A finger comes down.
    /// - Parameters:
    ///   - finger: tells apart those that touch at the same time.
    ///   - position: in the surface's points.
    ///   - time: seconds on any clock that only runs forwards.
    /// - Returns: where on the surface it counts, or `nil` when it does not: outside the picture, not finite, the same
    ///   finger twice, too much altogether.
    public mutating func begin(_ finger: UInt32, at position: Point, time: Double) -> Point? {
        guard let frame, time.isFinite, index(of: finger) == nil, pointCount < parameters.pointLimit,
            frame.rect.grown(by: parameters.edgeMargin).contains(position)
        else { return nil }
        touches.append(Touch(finger: finger, path: FingerPath([])))
        return append(position, time, to: touches.count - 1, frame)
    }

    /// A finger moves.
    /// - Returns: where on the surface it counts, or `nil` when it does not.
    public mutating func move(_ finger: UInt32, to position: Point, time: Double) -> Point? {
        guard let frame, time.isFinite, position.isFinite, pointCount < parameters.pointLimit,
            let index = index(of: finger)
        else { return nil }
        return append(position, time, to: index, frame)
    }

    /// A finger lifts. Nothing happens when it did not touch.
    public mutating func end(_ finger: UInt32, time: Double) {
        guard let index = index(of: finger) else { return }
        var path = touches.remove(at: index).path
        // Where it rested is known until it lifts: a part with several fingers lasts as long as any of them.
        if let last = path.points.last, pointCount < parameters.pointLimit, sinceOrigin(time) > last.time {
            path.points.append(GesturePoint(last.position, time: sinceOrigin(time)))
            pointCount += 1
        }
        lifted.append(path)
    }

    /// Every finger that touches lifts.
    public mutating func endAll(time: Double) {
        while let touch = touches.first { end(touch.finger, time: time) }
    }

    /// What a finger drew since it came down is dropped: the system took the touch for itself.
    public mutating func cancel(_ finger: UInt32) {
        guard let index = index(of: finger) else { return }
        pointCount -= touches.remove(at: index).path.points.count
    }

    /// Drops the last part, with all its fingers. Fingers that touch now are dropped first.
    /// - Returns: whether there was one.
    /// - Complexity: O(positions · taps of the part).
    public mutating func removeLastPart() -> Bool {
        if isTouched {
            touches = []
        } else {
            let count = gesture.parts.count
            guard count > 0 else { return false }
            // Parts do not overlap in time, so the last one's fingers lifted last.
            while !lifted.isEmpty && gesture.parts.count >= count { lifted.removeLast() }
        }
        pointCount = lifted.reduce(0) { $0 + $1.points.count }
        if isEmpty { removeAll() }
        return true
    }

    /// Forgets what was drawn and the fingers that touch; ``frame`` stays.
    public mutating func removeAll() {
        lifted = []
        touches = []
        pointCount = 0
        origin = nil
        latest = 0
    }

    /// The way of a finger that touches still, however long it has not moved: all that touch now belong to one part.
    private func resting(_ path: FingerPath) -> FingerPath {
        guard let last = path.points.last else { return path }
        return FingerPath(path.points + [GesturePoint(last.position, time: latest.nextUp)])
    }

    private func index(of finger: UInt32) -> Int? { touches.firstIndex { $0.finger == finger } }

    private func sinceOrigin(_ time: Double) -> Double { time.isFinite ? max(0, time - (origin ?? time)) : 0 }

    private mutating func append(_ position: Point, _ time: Double, to index: Int, _ frame: PictureFrame) -> Point {
        if origin == nil { origin = time }
        let inside = Point(
            x: min(max(position.x, frame.rect.minX), frame.rect.maxX),
            y: min(max(position.y, frame.rect.minY), frame.rect.maxY))
        latest = max(latest, sinceOrigin(time))
        let last = touches[index].path.points.last?.time ?? 0
        touches[index].path.points.append(GesturePoint(frame.toPicture(inside), time: max(last, sinceOrigin(time))))
        pointCount += 1
        return inside
    }
}

extension GestureRecorder where Reader == GestureReader {
    /// A recorder for taps and paths.
    public init(parameters: Parameters = Parameters()) { self.init(reader: GestureReader(), parameters: parameters) }
}

extension GestureRecorder: Equatable where Reader: Equatable {}
extension GestureRecorder: Hashable where Reader: Hashable {}
extension GestureRecorder: Sendable where Reader: Sendable {}
