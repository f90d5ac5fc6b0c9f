// SPDX-License-Identifier: MIT
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The certificates that a verifier trusts, and what follows from them for others (RFC 5280 §6).
///
/// Revocation is not checked.
public struct TrustedRoots: Sendable {
    /// The result for a certificate.
    public enum Verdict: Hashable, Sendable, CaseIterable {
        /// It leads to a trusted certificate.
        case trusted
        /// It does not lead to a trusted certificate, or is not one for this purpose.
        case untrusted
        /// It was not valid yet or not any more.
        case expired
    }

    /// The largest number of certificates that are tried between a signer's and a trusted one.
    private static let issuerLimit = 16

    private let roots: CertificateStore

    /// Reads the certificates of a PEM file (RFC 7468).
    /// - Throws: ``PDFError/roots``
    public init(pem: String) throws(PDFError) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem), 1...PDFLimits.roots ~= documents.count,
            let certificates = try? documents.map({ try Certificate(pemDocument: $0) })
        else { throw .roots }
        roots = CertificateStore(certificates)
    }

    /// Returns whether to trust the certificate of a signature.
    ///
    /// Its validity is judged at the time of the timestamp if there is one that is trusted, else now.
    /// - Parameter now: The time in seconds since 1970-01-01 UTC.
    public func verdict(on signature: PDFSignature, at now: Double) async -> Verdict {
        guard let certificate = signature.certificate else { return .untrusted }
        var time = now
        if let timestamp = signature.timestamp, await verdict(on: timestamp, at: now) == .trusted {
            time = timestamp.time
        }
        return await verdict(on: certificate, signature.issuers, .documents, at: time)
    }

    /// Returns whether to trust the responder of a timestamp.
    /// - Parameter now: The time in seconds since 1970-01-01 UTC. The responder's certificate has to be valid then.
    public func verdict(on timestamp: DocumentTimestamp, at now: Double) async -> Verdict {
        await verdict(on: timestamp.certificate, timestamp.issuers, .timestamps, at: now)
    }

    private func verdict(
        on certificate: SigningCertificate, _ issuers: [SigningCertificate], _ purpose: CertificatePurpose,
        at time: Double
    ) async -> Verdict {
        guard let leaf = try? certificate.parsed() else { return .untrusted }
        let date = Date(timeIntervalSince1970: time)
        guard leaf.notValidBefore <= date, date <= leaf.notValidAfter else { return .expired }
        var verifier = Verifier(rootCertificates: roots) {
            RFC5280Policy(fixedExpiryValidationTime: date)
            PurposePolicy(purpose: purpose)
        }
        // Certificates that issue each other can be combined in very many ways.
        let others = issuers.prefix(Self.issuerLimit).compactMap { try? $0.parsed() }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(others))
        if case .validCertificate = result { return .trusted }
        return .untrusted
    }
}

/// Requires that the certificate at the end of a path has a purpose.
private struct PurposePolicy: VerifierPolicy {
    let purpose: CertificatePurpose
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [.X509ExtensionID.extendedKeyUsage]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        purpose.allows(chain.leaf) ? .meetsPolicy : .failsToMeetPolicy(reason: "other purpose")
    }
}

extension SigningCertificate {
    /// Returns the certificate as its library reads it.
    func parsed() throws -> Certificate { try Certificate(derEncoded: der) }
}
