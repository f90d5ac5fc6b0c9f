// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// Numbers below the order n of P-256's group (SP 800-186 §3.2.1.3), as 32 bytes, the most significant first.
enum ScalarP256 {
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Returns whether a number is the smaller one of itself and its negative: whether it is at most n − itself.
    static func isLow(_ scalar: some Collection<UInt8>) -> Bool {
        !negated(Array(scalar)).lexicographicallyPrecedes(scalar)
    }

    /// Returns the smaller one of a number and its negative.
    static func low(_ scalar: some Collection<UInt8>) -> [UInt8] {
        isLow(scalar) ? Array(scalar) : negated(Array(scalar))
    }

    /// Returns n − `scalar`, modulo 2²⁵⁶.
    private static func negated(_ scalar: [UInt8]) -> [UInt8] {
        var result = order
        var borrow = 0
        for i in order.indices.reversed() {
            let difference = Int(order[i]) - Int(scalar[i]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[i] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}

extension P256.Signing.ECDSASignature {
    /// The signature with the smaller one of the two values of s that ECDSA accepts.
    ///
    /// Anyone can compute the other value without the key. A verifier that requires the smaller value rejects such a
    /// change.
    public var withLowS: P256.Signing.ECDSASignature {
        let bytes = Array(rawRepresentation)
        let low = bytes.prefix(32) + ScalarP256.low(bytes.suffix(32))
        return (try? Self(rawRepresentation: Data(low))) ?? self
    }
}
