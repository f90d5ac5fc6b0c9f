// SPDX-License-Identifier: MIT
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The certificates that a verifier trusts. They decide whether to trust other certificates (RFC 5280 §6).
///
/// Revocation is not checked.
public struct TrustedRoots: Sendable {
    /// The result for a certificate.
    public enum Verdict: Hashable, Sendable, CaseIterable {
        /// The certificate's chain leads to a trusted certificate.
        case trusted
        /// The certificate's chain does not lead to a trusted certificate, its purpose is a different one, or the
        /// signature is not valid.
        case untrusted
        /// The certificate was not yet valid, or had expired.
        case expired
    }

    /// The largest number of certificates that are tried between a signer's and a trusted one.
    private static let issuerLimit = 16
    /// The largest number of parts of paths for which issuers are looked up among them.
    fileprivate static let lookupLimit = 64

    /// The largest difference in seconds between this device's clock and a responder's.
    private static let clockDifference = 300.0

    /// The number of certificates in the file that cannot be used, for example because of the kind of their keys.
    public let unusableCount: Int

    private let roots: CertificateStore

    /// Reads the certificates of a PEM file (RFC 7468), and leaves out other blocks and certificates that cannot be
    /// used.
    /// - Throws: ``PDFError/invalidRoots`` if there are none.
    public init(pem: String) throws(PDFError) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem), 1...PDFLimits.roots ~= documents.count
        else { throw .invalidRoots }
        let blocks = documents.filter { $0.discriminator == "CERTIFICATE" }
        let certificates = blocks.compactMap { try? Certificate(pemDocument: $0) }
        guard !certificates.isEmpty else { throw .invalidRoots }
        unusableCount = blocks.count - certificates.count
        roots = CertificateStore(certificates)
    }

    /// Returns whether to trust the certificate of a signature.
    ///
    /// The certificate must be valid at the time of the timestamp if there is a trusted one, and otherwise now. It must
    /// not expire before the latest time at which the timestamp can have been made.
    /// - Parameters:
    ///   - signature: A signature of the document.
    ///   - now: The time in seconds since 1970-01-01 UTC.
    public func verdict(on signature: PDFSignature, at now: Double) async -> Verdict {
        // Anyone can put a certificate beside a signature that its key did not make.
        guard signature.problems.isEmpty, let certificate = signature.certificate else { return .untrusted }
        var (time, latest) = (now, now)
        if let timestamp = signature.timestamp, await verdict(on: timestamp, at: now) == .trusted {
            (time, latest) = (timestamp.time, timestamp.time + timestamp.accuracy)
        }
        return await verdict(on: certificate, signature.issuers, .documents, from: time, at: latest)
    }

    /// Returns whether to trust the responder of a timestamp.
    ///
    /// The responder's certificate must be valid now, and must have been valid at the time of the timestamp. A
    /// timestamp with a time in the future is not trusted.
    /// - Parameters:
    ///   - timestamp: A timestamp of the document.
    ///   - now: The time in seconds since 1970-01-01 UTC.
    public func verdict(on timestamp: DocumentTimestamp, at now: Double) async -> Verdict {
        await verdict(on: timestamp, ofTime: timestamp.time, at: now)
    }

    /// Returns whether to trust that a responder made a timestamp of a time.
    func verdict(on timestamp: DocumentTimestamp, ofTime time: Double, at now: Double) async -> Verdict {
        guard let responder = try? timestamp.certificate.parsed(), time <= now + Self.clockDifference else {
            return .untrusted
        }
        guard responder.notValidBefore.timeIntervalSince1970 <= time + timestamp.accuracy else { return .expired }
        return await verdict(on: timestamp.certificate, timestamp.issuers, .timestamps, from: now, at: now)
    }

    /// Returns whether to trust a certificate.
    /// - Parameters:
    ///   - begin: The time at which the certificate has to be valid already.
    ///   - time: The time at which the whole path has to be valid.
    private func verdict(
        on certificate: SigningCertificate, _ issuers: [SigningCertificate], _ purpose: CertificatePurpose,
        from begin: Double, at time: Double
    ) async -> Verdict {
        guard let leaf = try? certificate.parsed() else { return .untrusted }
        let date = Date(timeIntervalSince1970: time)
        guard leaf.notValidBefore <= Date(timeIntervalSince1970: begin), date <= leaf.notValidAfter else {
            return .expired
        }
        var verifier = Verifier(rootCertificates: roots) {
            RFC5280Policy(fixedExpiryValidationTime: date)
            PurposePolicy(purpose: purpose)
        }
        let others = issuers.prefix(Self.issuerLimit).compactMap { try? $0.parsed() }
        let result = await verifier.validate(
            leaf: leaf, intermediates: CertificateStore(custom: OfferedCertificates(others)))
        if case .validCertificate = result { return .trusted }
        return .untrusted
    }
}

/// The other certificates of a structure, which are found for a limited number of parts of paths: certificates that
/// issue each other can be combined in very many ways.
private struct OfferedCertificates: CustomCertificateStore {
    private actor Budget {
        private var left = TrustedRoots.lookupLimit

        func take() -> Bool {
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }

    private var certificates: [DistinguishedName: [Certificate]] = [:]
    private let budget = Budget()

    init(_ certificates: [Certificate]) { append(contentsOf: certificates) }

    subscript(subject: DistinguishedName) -> [Certificate]? {
        get async {
            guard await budget.take() else { return nil }
            return certificates[subject]
        }
    }

    func contains(_ certificate: Certificate) async -> Bool {
        certificates[certificate.subject]?.contains(certificate) ?? false
    }

    mutating func append(contentsOf others: some Sequence<Certificate>) {
        for certificate in others { certificates[certificate.subject, default: []].append(certificate) }
    }

    static func == (left: OfferedCertificates, right: OfferedCertificates) -> Bool {
        left.certificates == right.certificates
    }

    func hash(into hasher: inout Hasher) { hasher.combine(certificates) }
}

/// Requires that the certificate at the end of a path has a purpose, that those between it and the trusted one may
/// issue others, which the library checks only in part, and that no certificate but the trusted one was signed with
/// SHA-1.
private struct PurposePolicy: VerifierPolicy {
    let purpose: CertificatePurpose
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [.X509ExtensionID.extendedKeyUsage]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard purpose.allows(chain.leaf) else { return .failsToMeetPolicy(reason: "other purpose") }
        // Two certificates with the same SHA-1 digest can be made (Leurent and Peyrin, 2020).
        for certificate in chain.dropLast() where certificate.signatureAlgorithm == .sha1WithRSAEncryption {
            return .failsToMeetPolicy(reason: "SHA-1")
        }
        // The last one is trusted, whatever it states.
        for issuer in chain.dropFirst().dropLast() where !CertificatePurpose.mayIssue(issuer) {
            return .failsToMeetPolicy(reason: "no authority")
        }
        return .meetsPolicy
    }
}

extension SigningCertificate {
    /// Returns the certificate as its library reads it.
    func parsed() throws -> Certificate { try Certificate(derEncoded: der) }
}
