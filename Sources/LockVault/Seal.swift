// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// ChaCha20-Poly1305 (RFC 8439) in one string of bytes: nonce (12), ciphertext, tag (16).
///
/// To whoever lacks the key the bytes look like random ones.
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

    /// - Returns: `nil` for bytes that were not sealed under this key as this.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: context)
    }
}
