// SPDX-License-Identifier: MIT
import Crypto

/// HKDF-SHA256 (RFC 5869) with 32 bytes of output. It leaves no copy of its input in memory.
///
/// Swift Crypto's `deriveKey` frees the hash function's buffer without erasing it. Use this type to derive further keys
/// from a device key.
public enum KeyDerivation {
    /// Derives a key from secret bytes.
    /// - Parameters:
    ///   - input: The secret: at least 16 bytes that cannot be guessed.
    ///   - salt: Public bytes, which may be empty.
    ///   - info: The purpose of the key. Each purpose gives a different key.
    /// - Returns: A key of 256 bits.
    /// - Complexity: O(bytes).
    public static func key(_ input: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
        var extraction = HMAC<SHA256>(key: SymmetricKey(data: salt))
        extraction.update(data: input)
        let pseudoRandomKey = extraction.finalize()
        // Two blocks of zeros overwrite what the hash function still buffers.
        extraction.update(data: zeros)
        // The only block of the expansion.
        var expansion = HMAC<SHA256>(key: SymmetricKey(data: pseudoRandomKey))
        expansion.update(data: info + [1])
        return SymmetricKey(data: expansion.finalize())
    }

    /// Derives a key from another one; see ``key(_:salt:info:)-(UnsafeRawBufferPointer,_,_)``.
    /// - Parameters:
    ///   - input: The secret.
    ///   - salt: Public bytes, which may be empty.
    ///   - info: The purpose of the key.
    /// - Returns: A key of 256 bits.
    /// - Complexity: O(bytes).
    public static func key(_ input: SymmetricKey, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
        input.withUnsafeBytes { key($0, salt: salt, info: info) }
    }

    private static let zeros = [UInt8](repeating: 0, count: 2 * SHA256.blockByteCount)
}

extension KeyDerivation {
    /// Derives a key for one purpose within a vault.
    static func key(_ input: UnsafeRawBufferPointer, salt: [UInt8], purpose: String) -> SymmetricKey {
        key(input, salt: salt, info: Array("InkLock vault 1 ".utf8) + Array(purpose.utf8))
    }

    /// Derives a key for one purpose within a vault.
    static func key(_ input: SymmetricKey, salt: [UInt8], purpose: String) -> SymmetricKey {
        input.withUnsafeBytes { key($0, salt: salt, purpose: purpose) }
    }
}
