// SPDX-License-Identifier: MIT
import Foundation
import SwiftASN1

/// A timestamp (RFC 3161): a responder's signed statement that a signature or a document existed at a certain time.
public struct DocumentTimestamp: Hashable, Sendable {
    /// The time in seconds since 1970-01-01 UTC.
    public let time: Double
    /// The largest difference in seconds from the true time, or 0 if the responder states none.
    public let accuracy: Double
    /// The responder's certificate, whose purpose is timestamping. ``TrustedRoots`` tells whether to trust the
    /// responder.
    public let certificate: SigningCertificate
    /// The other certificates in the timestamp, which may form a chain from the responder's certificate to a trusted
    /// one.
    public let issuers: [SigningCertificate]
    /// The number that the request had, if it fits.
    let nonce: UInt64?

    /// Reads a token, a ContentInfo in DER, and checks its signature.
    /// - Parameter message: The bytes that the token must be a timestamp of.
    /// - Throws: If the token is damaged, is one of another message, or has no valid signature.
    init(token: [UInt8], of message: [UInt8]) throws {
        let signedData = try CMSSignedData(token)
        guard signedData.contentKind == CMSIdentifier.timestampInfo, let content = signedData.content,
            signedData.digestAlgorithm.digest(of: content) == signedData.contentDigest,
            signedData.isSignatureValid == true, signedData.namesCertificate,
            CertificatePurpose.timestamps.allows(try signedData.certificate.parsed())
        else { throw PDFError.invalidTimestamp }
        certificate = signedData.certificate
        issuers = signedData.certificates.filter { $0 != signedData.certificate }

        // TSTInfo: version, policy, imprint, serial number, time; then what is optional.
        let parts = Array(try SigningCertificate.children(try DER.parse(content)))
        guard parts.count >= 5, try Int(derEncoded: parts[0]) == 1 else { throw PDFError.invalidTimestamp }
        let imprint = Array(try SigningCertificate.children(parts[2]))
        guard imprint.count == 2,
            let algorithm = try CMSSignedData.algorithm(imprint[0]).flatMap({ DigestAlgorithm($0) }),
            Array(try ASN1OctetString(derEncoded: imprint[1]).bytes) == algorithm.digest(of: message)
        else { throw PDFError.invalidTimestamp }
        time = try Self.seconds(try GeneralizedTime(derEncoded: parts[4]))
        var accuracy = 0.0
        var nonce: UInt64?
        for part in parts[5...] {
            switch part.identifier {
            case .sequence: accuracy = try Self.accuracy(part)
            case .integer: nonce = try? UInt64(derEncoded: part)
            case CMSSignedData.tagged(1): try Self.checkExtensions(part)
            default: continue
            }
        }
        self.accuracy = accuracy
        self.nonce = nonce
    }

    private static func seconds(_ time: GeneralizedTime) throws -> Double {
        var parts = tm()
        parts.tm_year = Int32(time.year) - 1900
        parts.tm_mon = Int32(time.month) - 1
        parts.tm_mday = Int32(time.day)
        parts.tm_hour = Int32(time.hours)
        parts.tm_min = Int32(time.minutes)
        parts.tm_sec = Int32(time.seconds)
        return Double(timegm(&parts)) + time.fractionalSeconds
    }

    /// Returns an Accuracy in seconds.
    private static func accuracy(_ node: ASN1Node) throws -> Double {
        try SigningCertificate.children(node).reduce(0) { sum, part in
            let (scale, value): (Double, Int) =
                switch part.identifier {
                case .integer: (1, try Int(derEncoded: part))
                case CMSSignedData.tagged(0): (1e-3, try Int(derEncoded: part, withIdentifier: part.identifier))
                case CMSSignedData.tagged(1): (1e-6, try Int(derEncoded: part, withIdentifier: part.identifier))
                default: throw PDFError.invalidTimestamp
                }
            // More than a year is no statement of a time.
            guard 0...31_536_000 ~= value else { throw PDFError.invalidTimestamp }
            return sum + scale * Double(value)
        }
    }

    /// Refuses extensions that a reader has to understand.
    private static func checkExtensions(_ node: ASN1Node) throws {
        for item in try SigningCertificate.children(node)
        where try SigningCertificate.children(item).contains(where: { $0.identifier == .boolean }) {
            throw PDFError.invalidTimestamp
        }
    }
}
