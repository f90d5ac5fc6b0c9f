// SPDX-License-Identifier: MIT
import InkGeometry

/// Records the touches on a picture as they happen. A view reports its touches to a recorder.
///
/// All positions are stored in picture units, so the view may change its size at any time, even during a touch.
///
/// An app with its own kinds of parts supplies its own ``GestureParsing``.
public struct GestureRecorder<Parser: GestureParsing>: Sendable {
    /// The limits of a recording.
    public struct Parameters: Hashable, Sendable {
        /// The distance in points by which a touch may start outside the picture. Positions outside are moved to the
        /// edge, because another screen may end there. 22 is half the width of a touch target.
        public var edgeMargin: Double
        /// The maximum number of positions of all fingers together. The default is nine minutes of drawing at 120 Hz,
        /// more than any password needs.
        public var pointLimit: Int

        public init(edgeMargin: Double = 22, pointLimit: Int = 65_536) {
            self.edgeMargin = edgeMargin
            self.pointLimit = pointLimit
        }
    }

    /// A finger on the surface.
    private struct Touch: Hashable, Sendable {
        var finger: UInt32
        var path: FingerPath
    }

    /// The limits of the recording. They may change at any time; recorded positions remain.
    public var parameters: Parameters
    /// The frame of the picture. Touches are ignored while it is `nil`.
    public var frame: PictureFrame?
    private var parser: Parser
    private var lifted: [FingerPath] = []
    private var touches: [Touch] = []
    private var pointCount = 0
    /// The clock's time at the gesture's first touch.
    private var origin: Double?
    /// The latest reported time, in seconds since `origin`.
    private var latest = 0.0

    /// Creates an empty recorder. It records nothing until ``frame`` is set.
    public init(parser: Parser, parameters: Parameters = Parameters()) {
        self.parser = parser
        self.parameters = parameters
    }

    /// A Boolean value that indicates whether a finger touches the surface.
    public var isTouched: Bool { !touches.isEmpty }

    /// A Boolean value that indicates whether nothing is recorded and no finger touches the surface.
    public var isEmpty: Bool { lifted.isEmpty && touches.isEmpty }

    /// The gesture so far, including fingers that still touch.
    ///
    /// - Complexity: O(positions).
    public var gesture: PictureGesture { parser.gesture(from: lifted + touches.map { resting($0.path) }) }

    /// Reports the start of a touch.
    /// - Parameters:
    ///   - finger: A number that distinguishes simultaneous touches.
    ///   - position: The position in the surface's points.
    ///   - time: The time in seconds on a monotonic clock.
    /// - Returns: The recorded position on the surface, or `nil` if the touch is ignored: outside the picture, not
    ///   finite, a finger that touches already, or too many positions.
    public mutating func begin(_ finger: UInt32, at position: InkPoint, time: Double) -> InkPoint? {
        guard let frame, time.isFinite, index(of: finger) == nil, pointCount < parameters.pointLimit,
            frame.rect.grown(by: parameters.edgeMargin).contains(position)
        else { return nil }
        touches.append(Touch(finger: finger, path: FingerPath([])))
        return append(position, time, to: touches.count - 1, frame)
    }

    /// Reports the movement of a finger.
    /// - Returns: The recorded position on the surface, or `nil` if the movement is ignored.
    public mutating func move(_ finger: UInt32, to position: InkPoint, time: Double) -> InkPoint? {
        guard let frame, time.isFinite, position.isFinite, pointCount < parameters.pointLimit,
            let index = index(of: finger)
        else { return nil }
        return append(position, time, to: index, frame)
    }

    /// Reports the end of a touch. An unknown finger is ignored.
    public mutating func end(_ finger: UInt32, time: Double) {
        guard let index = index(of: finger) else { return }
        var path = touches.remove(at: index).path
        // The finger rests at its last position until it lifts. A part with several fingers lasts until the last one
        // lifts.
        if let last = path.points.last, pointCount < parameters.pointLimit, sinceOrigin(time) > last.time {
            path.points.append(GesturePoint(last.position, time: sinceOrigin(time)))
            pointCount += 1
        }
        lifted.append(path)
    }

    /// Ends all touches.
    public mutating func endAll(time: Double) {
        while let touch = touches.first { end(touch.finger, time: time) }
    }

    /// Discards what a finger drew since it touched down, as when the system cancels the touch.
    public mutating func cancel(_ finger: UInt32) {
        guard let index = index(of: finger) else { return }
        pointCount -= touches.remove(at: index).path.points.count
    }

    /// Removes the last part with all its fingers, or first the fingers that still touch.
    /// - Returns: A Boolean value that indicates whether there was anything to remove.
    /// - Complexity: O(positions · taps of the part).
    public mutating func removeLastPart() -> Bool {
        if isTouched {
            touches = []
        } else {
            let count = gesture.parts.count
            guard count > 0 else { return false }
            // Parts do not overlap in time, so the fingers of the last part lifted last.
            while !lifted.isEmpty && gesture.parts.count >= count { lifted.removeLast() }
        }
        pointCount = lifted.reduce(0) { $0 + $1.points.count }
        if isEmpty { removeAll() }
        return true
    }

    /// Removes all recorded positions and current touches. ``frame`` stays.
    public mutating func removeAll() {
        lifted = []
        touches = []
        pointCount = 0
        origin = nil
        latest = 0
    }

    /// Returns the path of a finger that still touches, extended to the latest time, because all current touches belong
    /// to one part.
    private func resting(_ path: FingerPath) -> FingerPath {
        guard let last = path.points.last else { return path }
        return FingerPath(path.points + [GesturePoint(last.position, time: latest.nextUp)])
    }

    private func index(of finger: UInt32) -> Int? { touches.firstIndex { $0.finger == finger } }

    private func sinceOrigin(_ time: Double) -> Double { time.isFinite ? max(0, time - (origin ?? time)) : 0 }

    private mutating func append(_ position: InkPoint, _ time: Double, to index: Int, _ frame: PictureFrame) -> InkPoint
    {
        if origin == nil { origin = time }
        let inside = InkPoint(
            x: min(max(position.x, frame.rect.minX), frame.rect.maxX),
            y: min(max(position.y, frame.rect.minY), frame.rect.maxY))
        latest = max(latest, sinceOrigin(time))
        let last = touches[index].path.points.last?.time ?? 0
        touches[index].path.points.append(GesturePoint(frame.toPicture(inside), time: max(last, sinceOrigin(time))))
        pointCount += 1
        return inside
    }
}

extension GestureRecorder where Parser == GestureParser {
    /// Creates a recorder for taps and paths.
    public init(parameters: Parameters = Parameters()) { self.init(parser: GestureParser(), parameters: parameters) }
}

extension GestureRecorder: Equatable where Parser: Equatable {}
extension GestureRecorder: Hashable where Parser: Hashable {}
