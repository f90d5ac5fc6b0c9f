// SPDX-License-Identifier: MIT
import InkGeometry

/// A plain line that stays while it is drawn and fades once its finger is lifted.
///
/// It is traced like ink, so it is smooth at any speed. Under the line lies a darker, wider one: together they show on
/// light pictures and on dark ones. What is drawn shows from the next ``advance(to:)`` on.
public struct LineTrail: Trail {
    /// How the line looks. Values out of range are brought to the nearest that is in range, NaN to the lower end.
    public struct Parameters: Hashable, Sendable {
        /// The line's own. Nearly opaque white by default: with the rim it shows on any picture.
        public var color = SRGBColor(rgba: 0xFFFF_FFF2)
        /// The line's width in points. Range: ``Brush/widthLimits``. 5 is seen beside a fingertip.
        public var width = 5.0
        /// Lies under the line.
        public var rimColor = SRGBColor(rgba: 0x1420_3C80)
        /// How far the rim reaches beyond the line, in points. Range: 0...128.
        public var rim = 2.0
        /// How long a line takes to fade, in seconds. Range: 0...10. 0.35 is that of every larger movement on screen.
        public var fadeTime = 0.35
        /// How far, in points, the outline may be from the true curve. Range: 0.001...1. 0.1 is fine on every screen.
        public var accuracy = 0.1
        /// At most this many fingers draw at once; others are passed over. Range: 0...64. 10 is two hands.
        public var maximumFingerCount = 10
        /// A line of so many samples fades as if its finger had been lifted, and another one goes on from there. Range:
        /// 16...1,048,576. 8,192 are more than a minute of drawing.
        public var maximumSampleCount = 8_192
        /// At most this many lines fade at once; then the oldest goes. Range: 0...1,024.
        public var maximumFadingCount = 32

        /// The line of InkLock's own screens.
        public init() {}

        /// The same with every value in its range; the brush sees to the width.
        fileprivate func limited() -> Parameters {
            var p = self
            p.rim = rim.limited(to: 0...128)
            p.fadeTime = fadeTime.limited(to: 0...10)
            p.accuracy = accuracy.limited(to: 0.001...1)
            p.maximumFingerCount = max(0, min(maximumFingerCount, 64))
            p.maximumSampleCount = max(16, min(maximumSampleCount, 1_048_576))
            p.maximumFadingCount = max(0, min(maximumFadingCount, 1_024))
            return p
        }
    }

    private let parameters: Parameters
    private var clock = TrailClock()
    private var drawn: [TracedLine] = []
    private var fading: [TracedLine] = []

    /// Values out of range are brought into it.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters.limited() }

    public var isQuiet: Bool { drawn.isEmpty && fading.isEmpty }

    /// Complexity: O(1), amortised.
    public mutating func touch(_ finger: UInt32, at position: Point, time: Double) {
        guard position.isDrawable, let time = clock.take(time) else { return }
        if let i = drawn.firstIndex(where: { $0.finger == finger }) {
            drawn[i].append(position, time: time)
            guard drawn[i].sampleCount >= parameters.maximumSampleCount else { return }
            fade(i, from: time)
        }
        guard drawn.count < parameters.maximumFingerCount else { return }
        drawn.append(TracedLine(finger, at: position, time: time, parameters))
    }

    public mutating func lift(_ finger: UInt32, time: Double) {
        guard let i = drawn.firstIndex(where: { $0.finger == finger }) else { return }
        fade(i, from: clock.take(time) ?? clock.now)
    }

    /// Complexity: O(lines).
    public mutating func advance(to time: Double) {
        _ = clock.take(time)
        let now = clock.now
        for i in drawn.indices { drawn[i].updateTail() }
        fading.removeAll { now - $0.lifted >= parameters.fadeTime }
    }

    public mutating func clear() {
        clock = TrailClock()
        drawn.removeAll()
        fading.removeAll()
    }

    public func visitInk(_ body: (TrailInk) -> Void) {
        for line in fading where clock.now - line.lifted < parameters.fadeTime {
            let rest = 1 - (clock.now - line.lifted) / parameters.fadeTime
            line.visit(opacity: rest.limited(to: 0...1), parameters, body)
        }
        for line in drawn { line.visit(opacity: 1, parameters, body) }
    }

    private mutating func fade(_ index: Int, from time: Double) {
        var line = drawn.remove(at: index)
        line.lifted = time
        line.updateTail()
        fading.append(line)
        if fading.count > parameters.maximumFadingCount { fading.removeFirst() }
    }
}
