// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// A deterministic random number generator: the key stream of ChaCha20 (RFC 8439) under a key for a name, which is
/// HMAC-SHA256 of the name.
///
/// A decoy may be made for each attempt. A block has enough numbers for one without a picture.
struct KeyedStream: RandomNumberGenerator, Sendable {
    private static let zeros = Data(count: 1024)

    private let key: SymmetricKey
    /// The number of the next block.
    private var counter: UInt64 = 0
    private var block = Data()
    private var position = 0

    init(key: SymmetricKey, name: [UInt8]) {
        self.key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: name, using: key))
    }

    mutating func next() -> UInt64 {
        if position == block.count { fill() }
        defer { position += 8 }
        return block.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
    }

    private mutating func fill() {
        let number = withUnsafeBytes(of: counter.littleEndian) { [0, 0, 0, 0] + Array($0) }
        // The nonce has 12 bytes, and the text is short, so neither call fails.
        let nonce = try! ChaChaPoly.Nonce(data: number)
        block = try! ChaChaPoly.seal(Self.zeros, using: key, nonce: nonce).ciphertext
        counter += 1
        position = 0
    }
}
