// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// ChaCha20-Poly1305 (RFC 8439) in one string of bytes: nonce (12), ciphertext, tag (16).
///
/// Without the key the bytes look like random ones.
enum Seal {
    /// How much longer the sealed bytes are.
    static let overhead = 28

    /// - Parameter context: what the bytes are, authenticated with them.
    static func seal(
        _ plain: some DataProtocol, under key: SymmetricKey, context: [UInt8], random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        // Neither fails: the nonce has the length it must have, and the plaintext is far below 256 GiB.
        let nonce = try! ChaChaPoly.Nonce(data: random.bytes(12))
        let box = try! ChaChaPoly.seal(plain, using: key, nonce: nonce, authenticating: context)
        return [UInt8](box.combined)
    }

    /// Opens sealed bytes, lends them to `body`, and overwrites them.
    /// - Returns: what `body` gives; `nil` for bytes that were not sealed under this key as this.
    static func withOpened<Result>(
        _ sealed: [UInt8], under key: SymmetricKey, context: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result?
    ) -> Result? {
        guard var plain = open(sealed, under: key, context: context) else { return nil }
        return plain.withUnsafeMutableBytes { bytes in
            defer { SecretMemory.overwrite(bytes) }
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// - Returns: `nil` for bytes that were not sealed under this key as this.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: context)
    }
}
