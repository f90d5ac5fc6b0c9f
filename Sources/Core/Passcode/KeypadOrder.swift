// SPDX-License-Identifier: MIT

/// The order of the digits on a keypad. Positions count in reading order; the last one is that of "0" on a telephone.
public struct KeypadOrder: Hashable, Sendable {
    /// The ten digits by position.
    public let digits: [UInt8]

    /// The digits 1 to 9, then 0: the order of telephones (ITU-T E.161), from left to right in every language.
    public static var ordered: KeypadOrder { KeypadOrder(digits: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]) }

    /// The number of random bytes that ``init(scrambledBy:)`` takes.
    public static var randomByteCount: Int { 16 }

    /// Creates a random order, from which neither an onlooker nor smudges reveal the digits.
    ///
    /// Each of the 10! orders is equally likely to within 2⁻¹⁰⁶ if the bytes are random.
    /// - Parameter randomBytes: Fresh random bytes, ``randomByteCount`` of them, for each appearance of the keypad.
    /// - Returns: `nil` for any other number of bytes.
    public init?(scrambledBy randomBytes: [UInt8]) {
        guard randomBytes.count == Self.randomByteCount else { return nil }
        // The bytes form one number. Its remainders by 10, 9, … select the next of the remaining digits.
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

    /// Returns the letters under a digit (ITU-T E.161), which are empty for 0 and 1.
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
