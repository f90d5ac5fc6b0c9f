// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import Passcode

/// A passcode on its way to a deriver: UTF-8 in Unicode's normalisation form C, overwritten when the last value that shares it goes.
public struct PasscodeInput: Sendable {
    private let secret: Secret

    /// 64 characters of four bytes, and room for what normalising may add.
    static let byteLimit = 1024

    /// How many bytes it has.
    public var byteCount: Int { secret.count }

    /// Normalises `passcode`, so that a letter typed with its accent and one composed of both are the same.
    /// - Throws: ``VaultError/unfitPasscode`` if it is empty, too long or not UTF-8.
    init(_ passcode: consuming SecretBytes) throws(VaultError) {
        guard 1...Self.byteLimit ~= passcode.count else { throw .unfitPasscode }
        // Everything below U+0300, whose UTF-8 begins with CC, is normalised already (UAX #15).
        if passcode.withBytes({ $0.contains { $0 >= 0xCC } }) {
            // Strings cannot be overwritten: what passes through here stays in freed memory for a while.
            let text = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
            // What is no UTF-8 was repaired.
            guard passcode.withBytes({ text.utf8.elementsEqual($0) }) else { throw .unfitPasscode }
            passcode = SecretBytes(Array(text.precomposedStringWithCanonicalMapping.utf8))
        }
        secret = Secret(passcode)
    }

    /// The same, and of the characters and length that a kind asks for.
    init(_ passcode: consuming SecretBytes, kind: PasscodeKind) throws(VaultError) {
        try self.init(passcode)
        guard fits(kind) else { throw .unfitPasscode }
    }

    func fits(_ kind: PasscodeKind) -> Bool {
        secret.withBytes { bytes in
            // Each character's first byte; the others are 10xxxxxx.
            let length = bytes.count { $0 & 0xC0 != 0x80 }
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return kind.lengths ~= length && (!kind.isNumeric || bytes.allSatisfy { digits ~= $0 })
        }
    }

    /// scrypt (RFC 7914), here and now: 32 bytes.
    /// - Throws: ``VaultError/tooMuchWork`` if the memory for it cannot be had.
    public func derived(by hash: PasscodeHash) throws(VaultError) -> SymmetricKey {
        try derived(cost: hash.cost, salt: hash.salt)
    }

    func derived(cost: ScryptCost, salt: [UInt8]) throws(VaultError) -> SymmetricKey {
        // What scrypt leaves of the passcode lies on this thread's stack.
        defer { SecretMemory.overwriteStack() }
        do {
            return try secret.withBytes { bytes in
                try KDF.Scrypt.deriveKey(
                    from: bytes, salt: salt, outputByteCount: 32, rounds: 1 << Int(cost.logN),
                    blockSize: Int(cost.blockSize), parallelism: Int(cost.parallelism))
            }
        } catch {
            throw .tooMuchWork
        }
    }
}
