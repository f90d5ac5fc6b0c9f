// SPDX-License-Identifier: MIT
import Crypto

/// HKDF-SHA256 (RFC 5869) to 32 bytes, which leaves no copy of its input behind.
///
/// The library's own `deriveKey` frees the hash function's buffer with the input's bytes in it.
enum KeyDerivation {
    static func key(_ input: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
        var extraction = HMAC<SHA256>(key: SymmetricKey(data: salt))
        extraction.update(data: input)
        let pseudoRandomKey = extraction.finalize()
        // Two blocks of zeros overwrite what the hash function still buffers.
        extraction.update(data: zeros)
        return HKDF<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: 32)
    }

    static func key(_ input: SymmetricKey, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
        input.withUnsafeBytes { key($0, salt: salt, info: info) }
    }

    private static let zeros = [UInt8](repeating: 0, count: 2 * SHA256.blockByteCount)
}
