// SPDX-License-Identifier: MIT

/// A channel of an InkML trace format, and the conversion of its values.
struct InkMLChannel {
    /// The supported channels.
    enum Name {
        case x, y, time, force, elevation, azimuth, tiltX, tiltY

        init?(_ text: FileText?) {
            switch text {
            case "X": self = .x
            case "Y": self = .y
            case "T": self = .time
            case "F": self = .force
            case "OE": self = .elevation
            case "OA": self = .azimuth
            case "OTx": self = .tiltX
            case "OTy": self = .tiltY
            default: return nil
            }
        }
    }

    private enum Units { case seconds, radians, other }

    /// The channel's name; `nil` for a channel that is ignored.
    let name: Name?
    /// A Boolean value that indicates whether samples may omit the channel.
    let isIntermittent: Bool
    /// The value of a sample that omits the channel, in the file's units.
    private(set) var defaultValue: Double?
    private var scale = 1.0
    private var units = Units.other
    /// Points per unit of length.
    private var points = 1.0
    private var minimum: Double?
    private var maximum: Double?

    init(_ name: Name) {
        self.name = name
        isIntermittent = false
    }

    init(_ element: MarkupElement, isIntermittent: Bool) {
        name = Name(element.attributes["name"])
        self.isIntermittent = isIntermittent
        let units = element.attributes["units"]
        self.units = units == "s" ? .seconds : units == "rad" ? .radians : .other
        points = InkMLResolution.points(of: units)
        defaultValue = element.number("default") ?? (element.attributes["default"] == "T" ? 1 : nil)
        minimum = element.number("min")
        maximum = element.number("max")
        scale = element.attributes["orientation"] == "-ve" ? -1 : 1
    }

    /// Returns the value in points, milliseconds or radians, depending on the channel; forces as 0...1 if the maximum
    /// is known.
    func value(_ number: Double, resolution: InkMLResolution?) -> Double {
        switch name {
        case .x, .y: return number * scale * (resolution?.points ?? points)
        case .time: return units == .seconds ? number * 1000 : number
        case .force:
            guard let maximum, maximum > minimum ?? 0 else { return number }
            return (number - (minimum ?? 0)) / (maximum - (minimum ?? 0))
        case .elevation, .azimuth, .tiltX, .tiltY: return units == .radians ? number : number * .pi / 180
        case nil: return number
        }
    }

    /// A Boolean value that indicates whether this is a force without a stated maximum, which can be scaled only when
    /// all values are known.
    var isUnboundedForce: Bool { name == .force && !(maximum.map { $0 > minimum ?? 0 } ?? false) }
}

/// The resolution of a device.
struct InkMLResolution {
    /// Points per unit.
    var points: Double

    /// Creates a resolution from a channel property such as `value="1000" units="1/cm"`: a thousand units per
    /// centimetre.
    init?(_ element: MarkupElement) {
        guard element.attributes["name"] == "resolution", let value = element.number("value"), value > 0,
            let units = element.attributes["units"], units.hasPrefix("1/")
        else { return nil }
        points = Self.points(of: units.dropFirst(2)) / value
    }

    /// Returns the points per unit of length; 1 for device units, pixels and unknown units, whose length is unknown.
    static func points(of units: FileText?) -> Double {
        switch units {
        case "m": 72 / 0.0254
        case "cm": 72 / 2.54
        case "mm": 72 / 25.4
        case "himetric": 72 / 2540
        case "in": 72
        case "pc": 12
        default: 1
        }
    }
}
