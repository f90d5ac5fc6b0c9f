// SPDX-License-Identifier: MIT
import InkGeometry

/// How wide the ink is at each sample: pressure where the device measures it, otherwise speed, faster being thinner.
///
/// width = minimum + (maximum − minimum) / (1 + speed / ``Parameters/halfSpeed``), where speed is low-pass filtered
/// over ``Parameters/smoothingTime``, so that the width does not depend on how often the device reports.
public struct PenWidth: Sendable {
    /// How width follows speed.
    public struct Parameters: Hashable, Sendable {
        /// The speed, in points a second, at which the ink is half-way between its widths. Range: above 0.
        /// 800 is about the middle of a brisk signature on a phone.
        public var halfSpeed: Double
        /// The time constant, in seconds, with which the filtered speed follows the pen. Range: 0 (not filtered)
        /// and up. 30 ms removes the jitter of touch timestamps and still thins a quick flick.
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
    /// The way gone since time last moved on: several samples may carry one timestamp.
    private var pendingDistance = 0.0

    /// Starts at a stroke's first sample.
    public init(brush: Brush, first: StrokePoint, parameters: Parameters = Parameters()) {
        minimum = brush.minimumWidth
        range = brush.maximumWidth - brush.minimumWidth
        self.parameters = parameters
        last = first
    }

    /// The width, in points, at the next sample.
    public mutating func width(at sample: StrokePoint) -> Double {
        pendingDistance += last.position.distance(to: sample.position)
        let elapsed = sample.time - last.time
        if elapsed > 0 {
            // Two infinite speeds would have no difference.
            let current = min(pendingDistance / elapsed, .greatestFiniteMagnitude)
            if let filtered = speed {
                // The backward Euler step of a first-order low-pass filter: stable for every step.
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

    /// The width of a dot where no line was drawn before: as a pen held still, short of its full width.
    public static func restingWidth(of brush: Brush) -> Double {
        brush.minimumWidth + (brush.maximumWidth - brush.minimumWidth) * 0.75
    }
}
