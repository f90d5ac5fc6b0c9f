// SPDX-License-Identifier: MIT
import InkGeometry

/// A sample of a pen, a finger or a mouse, as the device reported it.
///
/// A sample takes 48 bytes. Optional channels are stored as NaN where the device has none.
@frozen public struct StrokePoint: Hashable, Sendable {
    /// The position in points.
    public var position: InkPoint
    /// The time in seconds since the stroke's first sample.
    public var time: Double
    @usableFromInline var pressureOrNaN: Double
    @usableFromInline var tiltOrNaN: Double
    @usableFromInline var azimuthOrNaN: Double

    /// Creates a sample.
    /// - Parameters:
    ///   - position: The position in points.
    ///   - time: The time in seconds since the stroke's first sample.
    ///   - pressure: The pressure, 0...1, or `nil` if the device measures none.
    ///   - tilt: The angle from upright in radians, 0 (upright) ... π/2 (flat).
    ///   - azimuth: The direction of the pen's far end in radians, from the x axis towards y.
    @inlinable public init(
        _ position: InkPoint, time: Double, pressure: Double? = nil, tilt: Double? = nil, azimuth: Double? = nil
    ) {
        self.position = position
        self.time = time
        self.pressureOrNaN = pressure ?? .nan
        self.tiltOrNaN = tilt ?? .nan
        self.azimuthOrNaN = azimuth ?? .nan
    }

    /// The pressure of the pen, 0...1, or `nil` if the device measures none.
    @inlinable public var pressure: Double? {
        get { pressureOrNaN.isNaN ? nil : pressureOrNaN }
        set { pressureOrNaN = newValue ?? .nan }
    }

    /// The angle from upright in radians, 0 ... π/2, or `nil` if the device measures none.
    @inlinable public var tilt: Double? {
        get { tiltOrNaN.isNaN ? nil : tiltOrNaN }
        set { tiltOrNaN = newValue ?? .nan }
    }

    /// The direction of the pen's far end in radians from the x axis towards y, or `nil` if the device measures none.
    @inlinable public var azimuth: Double? {
        get { azimuthOrNaN.isNaN ? nil : azimuthOrNaN }
        set { azimuthOrNaN = newValue ?? .nan }
    }

    /// Returns a Boolean value that indicates whether all channels are equal. A channel that both lack counts as equal.
    public static func == (a: StrokePoint, b: StrokePoint) -> Bool {
        a.position == b.position && a.time == b.time && a.pressure == b.pressure && a.tilt == b.tilt
            && a.azimuth == b.azimuth
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(position)
        hasher.combine(time)
        hasher.combine(pressure)
        hasher.combine(tilt)
        hasher.combine(azimuth)
    }
}
