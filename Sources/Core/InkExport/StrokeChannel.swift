// SPDX-License-Identifier: MIT
import InkStroke

/// A column of optional values in the compact format.
enum StrokeChannel: UInt8 {
    case pressure = 0
    case tilt = 1
    case azimuth = 2

    /// The presence of a channel in a stroke's samples, as two bits in the stroke's first byte.
    enum Presence: UInt8 {
        case none = 0
        case all = 1
        /// A bit map precedes the values.
        case some = 2
    }

    static var count: UInt8 { 3 }

    /// The position of this channel's ``Presence`` in a stroke's first byte.
    var shift: UInt8 { 2 * rawValue }

    /// The number of steps per unit: full pressure, or one radian.
    var steps: Double { self == .pressure ? 1023 : 1000 }

    func value(of point: StrokePoint) -> Double? {
        switch self {
        case .pressure: return point.pressure
        case .tilt: return point.tilt
        case .azimuth: return point.azimuth
        }
    }

    func set(_ value: Double, of point: inout StrokePoint) {
        switch self {
        case .pressure: point.pressure = value
        case .tilt: point.tilt = value
        case .azimuth: point.azimuth = value
        }
    }

    func presence(in points: [StrokePoint]) -> Presence {
        var having = 0
        for point in points where value(of: point) != nil { having += 1 }
        return having == 0 ? .none : having == points.count ? .all : .some
    }
}
