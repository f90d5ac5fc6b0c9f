// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import LockVault

/// Encryption to a passphrase in the format of age, version 1 (C2SP, age.md), with one recipient of type `scrypt`.
///
/// The program `age` reads what ``AgeWriter`` writes, and ``AgeReader`` reads what `age --passphrase` writes.
enum AgeFormat {
    static let versionLine = "age-encryption.org/v1"
    static let chunkBytes = 1 << 16
    static let tagBytes = 16
    static let fileKeyBytes = 16
    /// The salt of the passphrase, and the nonce of the content.
    static let saltBytes = 16
    /// The binary logarithm of the memory of the derivation in KiB.
    static let logN = 18
    /// The maximum of ``logN``: 1 GiB. A higher value in an untrusted file could exhaust the memory.
    static let largestLogN = 20
    static let macLabel = "---"

    /// Derives the key that seals the file key.
    /// - Complexity: O(2^`logN`), with that many KiB of memory.
    static func wrapKey(_ passphrase: Passphrase, salt: [UInt8], logN: Int) throws(AgeError) -> SymmetricKey {
        do {
            return try passphrase.withBytes {
                try KDF.Scrypt.deriveKey(
                    from: $0, salt: Array("\(versionLine)/scrypt".utf8) + salt, outputByteCount: 32,
                    rounds: 1 << logN, blockSize: 8, parallelism: 1, maxMemory: (1 << (logN + 10)) + (1 << 20))
            }
        } catch {
            throw .tooMuchWork
        }
    }

    /// Returns the code that binds the header to the file key.
    static func headerCode(_ header: [UInt8], _ fileKey: SymmetricKey) -> [UInt8] {
        let key = KeyDerivation.key(fileKey, salt: [], info: Array("header".utf8))
        return Array(HMAC<SHA256>.authenticationCode(for: header, using: key))
    }

    static func contentKey(_ fileKey: SymmetricKey, nonce: [UInt8]) -> SymmetricKey {
        KeyDerivation.key(fileKey, salt: nonce, info: Array("payload".utf8))
    }

    /// Returns the nonce of a chunk: its number in 11 bytes, and a mark for the last chunk.
    static func nonce(_ number: UInt64, isLast: Bool) -> ChaChaPoly.Nonce {
        let bytes = [0, 0, 0] + withUnsafeBytes(of: number.bigEndian) { Array($0) } + [isLast ? 1 : 0]
        guard let nonce = try? ChaChaPoly.Nonce(data: bytes) else { preconditionFailure("a nonce has 12 bytes") }
        return nonce
    }

    static let zeroNonce = nonce(0, isLast: false)

    /// Returns base 64 (RFC 4648) without padding.
    static func text(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    /// Converts base 64 without padding to bytes.
    /// - Returns: `nil` unless ``text(_:)`` returns `text` for `count` bytes.
    static func bytes(_ text: Substring, count: Int) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), data.count == count else { return nil }
        let bytes = [UInt8](data)
        return Self.text(bytes) == text ? bytes : nil
    }

    static func random(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }
}

/// The reason why a file in the format of age is not read.
enum AgeError: Error, Hashable {
    /// The file is not in the format, or is not encrypted to a passphrase.
    case notAge
    case wrongPassphrase
    /// The file's derivation takes more memory than allowed.
    case tooMuchWork
    /// The file has been changed or cut off.
    case damaged
}
