// SPDX-License-Identifier: MIT

/// Which digit stands on which place of a keypad. Places count in reading order, the last one is where "0" usually is.
public struct KeypadOrder: Hashable, Sendable {
    /// Ten digits, by place.
    public let digits: [UInt8]

    /// 1 to 9, then 0: the order of telephones (ITU-T E.161), from left to right in every language.
    public static var ordered: KeypadOrder { KeypadOrder(digits: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]) }

    /// How many random bytes ``init(scrambledBy:)`` takes.
    public static var randomByteCount: Int { 16 }

    /// An order that an onlooker or smudges cannot tell digits by.
    ///
    /// Each of the 10! orders is as likely as the others, to within 2⁻¹⁰⁶, if the bytes are random.
    /// - Parameter randomBytes: ``randomByteCount`` fresh random bytes for every time the pad appears.
    /// - Returns: `nil` for fewer or more bytes.
    public init?(scrambledBy randomBytes: [UInt8]) {
        guard randomBytes.count == Self.randomByteCount else { return nil }
        // The bytes are one number; its remainders by 10, 9, … say which of the remaining digits comes next.
        var number = randomBytes
        var remaining = Self.ordered.digits
        var chosen: [UInt8] = []
        while !remaining.isEmpty {
            var remainder = 0
            for i in number.indices {
                let value = remainder * 256 + Int(number[i])
                number[i] = UInt8(value / remaining.count)
                remainder = value % remaining.count
            }
            chosen.append(remaining.remove(at: remainder))
        }
        self.init(digits: chosen)
    }

    private init(digits: [UInt8]) { self.digits = digits }

    /// The letters that stand under a digit (ITU-T E.161); none under 0 and 1.
    public static func letters(under digit: Int) -> StaticString {
        switch digit {
        case 2: "ABC"
        case 3: "DEF"
        case 4: "GHI"
        case 5: "JKL"
        case 6: "MNO"
        case 7: "PQRS"
        case 8: "TUV"
        case 9: "WXYZ"
        default: ""
        }
    }
}
