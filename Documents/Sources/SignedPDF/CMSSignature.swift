// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import SwiftASN1

/// A detached signature in the Cryptographic Message Syntax (RFC 5652) with the attributes that PAdES requires at the
/// level B-B (ETSI EN 319 142-1 §6.3): content type, message digest and the signer's certificate (RFC 5035).
struct CMSSignature {
    /// The certificate of the signer, and those that came with it.
    let certificate: SigningCertificate
    let certificates: [SigningCertificate]
    /// The digest of the content that was signed.
    let contentDigest: [UInt8]
    /// The signed attributes as a SET OF in DER.
    let attributes: [UInt8]
    /// A Boolean value that indicates whether the attributes name the signer's certificate first, and no
    /// certificate that is missing.
    let namesCertificate: Bool
    /// The number of certificates that the attributes name.
    let namedCount: Int
    let signature: [UInt8]

    private enum OID {
        static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
        static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
        static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 3]
        static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 4]
        static let signingCertificateV2: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 16, 2, 47]
        static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
        static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
        static let rsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
        static let rsaEncryption: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 1]
    }

    private static func tagged(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }

    // MARK: Writing

    /// Returns the signed attributes as a SET OF, whose elements DER sorts.
    static func attributes(contentDigest: [UInt8], certificates: [SigningCertificate]) throws -> [UInt8] {
        func attribute(
            _ kind: ASN1ObjectIdentifier, _ value: (inout DER.Serializer) throws -> Void
        ) throws -> [UInt8] {
            var output = DER.Serializer()
            try output.appendConstructedNode(identifier: .sequence) { output in
                try output.serialize(kind)
                try output.appendConstructedNode(identifier: .set, value)
            }
            return output.serializedBytes
        }
        let all = [
            try attribute(OID.contentType) { try $0.serialize(OID.data) },
            try attribute(OID.messageDigest) { try $0.serialize(ASN1OctetString(contentBytes: contentDigest[...])) },
            try attribute(OID.signingCertificateV2) { output in
                // SigningCertificateV2 with an ESSCertIDv2 for each certificate, whose digest is SHA-256 by default.
                try output.appendConstructedNode(identifier: .sequence) { output in
                    try output.appendConstructedNode(identifier: .sequence) { output in
                        for certificate in certificates {
                            try output.appendConstructedNode(identifier: .sequence) { output in
                                try output.serialize(ASN1OctetString(contentBytes: certificate.fingerprint[...]))
                            }
                        }
                    }
                }
            },
        ].sorted { $0.lexicographicallyPrecedes($1) }
        var output = DER.Serializer()
        output.appendConstructedNode(identifier: .set) { output in
            for attribute in all { output.serializeRawBytes(attribute) }
        }
        return output.serializedBytes
    }

    /// Returns a ContentInfo.
    static func encoded(
        attributes: [UInt8], signature: [UInt8], algorithm: DocumentAlgorithm, certificates: [SigningCertificate]
    ) throws -> [UInt8] {
        func algorithmIdentifier(
            _ kind: ASN1ObjectIdentifier, hasNull: Bool = false, into output: inout DER.Serializer
        ) throws {
            try output.appendConstructedNode(identifier: .sequence) { output in
                try output.serialize(kind)
                if hasNull { try output.serialize(ASN1Null()) }
            }
        }
        var output = DER.Serializer()
        try output.appendConstructedNode(identifier: .sequence) { output in
            try output.serialize(OID.signedData)
            try output.appendConstructedNode(identifier: tagged(0)) { output in
                try output.appendConstructedNode(identifier: .sequence) { output in
                    try output.serialize(1)
                    try output.appendConstructedNode(identifier: .set) {
                        try algorithmIdentifier(OID.sha256, into: &$0)
                    }
                    try output.appendConstructedNode(identifier: .sequence) { try $0.serialize(OID.data) }
                    output.appendConstructedNode(identifier: tagged(0)) { output in
                        for certificate in certificates.map(\.der).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                            output.serializeRawBytes(certificate)
                        }
                    }
                    try output.appendConstructedNode(identifier: .set) { output in
                        try output.appendConstructedNode(identifier: .sequence) { output in
                            try output.serialize(1)
                            output.appendConstructedNode(identifier: .sequence) { output in
                                output.serializeRawBytes(certificates[0].issuer)
                                output.serializeRawBytes(certificates[0].serial)
                            }
                            try algorithmIdentifier(OID.sha256, into: &output)
                            // The same bytes under another tag.
                            output.serializeRawBytes([0xA0] + attributes.dropFirst())
                            switch algorithm {
                            case .ecdsa: try algorithmIdentifier(OID.ecdsaWithSHA256, into: &output)
                            case .rsa: try algorithmIdentifier(OID.rsaWithSHA256, hasNull: true, into: &output)
                            }
                            try output.serialize(ASN1OctetString(contentBytes: signature[...]))
                        }
                    }
                }
            }
        }
        return output.serializedBytes
    }
}

// MARK: Reading

