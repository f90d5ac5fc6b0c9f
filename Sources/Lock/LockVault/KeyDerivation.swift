// SPDX-License-Identifier: MIT
import Crypto

/// HKDF-SHA256 (RFC 5869) to 32 bytes, which leaves no copy of its input behind.
///
/// The library's own `deriveKey` frees the hash function's buffer with the input's bytes in it. A service that derives keys of
/// its own from a device key uses this.
public enum KeyDerivation {
    /// Derives a key from secret bytes.
    /// - Parameters:
    ///   - input: the secret; at least 16 bytes that cannot be guessed.
    ///   - salt: any bytes that are not secret; may be empty.
    ///   - info: what the key is for. Each purpose has another key.
    /// - Returns: 256 bits.
    /// - Complexity: O(bytes).
    public static func key(_ input: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
        var extraction = HMAC<SHA256>(key: SymmetricKey(data: salt))
        extraction.update(data: input)
        let pseudoRandomKey = extraction.finalize()
        // Two blocks of zeros overwrite what the hash function still buffers.
        extraction.update(data: zeros)
        return HKDF<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: 32)
    }

    /// Derives a key from another one; see ``key(_:salt:info:)-(UnsafeRawBufferPointer,_,_)``.
    /// - Parameters:
    ///   - input: the secret.
    ///   - salt: any bytes that are not secret; may be empty.
    ///   - info: what the key is for.
    /// - Returns: 256 bits.
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
