// SPDX-License-Identifier: MIT
import InkGeometry

/// One sample of a pen, a finger or a mouse, as the device reported it.
///
/// 48 bytes: the optional channels are kept as NaN where the device has none.
@frozen public struct StrokePoint: Hashable, Sendable {
    /// Where, in points.
    public var position: Point
    /// Seconds since the stroke's first sample.
    public var time: Double
    @usableFromInline var pressureOrNaN: Double
    @usableFromInline var tiltOrNaN: Double
    @usableFromInline var azimuthOrNaN: Double

    /// - Parameters:
    ///   - position: in points.
    ///   - time: seconds since the stroke's first sample.
    ///   - pressure: 0...1, or `nil` from a device that measures none.
    ///   - tilt: radians from upright, 0 (upright) ... π/2 (flat).
    ///   - azimuth: radians from the x axis towards y, where the pen's far end points.
    @inlinable public init(
        _ position: Point, time: Double, pressure: Double? = nil, tilt: Double? = nil, azimuth: Double? = nil
    ) {
        self.position = position
        self.time = time
        self.pressureOrNaN = pressure ?? .nan
        self.tiltOrNaN = tilt ?? .nan
        self.azimuthOrNaN = azimuth ?? .nan
    }

    /// How hard the pen pressed, 0...1; `nil` where the device measures none.
    @inlinable public var pressure: Double? {
        get { pressureOrNaN.isNaN ? nil : pressureOrNaN }
        set { pressureOrNaN = newValue ?? .nan }
    }

    /// Radians from upright, 0 ... π/2; `nil` where the device measures none.
    @inlinable public var tilt: Double? {
        get { tiltOrNaN.isNaN ? nil : tiltOrNaN }
        set { tiltOrNaN = newValue ?? .nan }
    }

    /// Radians from the x axis towards y; `nil` where the device measures none.
    @inlinable public var azimuth: Double? {
        get { azimuthOrNaN.isNaN ? nil : azimuthOrNaN }
        set { azimuthOrNaN = newValue ?? .nan }
    }

    /// Equal when every channel is; a channel that both lack counts as equal.
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
