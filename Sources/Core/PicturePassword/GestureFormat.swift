// SPDX-License-Identifier: MIT

/// The constants of the byte form of gestures, templates and replay guards. docs/SPEC.md specifies every byte.
enum GestureFormat {
    static var gestureMagic: [UInt8] { [0x49, 0x4E, 0x4B, 0x47] }  // INKG
    static var templateMagic: [UInt8] { [0x49, 0x4E, 0x4B, 0x54] }  // INKT
    static var guardMagic: [UInt8] { [0x49, 0x4E, 0x4B, 0x52] }  // INKR
    /// The version of gestures, replay guards, and templates of the rule of squares.
    static var version: UInt8 { 1 }
    /// The version of templates that name another verifier.
    static var namedVersion: UInt8 { 2 }
    /// The version of templates with drawings that were added after the enrolment.
    static var adaptedVersion: UInt8 { 3 }

    static func version(of template: GestureTemplate) -> UInt8 {
        if template.adaptedCount > 0 { return adaptedVersion }
        return template.verifier == .raster ? version : namedVersion
    }

    /// The resolution of positions: 1/16 of a picture unit, which is 1/20 of a millimetre on a phone.
    static var stepsPerUnit: Double { 16 }
    /// The range of positions in steps: ±2²⁰ picture units, 3,000 times the picture's shorter side.
    static var positionSteps: ClosedRange<Int64> { -16_777_216...16_777_216 }
    /// The resolution of times: one millisecond.
    static var stepsPerSecond: Double { 1000 }
    /// The range of times in steps: 2²⁰ seconds, or twelve days, from the first touch.
    static var timeSteps: ClosedRange<Int64> { 0...1_048_576_000 }

    /// Returns the nearest whole number of steps. Halves round up. `value` must be a number.
    static func steps(_ value: Double, _ perUnit: Double, within range: ClosedRange<Int64>) -> Int64 {
        let scaled = (value * perUnit + 0.5).rounded(.down)
        guard scaled > Double(range.lowerBound) else { return range.lowerBound }
        guard scaled < Double(range.upperBound) else { return range.upperBound }
        return Int64(scaled)
    }
}

extension GesturePart.Kind {
    /// The code of this kind: 0 and 1 for paths, 2 to 6 for taps, then an app's own kinds.
    var code: UInt64 {
        switch self {
        case .path(let isClosed): return isClosed ? 1 : 0
        case .tap(let count): return 1 + UInt64(min(max(count, 1), GestureParser.maximumTapCount))
        case .other(let number): return Self.otherCodes.lowerBound + UInt64(number)
        }
    }

    /// - Parameter code: A code in ``codes``.
    init(code: UInt64) {
        if code < 2 {
            self = .path(isClosed: code == 1)
        } else if code < Self.otherCodes.lowerBound {
            self = .tap(count: Int(code) - 1)
        } else {
            self = .other(UInt16(truncatingIfNeeded: code - Self.otherCodes.lowerBound))
        }
    }

    static var codes: ClosedRange<UInt64> { 0...otherCodes.upperBound }

    private static var otherCodes: ClosedRange<UInt64> { 7...65_542 }
}
