// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1

/// An X.509 certificate (RFC 5280), as far as signatures refer to it.
public struct SigningCertificate: Hashable, Sendable {
    /// The certificate in DER.
    public let der: [UInt8]
    /// The common name of the holder, if the certificate has one.
    public let commonName: String?
    let serial: [UInt8]
    let issuer: [UInt8]
    /// The public key as a SubjectPublicKeyInfo (RFC 5280 §4.1) in DER.
    public let publicKey: [UInt8]

    /// The SHA-256 digest of the certificate.
    public var fingerprint: [UInt8] { Array(SHA256.hash(data: der)) }

    /// Creates a certificate from its DER form.
    /// - Throws: ``PDFError/invalidCertificate``.
    public init(der: [UInt8]) throws(PDFError) {
        do {
            let node = try DER.parse(der)
            var fields = try Self.children(node).makeIterator()
            guard let body = fields.next() else { throw PDFError.invalidCertificate }
            var parts = Array(try Self.children(body))
            // The version, which certificates of version 1 lack.
            if parts.first?.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) {
                parts.removeFirst()
            }
            guard parts.count >= 6 else { throw PDFError.invalidCertificate }
            self.der = der
            serial = Array(parts[0].encodedBytes)
            issuer = Array(parts[2].encodedBytes)
            publicKey = Array(parts[5].encodedBytes)
            commonName = Self.commonName(parts[4])
        } catch {
            throw .invalidCertificate
        }
    }

    /// Reads the certificates of a PEM file (RFC 7468), the signer's first.
    /// - Throws: ``PDFError/invalidCertificate``.
    public static func chain(pem: String) throws(PDFError) -> [SigningCertificate] {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem) else { throw .invalidCertificate }
        var chain: [SigningCertificate] = []
        for document in documents where document.discriminator == "CERTIFICATE" {
            chain.append(try SigningCertificate(der: document.derBytes))
        }
        guard 1...16 ~= chain.count else { throw .invalidCertificate }
        return chain
    }

    static func children(_ node: ASN1Node) throws -> ASN1NodeCollection {
        guard case .constructed(let nodes) = node.content else { throw PDFError.invalidCertificate }
        return nodes
    }

    private static func commonName(_ subject: ASN1Node) -> String? {
        guard let sets = try? children(subject) else { return nil }
        for set in sets {
            for pair in (try? children(set)).map(Array.init) ?? [] {
                guard let parts = (try? children(pair)).map(Array.init), parts.count == 2,
                    let kind = try? ASN1ObjectIdentifier(derEncoded: parts[0]), kind == [2, 5, 4, 3],
                    case .primitive(let bytes) = parts[1].content
                else { continue }
                return String(bytes: bytes, encoding: .utf8)
            }
        }
        return nil
    }

    /// The algorithm of the key, or `nil` if it is not known here.
    var algorithm: DocumentAlgorithm? {
        if (try? P256.Signing.PublicKey(derRepresentation: publicKey)) != nil { return .ecdsa }
        return (try? _RSA.Signing.PublicKey(derRepresentation: publicKey)) == nil ? nil : .rsa
    }

    /// Returns whether the certificate's key made a signature over the message, or `nil` if the kind of the key is not
    /// known here: neither ECDSA on a curve of NIST nor RSA.
    func isValid(
        _ signature: [UInt8], over message: [UInt8], _ digestAlgorithm: DigestAlgorithm = .sha256
    ) -> Bool? {
        switch digestAlgorithm {
        case .sha256: isValid(signature, SHA256.hash(data: message))
        case .sha384: isValid(signature, SHA384.hash(data: message))
        case .sha512: isValid(signature, SHA512.hash(data: message))
        }
    }

    private func isValid(_ signature: [UInt8], _ digest: some Digest) -> Bool? {
        if let key = try? P256.Signing.PublicKey(derRepresentation: publicKey) {
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: digest) } ?? false
        }
        if let key = try? P384.Signing.PublicKey(derRepresentation: publicKey) {
            let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: digest) } ?? false
        }
        if let key = try? P521.Signing.PublicKey(derRepresentation: publicKey) {
            let signature = try? P521.Signing.ECDSASignature(derRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: digest) } ?? false
        }
        if let key = try? _RSA.Signing.PublicKey(derRepresentation: publicKey) {
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        }
        return nil
    }
}