extension CMSSignature {
    /// Reads a signature from untrusted bytes.
    /// - Throws: If the bytes are no signature with signed attributes and SHA-256.
    init(_ bytes: [UInt8]) throws {
        var info = try SigningCertificate.children(try DER.parse(bytes)).makeIterator()
        guard let kind = info.next(), try ASN1ObjectIdentifier(derEncoded: kind) == OID.signedData,
            let wrapped = info.next(), let data = try SigningCertificate.children(wrapped).first(where: { _ in true })
        else { throw PDFError.damaged }
        var certificates: [SigningCertificate] = []
        var signers: [ASN1Node] = []
        for part in try SigningCertificate.children(data) {
            switch part.identifier {
            case Self.tagged(0):
                for node in try SigningCertificate.children(part).prefix(64) {
                    certificates.append(try SigningCertificate(der: Array(node.encodedBytes)))
                }
            // The last set is that of the signers.
            case .set: signers = Array(try SigningCertificate.children(part))
            default: continue
            }
        }
        // PAdES allows one signer.
        guard signers.count == 1 else { throw PDFError.damaged }
        let parts = Array(try SigningCertificate.children(signers[0]))
        guard parts.count >= 6, parts[3].identifier == Self.tagged(0),
            case .primitive(let signature) = parts[5].content
        else { throw PDFError.damaged }
        let name = Array(try SigningCertificate.children(parts[1]))
        // ECDSA and RSA with SHA-256; many signers write the RSA key's own identifier.
        guard [OID.ecdsaWithSHA256, OID.rsaWithSHA256, OID.rsaEncryption].contains(try Self.algorithm(parts[4])) else {
            throw PDFError.damaged
        }
        guard name.count == 2,
            let certificate = certificates.first(where: {
                $0.issuer.elementsEqual(name[0].encodedBytes) && $0.serial.elementsEqual(name[1].encodedBytes)
            }), try Self.algorithm(parts[2]) == OID.sha256
        else { throw PDFError.damaged }
        self.certificate = certificate
        self.certificates = certificates
        self.signature = Array(signature)
        attributes = [0x31] + parts[3].encodedBytes.dropFirst()
        let read = try Self.readAttributes(parts[3])
        guard read[OID.contentType] == [UInt8](try Self.encodedData()), let digest = read[OID.messageDigest],
            digest.count == 34, digest.starts(with: [4, 32])
        else { throw PDFError.damaged }
        contentDigest = Array(digest.dropFirst(2))
        let named = try read[OID.signingCertificateV2].map(Self.namedDigests) ?? []
        let present = Set(certificates.map(\.fingerprint))
        namedCount = named.count
        namesCertificate = named.first == certificate.fingerprint && named.allSatisfy(present.contains)
    }

    /// Returns whether the bytes are exactly those that
    /// ``encoded(attributes:signature:algorithm:certificates:)`` writes, without a certificate that was added.
    func isEncoded(as bytes: [UInt8]) -> Bool {
        guard let algorithm = certificate.algorithm, certificates.count == namedCount else { return false }
        let others = certificates.filter { $0 != certificate }
        let again = try? Self.encoded(
            attributes: attributes, signature: signature, algorithm: algorithm, certificates: [certificate] + others)
        return again == bytes
    }

    /// Returns the SHA-256 digests of a SigningCertificateV2.
    private static func namedDigests(_ value: [UInt8]) throws -> [[UInt8]] {
        // SEQUENCE { SEQUENCE OF SEQUENCE { OCTET STRING, … }, … }
        guard let list = try SigningCertificate.children(try DER.parse(value)).first(where: { _ in true }) else {
            return []
        }
        return try SigningCertificate.children(list).map { identifier in
            guard let digest = try SigningCertificate.children(identifier).first(where: { _ in true }),
                case .primitive(let bytes) = digest.content, digest.identifier == .octetString
            else { return [] }
            return Array(bytes)
        }
    }

    private static func algorithm(_ node: ASN1Node) throws -> ASN1ObjectIdentifier? {
        try SigningCertificate.children(node).first { _ in true }.map { try ASN1ObjectIdentifier(derEncoded: $0) }
    }

    private static func encodedData() throws -> [UInt8] {
        var output = DER.Serializer()
        try output.serialize(OID.data)
        return output.serializedBytes
    }

    /// Returns the value of each attribute, which has exactly one.
    private static func readAttributes(_ node: ASN1Node) throws -> [ASN1ObjectIdentifier: [UInt8]] {
        var read: [ASN1ObjectIdentifier: [UInt8]] = [:]
        for attribute in try SigningCertificate.children(node) {
            let parts = Array(try SigningCertificate.children(attribute))
            guard parts.count == 2 else { throw PDFError.damaged }
            let values = Array(try SigningCertificate.children(parts[1]))
            let kind = try ASN1ObjectIdentifier(derEncoded: parts[0])
            guard values.count == 1, read.updateValue(Array(values[0].encodedBytes), forKey: kind) == nil else {
                throw PDFError.damaged
            }
        }
        return read
    }
}
