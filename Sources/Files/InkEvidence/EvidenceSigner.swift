// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// A private key of the app that signs evidence, for example from the Secure Enclave or an unlocked vault.
///
/// The keys of swift-crypto conform. A key that a device protects can conform with two members:
///
/// ```swift
/// extension SecureEnclave.P256.Signing.PrivateKey: EvidenceSigner {
///     public var evidenceKey: EvidenceKey { EvidenceKey(publicKey) }
///     public func evidenceSignature(for message: [UInt8]) throws -> [UInt8] {
///         Array(try signature(for: message).rawRepresentation)
///     }
/// }
/// ```
public protocol EvidenceSigner {
    /// The public key of the signatures.
    var evidenceKey: EvidenceKey { get }

    /// Returns a signature of 64 bytes: an Ed25519 signature, or r and s of ECDSA with SHA-256.
    func evidenceSignature(for message: [UInt8]) async throws -> [UInt8]
}

extension Curve25519.Signing.PrivateKey: EvidenceSigner {
    public var evidenceKey: EvidenceKey { EvidenceKey(publicKey) }

    public func evidenceSignature(for message: [UInt8]) throws -> [UInt8] { Array(try signature(for: message)) }
}

extension P256.Signing.PrivateKey: EvidenceSigner {
    public var evidenceKey: EvidenceKey { EvidenceKey(publicKey) }

    public func evidenceSignature(for message: [UInt8]) throws -> [UInt8] {
        Array(try signature(for: message).rawRepresentation)
    }
}
