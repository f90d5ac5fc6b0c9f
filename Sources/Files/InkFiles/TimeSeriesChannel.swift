// SPDX-License-Identifier: MIT

/// A channel of ISO/IEC 19794-7, in the standard's order.
public enum TimeSeriesChannel: Int, Hashable, Sendable, CaseIterable {
    /// The position from left to right, in metres.
    case x
    /// The position from bottom to top, in metres.
    case y
    /// The height above the surface, in metres.
    case z
    /// The velocity along x, in metres per second.
    case velocityX
    /// The velocity along y, in metres per second.
    case velocityY
    /// The acceleration along x, in metres per second squared.
    case accelerationX
    /// The acceleration along y, in metres per second squared.
    case accelerationY
    /// The time since the first sample, in seconds.
    case time
    /// The time since the preceding sample, in seconds.
    case timeDifference
    /// The force of the tip, in newtons.
    case force
    /// The tip switch: 1 while the pen touches the surface, else 0.
    case tipSwitch
    /// The tilt along x, in degrees.
    case tiltX
    /// The tilt along y, in degrees.
    case tiltY
    /// The azimuth, in degrees.
    case azimuth
    /// The elevation above the surface, in degrees.
    case elevation
    /// The rotation about the pen's axis, in degrees.
    case rotation

    /// The bit of the channel in the two bytes that state which channels a record has.
    var bit: UInt16 { 0x8000 >> UInt16(rawValue) }

    /// A Boolean value that indicates whether values can be negative.
    public var isSigned: Bool {
        switch self {
        case .x, .y, .velocityX, .velocityY, .accelerationX, .accelerationY, .tiltX, .tiltY: true
        case .z, .time, .timeDifference, .force, .tipSwitch, .azimuth, .elevation, .rotation: false
        }
    }

    /// The values that the full format can store.
    public var fullRange: ClosedRange<Int32> {
        self == .tipSwitch ? 0...255 : isSigned ? -32_768...32_767 : 0...65_535
    }

    /// The values that the compact format can store.
    public var compactRange: ClosedRange<Int32> { isSigned ? -128...127 : 0...255 }
}
