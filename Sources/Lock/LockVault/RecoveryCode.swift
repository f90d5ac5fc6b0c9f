// SPDX-License-Identifier: MIT
import Crypto
import Passcode

/// A recovery code: 128 random bits to print and keep in a safe place, which open a vault when all other methods fail.
///
/// The text form is Crockford's base 32 ("Base 32", 2019) with its check character, in groups of four. There are 26
/// digits of five bits each, the first with three, and the check character, which detects every wrong character and
/// every swap of neighbours.
public struct RecoveryCode: Hashable, Sendable {
    /// The 16 bytes of the code.
    let secret: KeptSecret

    static let byteCount = 16
    private static let digitCount = 26
    private static let groupLength = 4
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U".utf8)

    init(random: inout some RandomNumberGenerator) { secret = KeptSecret(random.secret(Self.byteCount)) }

    /// Creates a code, or returns `nil` unless there are 16 bytes.
    init?(secret: [UInt8]) {
        guard secret.count == Self.byteCount else { return nil }
        self.secret = KeptSecret(SecretBytes(secret))
    }

    /// The input of the HKDF that derives the key of the code's slot.
    var key: SymmetricKey { secret.withBytes { SymmetricKey(data: $0) } }

    public static func == (a: RecoveryCode, b: RecoveryCode) -> Bool { a.secret.isEqual(to: b.secret) }

    public func hash(into hasher: inout Hasher) {
        secret.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The text to print: `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXX`.
    public var text: String {
        secret.withBytes { secret in
            var text = ""
            for i in 0...Self.digitCount {
                if i > 0 && i % Self.groupLength == 0 { text += "-" }
                let value = i < Self.digitCount ? Self.digit(i, of: secret) : Self.remainder(of: secret)
                text.unicodeScalars.append(Unicode.Scalar(Self.alphabet[value]))
            }
            return text
        }
    }

    /// Parses a code as people type it: lower-case letters, the letter O for zero, I and L for one, dashes and spaces
    /// in any place or none.
    /// - Throws: ``RecoveryCodeError`` for an error that is detectable without the vault.
    public init(_ text: String) throws(RecoveryCodeError) {
        var fault: RecoveryCodeError?
        let secret = SecretBytes(capacity: Self.byteCount) { secret in
            do throws(RecoveryCodeError) { try Self.read(text, into: secret) } catch { fault = error }
        }
        if let fault { throw fault }
        self.secret = KeptSecret(secret)
    }

    private static func read(
        _ text: String, into secret: UnsafeMutableRawBufferPointer
    ) throws(RecoveryCodeError) {
        var count = 0
        for scalar in text.unicodeScalars where !isPassedOver(scalar) {
            guard count <= digitCount else { throw .length }
            guard let value = value(of: scalar) else { throw .character }
            if count == digitCount {
                guard remainder(of: secret) == value else { throw .check }
            } else {
                guard value < (count == 0 ? 8 : 32) else { throw .character }
                append(UInt8(value), to: secret)
            }
            count += 1
        }
        guard count == digitCount + 1 else { throw .length }
    }

    /// Returns the digit at `index` from the left: bits 5·index − 2 to 5·index + 2 of the secret, the highest first.
    private static func digit(_ index: Int, of secret: UnsafeBufferPointer<UInt8>) -> Int {
        (5 * index - 2..<5 * index + 3).reduce(0) { value, bit in
            bit < 0 ? value : value << 1 | Int(secret[bit / 8] >> UInt8(7 - bit % 8) & 1)
        }
    }

    /// Shifts the secret left by five bits and appends `digit`.
    private static func append(_ digit: UInt8, to secret: UnsafeMutableRawBufferPointer) {
        var carry = digit
        for i in secret.indices.reversed() {
            let out = secret[i] >> 3
            secret[i] = secret[i] << 5 | carry
            carry = out
        }
    }

    /// Returns the secret as one number, modulo 37.
    private static func remainder(of secret: some Sequence<UInt8>) -> Int {
        secret.reduce(0) { ($0 * 256 + Int($1)) % 37 }
    }

    private static func value(of scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "O", "o": return 0
        case "I", "i", "L", "l": return 1
        default:
            guard scalar.isASCII else { return nil }
            let isSmall = "a"..."z" ~= scalar
            let byte = UInt8(scalar.value) - (isSmall ? 32 : 0)
            return alphabet.firstIndex(of: byte)
        }
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "-" || scalar.properties.generalCategory == .dashPunctuation
    }
}

/// An error in the text of a recovery code.
public enum RecoveryCodeError: UInt8, Error, Hashable, Sendable {
    /// The text does not have 27 characters.
    case length
    /// The text contains a character that recovery codes do not use.
    case character
    /// The check character does not match: the code was mistyped.
    case check
}

extension RecoveryCode: CustomStringConvertible, CustomReflectable {
    /// The type's name. The code must not appear in logs.
    public var description: String { "RecoveryCode" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
