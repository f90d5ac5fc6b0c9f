// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import SignedPDF
import X509

/// A key that measures the time of its own signatures.
final class TimedKey: DocumentSigner, EvidenceSigner, @unchecked Sendable {
    private let key = P256.Signing.PrivateKey()
    private let lock = NSLock()
    private var sum = 0.0

    /// Returns the time in seconds that signatures have taken since the last call.
    func taken() -> Double {
        lock.withLock {
            defer { sum = 0 }
            return sum
        }
    }

    var documentAlgorithm: DocumentAlgorithm { key.documentAlgorithm }
    var documentPublicKey: [UInt8] { key.documentPublicKey }
    var evidenceKey: EvidenceKey { key.evidenceKey }

    func documentSignature(for message: [UInt8]) throws -> [UInt8] {
        try timed { try key.documentSignature(for: message) }
    }

    func evidenceSignature(for message: [UInt8]) throws -> [UInt8] {
        try timed { try key.evidenceSignature(for: message) }
    }

    private func timed(_ body: () throws -> [UInt8]) rethrows -> [UInt8] {
        let clock = ContinuousClock()
        let start = clock.now
        defer {
            let duration = clock.now - start
            lock.withLock {
                sum += Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
            }
        }
        return try body()
    }

    /// Returns a certificate that the key issued to itself.
    func certificate() throws -> SigningCertificate {
        let name = try DistinguishedName { CommonName("Ada Example") }
        let made = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: -1000), notValidAfter: Date(timeIntervalSinceNow: 1_000_000),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions(),
            issuerPrivateKey: .init(key))
        return try SigningCertificate(der: Array(try made.serializeAsPEM().derBytes))
    }
}
