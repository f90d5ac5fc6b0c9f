// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import Passcode

/// A passcode for a deriver: UTF-8 in Unicode's normalisation form C. It is overwritten when the last value that shares
/// it is destroyed.
public struct PasscodeInput: Sendable {
    private let secret: SharedSecretBytes

    /// The maximum number of bytes: 64 characters of four bytes, and room for the growth by normalisation.
    static let byteLimit = 1024

    /// The number of bytes.
    public var byteCount: Int { secret.count }

    /// Normalises `passcode`, so that a precomposed letter and a letter with a combining accent are equal.
    /// - Throws: ``VaultError/invalidPasscode`` if it is empty, too long or not UTF-8.
    init(_ passcode: consuming SecretBytes) throws(VaultError) {
        guard 1...Self.byteLimit ~= passcode.count else { throw .invalidPasscode }
        // All characters below U+0300, whose UTF-8 begins with CC, are normalised already (UAX #15).
        if passcode.withBytes({ $0.contains { $0 >= 0xCC } }) {
            // Strings cannot be overwritten: their contents stay in freed memory for a while.
            let text = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
            // Decoding replaces bytes that are not UTF-8, so the result differs.
            guard passcode.withBytes({ text.utf8.elementsEqual($0) }) else { throw .invalidPasscode }
            passcode = SecretBytes(Array(text.precomposedStringWithCanonicalMapping.utf8))
        }
        secret = SharedSecretBytes(passcode)
    }

    /// Normalises `passcode` and checks that it has the characters and the length of `kind`.
    init(_ passcode: consuming SecretBytes, kind: PasscodeKind) throws(VaultError) {
        try self.init(passcode)
        guard fits(kind) else { throw .invalidPasscode }
    }

    func fits(_ kind: PasscodeKind) -> Bool {
        secret.withBytes { bytes in
            // Counts the first byte of each character; the others are 10xxxxxx.
            let length = bytes.count { $0 & 0xC0 != 0x80 }
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return kind.lengths ~= length && (!kind.isNumeric || bytes.allSatisfy { digits ~= $0 })
        }
    }

    /// Returns the key that scrypt (RFC 7914) derives: 32 bytes. Runs on the current thread.
    /// - Throws: ``VaultError/tooMuchWork`` if there is not enough memory.
    public func derived(by hash: PasscodeHash) throws(VaultError) -> SymmetricKey {
        try derived(cost: hash.cost, salt: hash.salt)
    }

    func derived(cost: ScryptCost, salt: [UInt8]) throws(VaultError) -> SymmetricKey {
        // scrypt leaves parts of the passcode on this thread's stack.
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
