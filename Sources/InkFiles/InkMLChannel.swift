// SPDX-License-Identifier: MIT

/// One channel of an InkML trace format, and how its values become InkLock's.
struct InkMLChannel {
    /// The channels that mean something to InkLock, as InkML names them.
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

    /// `nil` for a channel that is passed over.
    let name: Name?
    /// Not every sample needs to give it.
    let isIntermittent: Bool
    /// What a sample that gives no value has, in the file's units.
    private(set) var defaultValue: Double?
    private var scale = 1.0
    private var units = Units.other
    /// Points a unit of length.
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

    /// The value in points, milliseconds or radians, by the channel's name; forces as 0 ... 1 where a maximum is known.
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

    /// True for forces without a stated maximum, which can only be scaled when all have been seen.
    var isUnboundedForce: Bool { name == .force && !(maximum.map { $0 > minimum ?? 0 } ?? false) }
}

/// How long a device's unit is.
struct InkMLResolution {
    /// Points a unit.
    var points: Double

    /// From a channel property such as `value="1000" units="1/cm"`: a thousand units a centimetre.
    init?(_ element: MarkupElement) {
        guard element.attributes["name"] == "resolution", let value = element.number("value"), value > 0,
            let units = element.attributes["units"], units.hasPrefix("1/")
        else { return nil }
        points = Self.points(of: units.dropFirst(2)) / value
    }

    /// Points in a unit of length; 1 for device units, pixels and unknown units, as nothing says how long they are.
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
