// SPDX-License-Identifier: MIT

/// A parser and formatter for the text of a recovery code.
///
/// A code is a number of 128 bits in Crockford's base 32 ("Base 32", 2019) with its check character. There are 26
/// digits of five bits each, the first with three, and the check character, which detects every wrong character and
/// every swap of neighbours.
public struct RecoveryCodeText: Sendable {
    /// The number of digits before the check character.
    public static let digitCount = 26
    /// The number of characters between two dashes of the printed form.
    public static let groupLength = 4
    /// The digits in the order of their values, and the characters that stand only for the remainders 32 to 36.
    public static let alphabet: StaticString = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U"
    /// The check character is the code's remainder in a division by this prime.
    public static let modulus = 37

    private var count = 0
    private var remainder = 0

    /// Creates the reader of an empty text.
    public init() {}

    /// Parses the next character and returns the value of a digit; `nil` for the check character and for characters
    /// that are ignored.
    ///
    /// Letters may be in lower case, O counts as 0, and I and L count as 1. Dashes and white space are ignored.
    /// - Throws: ``RecoveryCodeError`` if no code starts with this text.
    /// - Complexity: O(1).
    public mutating func read(_ scalar: Unicode.Scalar) throws(RecoveryCodeError) -> UInt8? {
        guard !Self.isPassedOver(scalar) else { return nil }
        guard count <= Self.digitCount else { throw .length }
        guard let value = Self.value(of: scalar) else { throw .character }
        if count == Self.digitCount {
            guard remainder == value else { throw .check }
            count += 1
            return nil
        }
        guard value < (count == 0 ? 8 : 32) else { throw .character }
        count += 1
        remainder = (remainder * 32 + value) % Self.modulus
        return UInt8(value)
    }

    /// A Boolean value that indicates whether the text so far is a complete code.
    public var isComplete: Bool { count == Self.digitCount + 1 }

    private static func value(of scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "O", "o": return 0
        case "I", "i", "L", "l": return 1
        default:
            guard scalar.isASCII else { return nil }
            let isSmall = "a"..."z" ~= scalar
            let byte = UInt8(scalar.value) - (isSmall ? 32 : 0)
            return alphabet.withUTF8Buffer { $0.firstIndex(of: byte) }
        }
    }

    /// White space and dash punctuation, as Unicode 16 lists them.
    static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        case 0x2D, 0x058A, 0x05BE, 0x1400, 0x1806, 0x2010...0x2015, 0x2E17, 0x2E1A, 0x2E3A, 0x2E3B, 0x2E40, 0x2E5D: true
        case 0x301C, 0x3030, 0x30A0, 0xFE31, 0xFE32, 0xFE58, 0xFE63, 0xFF0D, 0x10D6E, 0x10EAD: true
        default: false
        }
    }
}

/// An error in the text of a recovery code.
public enum RecoveryCodeError: UInt8, Error, Hashable, Sendable, CaseIterable {
    /// The text does not have 27 characters.
    case length
    /// The text contains a character that recovery codes do not use.
    case character
    /// The check character does not match: the code was mistyped.
    case check
}
