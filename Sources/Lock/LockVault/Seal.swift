// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// ChaCha20-Poly1305 (RFC 8439) as one byte string: nonce (12), ciphertext, tag (16).
///
/// Without the key the bytes are indistinguishable from random ones.
enum Seal {
    /// The number of bytes that sealing adds.
    static let overhead = 28

    /// Seals bytes.
    /// - Parameter context: The data that identifies the bytes and is authenticated with them.
    static func seal(
        _ plain: some DataProtocol, under key: SymmetricKey, context: [UInt8], random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        // Neither call fails: the nonce has the required length, and the plaintext is far below 256 GiB.
        let nonce = try! ChaChaPoly.Nonce(data: random.bytes(12))
        let box = try! ChaChaPoly.seal(plain, using: key, nonce: nonce, authenticating: context)
        return [UInt8](box.combined)
    }

    /// Opens sealed bytes, passes them to `body`, and overwrites them.
    /// - Returns: The result of `body`; `nil` if the bytes were not sealed under this key and context.
    static func withOpened<Result>(
        _ sealed: [UInt8], under key: SymmetricKey, context: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result?
    ) -> Result? {
        guard var plain = open(sealed, under: key, context: context) else { return nil }
        return plain.withUnsafeMutableBytes { bytes in
            defer { SecretMemory.overwrite(bytes) }
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Returns the plaintext; `nil` if the bytes were not sealed under this key and context.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: context)
    }
}
