// SPDX-License-Identifier: MIT
import Crypto
import Foundation

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
