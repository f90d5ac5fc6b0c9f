// SPDX-License-Identifier: MIT
import InkGeometry

/// A plain line that stays while it is drawn and fades once its finger is lifted.
///
/// It is traced like ink, so it is smooth at any speed. Under the line lies a darker, wider one: together they show on
/// light pictures and dark ones.
public struct LineTrail: Trail {
    /// How the line looks. Values that are not finite, or out of range, are brought to the nearest that is in range,
    /// NaN to the lower end.
    public struct Parameters: Hashable, Sendable {
        public var color = SRGBColor(rgba: 0xFFFF_FFF2)
        /// The line's width in points. Range: ``Brush/widthLimits``.
        public var width = 5.0
        /// Lies under the line.
        public var rimColor = SRGBColor(rgba: 0x1420_3C73)
        /// How far the rim reaches beyond the line, in points. Range: 0...``Brush/widthLimits``' upper end.
        public var rim = 2.0
        /// How long a line takes to fade, in seconds. Range: 0...10. 0.35 is that of every larger movement on screen.
        public var fadeTime = 0.35
        /// How far, in points, the outline may be from the true curve. Range: 0.001...1. 0.1 is fine on every screen.
        public var accuracy = 0.1
        /// At most this many fingers draw at once; others are passed over. Range: 0...64. 10 is two hands.
        public var maximumFingerCount = 10
        /// A line of so many samples fades as if its finger had been lifted, and a new one begins. Range:
        /// 16...1,048,576. 8,192 are more than a minute of drawing.
        public var maximumSampleCount = 8_192
        /// At most this many lines fade at once; then the oldest goes. Range: 0...1,024.
        public var maximumFadingCount = 32

        public init() {}
    }

    private struct Line {
        let finger: UInt32
        var line: StrokeTracer<BuiltInModeler>
        var rim: StrokeTracer<BuiltInModeler>
        var start: Double
        var last: StrokePoint
        var sampleCount = 0
        /// When the finger was lifted.
        var lifted = Double.infinity

        mutating func append(_ position: Point, time: Double) {
            last = StrokePoint(position, time: max(last.time, time - start))
            line.append(last)
            rim.append(last)
            line.updateTail()
            rim.updateTail()
            sampleCount += 1
        }
    }

    private let parameters: Parameters
    private var clock = TrailClock()
    private var drawn: [Line] = []
    private var fading: [Line] = []

    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    public var isQuiet: Bool { drawn.isEmpty && fading.isEmpty }

    /// Complexity: O(1), amortised.
    public mutating func touch(_ finger: UInt32, at position: Point, time: Double) {
        guard position.isFinite && abs(position.x) <= Stroke.coordinateLimit,
            abs(position.y) <= Stroke.coordinateLimit, let time = clock.take(time)
        else { return }
        if let i = drawn.firstIndex(where: { $0.finger == finger }) {
            drawn[i].append(position, time: time)
            guard drawn[i].sampleCount >= parameters.maximumSampleCount else { return }
            fade(i, from: time)
        }
        guard drawn.count < parameters.maximumFingerCount else { return }
        var line = Line(
            finger: finger, line: tracer(width: parameters.width),
            rim: tracer(width: parameters.width + 2 * parameters.rim), start: time,
            last: StrokePoint(position, time: 0))
        line.append(position, time: time)
        drawn.append(line)
    }

    public mutating func lift(_ finger: UInt32, time: Double) {
        guard let i = drawn.firstIndex(where: { $0.finger == finger }) else { return }
        fade(i, from: clock.take(time) ?? clock.now)
    }

    /// Complexity: O(lines).
    public mutating func advance(to time: Double) {
        guard clock.take(time) != nil else { return }
        let now = clock.now
        fading.removeAll { now - $0.lifted >= parameters.fadeTime }
    }

    public mutating func clear() {
        clock = TrailClock()
        drawn.removeAll()
        fading.removeAll()
    }

    public func visitInk(_ body: (TrailInk) -> Void) {
        for line in fading { visit(line, opacity: opacity(line), body) }
        for line in drawn { visit(line, opacity: 1, body) }
    }

    private func visit(_ line: Line, opacity: Double, _ body: (TrailInk) -> Void) {
        body(TrailInk(outline: line.rim.outline, color: parameters.rimColor.faded(to: opacity)))
        body(TrailInk(outline: line.line.outline, color: parameters.color.faded(to: opacity)))
    }

    private func opacity(_ line: Line) -> Double {
        let rest = 1 - (clock.now - line.lifted) / parameters.fadeTime
        return max(0, min(1, rest))
    }

    private mutating func fade(_ index: Int, from time: Double) {
        var line = drawn.remove(at: index)
        line.lifted = time
        fading.append(line)
        if fading.count > parameters.maximumFadingCount { fading.removeFirst() }
    }

    private func tracer(width: Double) -> StrokeTracer<BuiltInModeler> {
        StrokeTracer(
            brush: Brush(minimumWidth: width, maximumWidth: width), model: .smooth, accuracy: parameters.accuracy)
    }
}
