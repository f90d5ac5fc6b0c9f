// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// A recovery code: 128 random bits to print and keep in a safe place, which open a vault when all other methods fail.
///
/// `RecoveryCodeText` describes the text form, which is printed in groups of four characters.
public struct RecoveryCode: Hashable, Sendable {
    /// The 16 bytes of the code.
    let secret: SharedSecretBytes

    static let byteCount = 16

    init(random: inout some RandomNumberGenerator) { secret = SharedSecretBytes(random.secret(Self.byteCount)) }

    /// Creates a code, or returns `nil` unless there are 16 bytes.
    init?(secret: [UInt8]) {
        guard secret.count == Self.byteCount else { return nil }
        self.secret = SharedSecretBytes(SecretBytes(secret))
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
            for i in 0...RecoveryCodeText.digitCount {
                if i > 0 && i % RecoveryCodeText.groupLength == 0 { text += "-" }
                let value = i < RecoveryCodeText.digitCount ? Self.digit(i, of: secret) : Self.remainder(of: secret)
                text.unicodeScalars.append(
                    RecoveryCodeText.alphabet.withUTF8Buffer { Unicode.Scalar($0[value]) })
            }
            return text
        }
    }

    /// Parses a code as people type it: lower-case letters, the letter O for zero, I and L for one, dashes and spaces
    /// in any place or none.
    /// - Throws: `RecoveryCodeError` for an error that is detectable without the vault.
    public init(_ text: String) throws(RecoveryCodeError) {
        var fault: RecoveryCodeError?
        let secret = SecretBytes(capacity: Self.byteCount) { secret in
            do throws(RecoveryCodeError) { try Self.read(text, into: secret) } catch { fault = error }
        }
        if let fault { throw fault }
        self.secret = SharedSecretBytes(secret)
    }

    private static func read(
        _ text: String, into secret: UnsafeMutableRawBufferPointer
    ) throws(RecoveryCodeError) {
        var reader = RecoveryCodeText()
        for scalar in text.unicodeScalars {
            if let digit = try reader.read(scalar) { append(digit, to: secret) }
        }
        guard reader.isComplete else { throw .length }
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

    /// Returns the secret as one number, modulo `RecoveryCodeText.modulus`.
    private static func remainder(of secret: some Sequence<UInt8>) -> Int {
        secret.reduce(0) { ($0 * 256 + Int($1)) % RecoveryCodeText.modulus }
    }
}

extension RecoveryCode: CustomStringConvertible, CustomReflectable {
    /// The type's name. The code must not appear in logs.
    public var description: String { "RecoveryCode" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
