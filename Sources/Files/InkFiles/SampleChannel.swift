// SPDX-License-Identifier: MIT
import InkStroke

/// A number that a sample has or may have, called as in InkLock's own JSON.
package enum SampleChannel: String, CaseIterable {
    case x
    case y
    case time
    case pressure
    case tilt
    case azimuth

    init?(name: FileText) {
        switch name {
        case "x": self = .x
        case "y": self = .y
        case "time": self = .time
        case "pressure": self = .pressure
        case "tilt": self = .tilt
        case "azimuth": self = .azimuth
        default: return nil
        }
    }

    var isRequired: Bool { self == .x || self == .y || self == .time }

    func value(of point: StrokePoint) -> Double? {
        switch self {
        case .x: point.position.x
        case .y: point.position.y
        case .time: point.time
        case .pressure: point.pressure
        case .tilt: point.tilt
        case .azimuth: point.azimuth
        }
    }

    func set(_ value: Double, of point: inout StrokePoint) {
        switch self {
        case .x: point.position.x = value
        case .y: point.position.y = value
        case .time: point.time = value
        case .pressure: point.pressure = value
        case .tilt: point.tilt = value
        case .azimuth: point.azimuth = value
        }
    }
}
