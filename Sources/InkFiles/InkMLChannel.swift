// SPDX-License-Identifier: MIT

/// One channel of an InkML trace format, and how its values become InkLock's.
struct InkMLChannel {
    var name: String
    /// Not every sample needs to give it.
    var isIntermittent: Bool
    /// What a sample that gives no value has, in the file's units.
    var defaultValue: Double?
    private var scale: Double
    private var units: String?
    private(set) var minimum: Double?
    private(set) var maximum: Double?

    init(_ name: String) {
        self.name = name
        isIntermittent = false
        scale = 1
    }

    init(_ element: MarkupElement, isIntermittent: Bool) {
        name = element.attributes["name"] ?? ""
        self.isIntermittent = isIntermittent
        units = element.attributes["units"]
        defaultValue = element.number("default") ?? (element.attributes["default"] == "T" ? 1 : nil)
        minimum = element.number("min")
        maximum = element.number("max")
        scale = element.attributes["orientation"] == "-ve" ? -1 : 1
    }

    /// The value in points, milliseconds or radians, by the channel's name; forces as 0 ... 1 where a maximum is known.
    func value(_ number: Double, resolution: InkMLResolution?) -> Double {
        switch name {
        case "X", "Y": number * scale * (resolution?.points ?? InkMLResolution.points(of: units))
        case "T": units == "s" ? number * 1000 : number
        case "F":
            if let maximum, maximum > minimum ?? 0 {
                (number - (minimum ?? 0)) / (maximum - (minimum ?? 0))
            } else {
                number
            }
        case "OTx", "OTy", "OA", "OE": units == "rad" ? number : number * .pi / 180
        default: number
        }
    }

    /// True for forces without a stated maximum, which can only be scaled when all have been seen.
    var isUnboundedForce: Bool { name == "F" && !(maximum.map { $0 > minimum ?? 0 } ?? false) }
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
        points = Self.points(of: String(units.dropFirst(2))) / value
    }

    /// Points in a unit of length; 1 for device units, pixels and unknown units, as nothing says how long they are.
    static func points(of units: String?) -> Double {
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
