// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A plain line that stays while it is drawn and fades after its finger lifts.
///
/// The line is traced like ink, so it is smooth at any speed. A darker, wider rim lies under it, so that it shows on
/// bright and dark pictures alike. New samples become visible with the next ``advance(to:)``.
public struct LineTrail: Trail {
    /// The appearance of the line. Values out of range are clamped, NaN to the lower bound.
    public struct Parameters: Hashable, Sendable {
        /// The colour of the line. The default is nearly opaque white, which the rim makes visible on any picture.
        public var color = SRGBColor(rgba: 0xFFFF_FFF2)
        /// The width of the line in points. Range: `Brush.widthLimits`. 5 is visible beside a fingertip.
        public var width = 5.0
        /// The colour of the rim under the line.
        public var rimColor = SRGBColor(rgba: 0x1420_3C80)
        /// The distance that the rim extends beyond the line, in points. Range: 0...128.
        public var rim = 2.0
        /// The duration of the fade in seconds. Range: 0...10. 0.35 is the usual duration of larger animations.
        public var fadeTime = 0.35
        /// The maximum distance in points between the outline and the true curve. Range: 0.001...1. 0.1 suits every
        /// screen.
        public var accuracy = 0.1
        /// The maximum number of fingers that draw at a time. Others are ignored. Range: 0...64. 10 allows two hands.
        public var maximumFingerCount = 10
        /// The maximum number of samples in a line. A longer line fades as if its finger had lifted, and a new line
        /// continues it. Range: 16...1,048,576. 8,192 is more than a minute of drawing.
        public var maximumSampleCount = 8_192
        /// The maximum number of lines that fade at a time. Beyond it the oldest disappears. Range: 0...1,024.
        public var maximumFadingCount = 32

        /// Creates the line of InkLock's own screens.
        public init() {}

        /// Returns the parameters with every value in its range. The brush limits the width.
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

    /// Creates a line trail. Values out of range are clamped.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters.limited() }

    public var isQuiet: Bool { drawn.isEmpty && fading.isEmpty }

    /// Begins or continues the line of a finger.
    /// - Complexity: O(1), amortised.
    public mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) {
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

    /// Advances the fading of all lines to a frame's time.
    /// - Complexity: O(lines).
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
