// SPDX-License-Identifier: MIT
import InkGeometry

/// The width of the ink at each sample. It follows pressure where the device measures it, otherwise speed: faster is
/// thinner.
///
/// width = minimum + (maximum − minimum) / (1 + speed / ``Parameters/halfSpeed``). The speed is low-pass filtered, as
/// its ``Rule`` says, so that the width does not depend on the report rate of the device.
public struct PenWidth: Sendable {
    /// The relation of width to speed along a line.
    public enum Rule: Hashable, Sendable {
        /// The speed is filtered over ``Parameters/smoothingTime``. Where the pen slows down, the line widens
        /// immediately.
        case speed
        /// The speed is filtered over ``Parameters/smoothingLength`` of the line, as ink flows. A corner, where the pen
        /// is slow over a short distance, makes no lump. Where the pen lands or lifts in motion, the line tapers.
        case flow
    }

    /// The relation between width and speed.
    public struct Parameters: Hashable, Sendable {
        /// The speed in points per second at which the ink is halfway between its widths. Range: above 0. 800 is about
        /// the middle of a brisk signature on a phone.
        public var halfSpeed: Double
        /// The time constant in seconds of the speed filter. Range: 0 (no filter) and up. 30 ms removes the jitter of
        /// touch timestamps and still thins a quick flick.
        public var smoothingTime: Double
        /// The length constant in points of the speed filter of ``Rule/flow``. Range: 0 (no filter) and up. 12 points
        /// are longer than a corner and shorter than a letter's stem.
        public var smoothingLength: Double
        /// The time in seconds that a pen takes to land and to lift. Range: 0 (no taper) and up.
        public var contactTime: Double
        /// The narrowing of a taper in points of width per point of length. Range: 0 (no taper) ..< 2.
        public var taper: Double

        public init(
            halfSpeed: Double = 800, smoothingTime: Double = 0.03, smoothingLength: Double = 12,
            contactTime: Double = 0.02, taper: Double = 0.25
        ) {
            self.halfSpeed = halfSpeed
            self.smoothingTime = smoothingTime
            self.smoothingLength = smoothingLength
            self.contactTime = contactTime
            self.taper = taper
        }
    }

    /// The greatest length of a taper in points. Where two timestamps are too close together to tell a speed, the line
    /// would otherwise taper over all its length.
    private static var longestTaper: Double { 100 }

    private let minimum: Double
    private let range: Double
    private let parameters: Parameters
    private let rule: Rule
    private var speed: Double?
    /// The speed of the pen in points per second, filtered over the contact time.
    private var contactSpeed: Double?
    private var last: StrokePoint
    /// The distance covered since the timestamp last changed. Several samples may share one timestamp.
    private var pendingDistance = 0.0

    /// Creates a width filter from a stroke's first sample.
    public init(brush: Brush, first: StrokePoint, rule: Rule = .flow, parameters: Parameters = Parameters()) {
        minimum = brush.minimumWidth
        range = brush.maximumWidth - brush.minimumWidth
        self.parameters = parameters
        self.rule = rule
        last = first
    }

    /// Returns the width in points at the next sample.
    public mutating func width(at sample: StrokePoint) -> Double {
        width(at: sample, distance: last.position.distance(to: sample.position))
    }

    /// Returns the width at the next sample, which is `distance` points away from the previous one.
    @inline(__always)
    mutating func width(at sample: StrokePoint, distance: Double) -> Double {
        pendingDistance += distance
        let elapsed = sample.time - last.time
        if elapsed > 0 {
            // The difference of two infinite speeds would be NaN.
            let current = min(pendingDistance / elapsed, .greatestFiniteMagnitude)
            // Each is the backward Euler step of a first-order low-pass filter, which is stable for every step.
            switch rule {
            case .speed:
                if let filtered = speed {
                    speed = filtered + (current - filtered) * (elapsed / (parameters.smoothingTime + elapsed))
                } else {
                    speed = current
                }
            case .flow:
                // A pen lands at any speed, so the ink begins with a usual one.
                let filtered = speed ?? 0.5 * parameters.halfSpeed
                let reach = parameters.smoothingLength + pendingDistance
                speed = reach > 0 ? filtered + (current - filtered) * (pendingDistance / reach) : filtered
                let contact = contactSpeed ?? current
                contactSpeed = contact + (current - contact) * (elapsed / (parameters.contactTime + elapsed))
            }
            pendingDistance = 0
            last = sample
        } else {
            last.position = sample.position
        }
        if let pressure = sample.pressure { return minimum + range * pressure }
        return minimum + range * (parameters.halfSpeed / (parameters.halfSpeed + (speed ?? 0)))
    }

    /// The distance in points that the pen covers at its speed while it lands or lifts, or 0 where pressure sets the
    /// width.
    var contactDistance: Double {
        guard rule == .flow, last.pressure == nil, let contactSpeed else { return 0 }
        return min(contactSpeed * parameters.contactTime, Self.longestTaper)
    }

    /// Returns the width of a line at a place that lies `distance` points within a taper.
    func tapered(_ width: Double, by distance: Double) -> Double {
        distance > 0 ? max(minimum, width - parameters.taper * distance) : width
    }

    /// Returns the diameter of a dot.
    /// - Parameters:
    ///   - pressure: The greatest pressure of its samples, or `nil` if the device measures none.
    ///   - lineWidth: The mean width of the last line, or `nil` if there was none. The dot is then as wide as that of a
    ///     pen held still: less than the full width.
    func dotWidth(pressure: Double?, after lineWidth: Double?) -> Double {
        let pressed = pressure.map { minimum + range * $0 }
        let line = max(minimum, min(minimum + range, lineWidth ?? minimum + range * 0.75))
        switch rule {
        case .speed: return pressed ?? line
        // A pen that is set down leaves at least as much ink as one that moves.
        case .flow: return max(pressed ?? line, minimum + range * 0.5)
        }
    }
}
