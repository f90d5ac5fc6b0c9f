// SPDX-License-Identifier: MIT
import InkGeometry

/// The width of the ink at each sample. It follows pressure where the device measures it, otherwise speed: faster is
/// thinner.
///
/// width = minimum + (maximum − minimum) / (1 + speed / ``Parameters/halfSpeed``). The speed is low-pass filtered over
/// ``Parameters/smoothingTime``, so that the width does not depend on the report rate of the device.
public struct PenWidth: Sendable {
    /// The relation between width and speed.
    public struct Parameters: Hashable, Sendable {
        /// The speed in points per second at which the ink is halfway between its widths. Range: above 0. 800 is about
        /// the middle of a brisk signature on a phone.
        public var halfSpeed: Double
        /// The time constant in seconds of the speed filter. Range: 0 (no filter) and up. 30 ms removes the jitter of
        /// touch timestamps and still thins a quick flick.
        public var smoothingTime: Double

        public init(halfSpeed: Double = 800, smoothingTime: Double = 0.03) {
            self.halfSpeed = halfSpeed
            self.smoothingTime = smoothingTime
        }
    }

    private let minimum: Double
    private let range: Double
    private let parameters: Parameters
    private var speed: Double?
    private var last: StrokePoint
    /// The distance covered since the timestamp last changed. Several samples may share one timestamp.
    private var pendingDistance = 0.0

    /// Creates a width filter from a stroke's first sample.
    public init(brush: Brush, first: StrokePoint, parameters: Parameters = Parameters()) {
        minimum = brush.minimumWidth
        range = brush.maximumWidth - brush.minimumWidth
        self.parameters = parameters
        last = first
    }

    /// Returns the width in points at the next sample.
    public mutating func width(at sample: StrokePoint) -> Double {
        pendingDistance += last.position.distance(to: sample.position)
        let elapsed = sample.time - last.time
        if elapsed > 0 {
            // The difference of two infinite speeds would be NaN.
            let current = min(pendingDistance / elapsed, .greatestFiniteMagnitude)
            if let filtered = speed {
                // The backward Euler step of a first-order low-pass filter, which is stable for every step.
                speed = filtered + (current - filtered) * (elapsed / (parameters.smoothingTime + elapsed))
            } else {
                speed = current
            }
            pendingDistance = 0
            last = sample
        } else {
            last.position = sample.position
        }
        if let pressure = sample.pressure { return minimum + range * pressure }
        return minimum + range * (parameters.halfSpeed / (parameters.halfSpeed + (speed ?? 0)))
    }

    /// Returns the width of a dot before any line was drawn: that of a pen held still, less than its full width.
    public static func restingWidth(of brush: Brush) -> Double {
        brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * 0.75
    }
}
