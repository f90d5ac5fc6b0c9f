// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation

/// A private key that signs documents.
///
/// The keys of swift-crypto conform.
public protocol DocumentSigner {
    /// The algorithm of the signatures.
    var documentAlgorithm: DocumentAlgorithm { get }
    /// The public key as a SubjectPublicKeyInfo (RFC 5280 §4.1) in DER.
    var documentPublicKey: [UInt8] { get }

    /// Returns a signature over the message: in DER for ECDSA (RFC 3279 §2.2.3), and unencoded for RSA.
    func documentSignature(for message: [UInt8]) async throws -> [UInt8]
}

/// A signature algorithm. The digest is SHA-256.
public enum DocumentAlgorithm: Hashable, Sendable {
    /// ECDSA on P-256.
    case ecdsa
    /// RSASSA-PKCS1-v1_5, which every PDF reader supports.
    case rsa
}

extension P256.Signing.PrivateKey: DocumentSigner {
    public var documentAlgorithm: DocumentAlgorithm { .ecdsa }
    public var documentPublicKey: [UInt8] { Array(publicKey.derRepresentation) }

    public func documentSignature(for message: [UInt8]) throws -> [UInt8] {
        Array(try signature(for: message).derRepresentation)
    }
}

extension _RSA.Signing.PrivateKey: DocumentSigner {
    public var documentAlgorithm: DocumentAlgorithm { .rsa }
    public var documentPublicKey: [UInt8] { Array(publicKey.derRepresentation) }

    public func documentSignature(for message: [UInt8]) throws -> [UInt8] {
        Array(
            try signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
}
