// SPDX-License-Identifier: MIT
import Crypto
import InkEvidence
import SwiftASN1

/// A detached signature in the Cryptographic Message Syntax (RFC 5652) with the attributes that PAdES requires at the
/// level B-B (ETSI EN 319 142-1 §6.3): content type, message digest and the signer's certificate (RFC 5035). At the
/// level B-T, it also has a timestamp.
struct CMSSignature {
    let signedData: CMSSignedData
    /// The timestamp token (RFC 3161) as a ContentInfo in DER.
    let timestampToken: [UInt8]?

    var certificate: SigningCertificate { signedData.certificate }
    var attributes: [UInt8] { signedData.attributes }
    var signature: [UInt8] { signedData.signature }

    /// Reads a signature from untrusted bytes.
    /// - Throws: If the bytes are no detached signature with signed attributes.
    init(_ bytes: [UInt8]) throws {
        signedData = try CMSSignedData(bytes)
        guard signedData.contentKind == CMSIdentifier.data, signedData.content == nil else { throw PDFError.damaged }
        timestampToken =
            signedData.unsignedAttributes.first { $0.kind == CMSIdentifier.signatureTimestamp }?
            .values.first
    }

    /// Returns whether the bytes are exactly those that
    /// ``encoded(attributes:signature:algorithm:certificates:timestampToken:)`` writes, without a certificate that was
    /// added. Of the two forms that a signature of ECDSA has, only the one with the smaller s is written.
    func isEncoded(as bytes: [UInt8]) -> Bool {
        guard let algorithm = certificate.algorithm, signedData.certificates.count == signedData.names.count,
            Self.normalized(signature, algorithm) == signature
        else { return false }
        let others = signedData.certificates.filter { $0 != certificate }
        let again = try? Self.encoded(
            attributes: attributes, signature: signature, algorithm: algorithm, certificates: [certificate] + others,
            timestampToken: timestampToken)
        return again == bytes
    }

    /// Returns the one form of a signature that is written, or `nil` if the bytes are no signature.
    static func normalized(_ signature: [UInt8], _ algorithm: DocumentAlgorithm) -> [UInt8]? {
        guard algorithm == .ecdsa else { return signature }
        let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        return parsed.map { Array($0.withLowS.derRepresentation) }
    }
}

// MARK: Writing

extension CMSSignature {
    /// Returns the signed attributes as a SET OF, whose elements DER sorts.
    static func attributes(contentDigest: [UInt8], certificates: [SigningCertificate]) throws -> [UInt8] {
        let all = [
            try attribute(CMSIdentifier.contentType) { try $0.serialize(CMSIdentifier.data) },
            try attribute(CMSIdentifier.messageDigest) {
                try $0.serialize(ASN1OctetString(contentBytes: contentDigest[...]))
            },
            try attribute(CMSIdentifier.signingCertificateV2) { output in
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

    private static func attribute(
        _ kind: ASN1ObjectIdentifier, _ value: (inout DER.Serializer) throws -> Void
    ) throws -> [UInt8] {
        var output = DER.Serializer()
        try output.appendConstructedNode(identifier: .sequence) { output in
            try output.serialize(kind)
            try output.appendConstructedNode(identifier: .set, value)
        }
        return output.serializedBytes
    }

    /// Returns a ContentInfo.
    static func encoded(
        attributes: [UInt8], signature: [UInt8], algorithm: DocumentAlgorithm, certificates: [SigningCertificate],
        timestampToken: [UInt8]? = nil
    ) throws -> [UInt8] {
        func algorithmIdentifier(
            _ kind: ASN1ObjectIdentifier, hasNull: Bool = false, into output: inout DER.Serializer
        ) throws {
            try output.appendConstructedNode(identifier: .sequence) { output in
                try output.serialize(kind)
                if hasNull { try output.serialize(ASN1Null()) }
            }
        }
        let sha256 = DigestAlgorithm.sha256.identifier
        var output = DER.Serializer()
        try output.appendConstructedNode(identifier: .sequence) { output in
            try output.serialize(CMSIdentifier.signedData)
            try output.appendConstructedNode(identifier: CMSSignedData.tagged(0)) { output in
                try output.appendConstructedNode(identifier: .sequence) { output in
                    try output.serialize(1)
                    try output.appendConstructedNode(identifier: .set) { try algorithmIdentifier(sha256, into: &$0) }
                    try output.appendConstructedNode(identifier: .sequence) { try $0.serialize(CMSIdentifier.data) }
                    output.appendConstructedNode(identifier: CMSSignedData.tagged(0)) { output in
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
                            try algorithmIdentifier(sha256, into: &output)
                            // The same bytes under another tag.
                            output.serializeRawBytes([0xA0] + attributes.dropFirst())
                            switch algorithm {
                            case .ecdsa: try algorithmIdentifier(CMSIdentifier.ecdsaWithSHA256, into: &output)
                            case .rsa:
                                try algorithmIdentifier(CMSIdentifier.rsaWithSHA256, hasNull: true, into: &output)
                            }
                            try output.serialize(ASN1OctetString(contentBytes: signature[...]))
                            if let timestampToken {
                                let stamp = try attribute(CMSIdentifier.signatureTimestamp) {
                                    $0.serializeRawBytes(timestampToken)
                                }
                                output.appendConstructedNode(identifier: CMSSignedData.tagged(1)) {
                                    $0.serializeRawBytes(stamp)
                                }
                            }
                        }
                    }
                }
            }
        }
        return output.serializedBytes
    }
}
