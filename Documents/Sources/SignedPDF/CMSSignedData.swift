// SPDX-License-Identifier: MIT
import SwiftASN1

/// A SignedData of the Cryptographic Message Syntax (RFC 5652 §5) with one signer and signed attributes, as it was
/// read.
struct CMSSignedData {
    /// The kind of the content, as the signed attributes state it too.
    let contentKind: ASN1ObjectIdentifier
    /// The content, or `nil` if it is elsewhere.
    let content: [UInt8]?
    /// The certificate of the signer.
    let certificate: SigningCertificate
    /// All certificates in the structure.
    let certificates: [SigningCertificate]
    let digestAlgorithm: DigestAlgorithm
    /// The digest of the content that was signed.
    let contentDigest: [UInt8]
    /// The signed attributes as a SET OF in DER.
    let attributes: [UInt8]
    /// The digests of the certificates that the signed attributes name.
    let names: [CertificateName]
    let signature: [UInt8]
    /// The attributes that are not signed, with their values.
    let unsignedAttributes: [(kind: ASN1ObjectIdentifier, values: [[UInt8]])]

    /// A digest that names a certificate: ESSCertIDv2 (RFC 5035).
    struct CertificateName {
        let algorithm: DigestAlgorithm
        let digest: [UInt8]

        func isName(of certificate: SigningCertificate) -> Bool { algorithm.digest(of: certificate.der) == digest }
    }

    static func tagged(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }

    /// The largest number of certificates that are read, and of digests that name them: each digest is compared with
    /// those of all certificates.
    private static let certificateLimit = 64

    /// Reads a ContentInfo from untrusted bytes. The signature is not checked.
    /// - Throws: If the bytes are no signature with one signer, signed attributes and a digest that is known.
    init(_ bytes: [UInt8]) throws {
        let info = Array(try SigningCertificate.children(try DER.parse(bytes)))
        guard info.count == 2, try ASN1ObjectIdentifier(derEncoded: info[0]) == CMSIdentifier.signedData,
            let data = try SigningCertificate.children(info[1]).first(where: { _ in true })
        else { throw PDFError.damaged }
        var certificates: [SigningCertificate] = []
        var contents: ASN1Node?
        var signers: [ASN1Node] = []
        for part in try SigningCertificate.children(data) {
            switch part.identifier {
            case .sequence: contents = part
            case Self.tagged(0):
                for node in try SigningCertificate.children(part).prefix(Self.certificateLimit) {
                    certificates.append(try SigningCertificate(der: Array(node.encodedBytes)))
                }
            // The last set is that of the signers.
            case .set: signers = Array(try SigningCertificate.children(part))
            default: continue
            }
        }
        // PAdES and RFC 3161 allow one signer.
        guard let contents, signers.count == 1 else { throw PDFError.damaged }
        (contentKind, content) = try Self.readContents(contents)
        self.certificates = certificates

        let parts = Array(try SigningCertificate.children(signers[0]))
        guard parts.count >= 6, parts[3].identifier == Self.tagged(0),
            case .primitive(let signature) = parts[5].content,
            let digestAlgorithm = try Self.algorithm(parts[2]).flatMap({ DigestAlgorithm($0) }),
            let kind = try Self.algorithm(parts[4]), digestAlgorithm.signatureIdentifiers.contains(kind)
        else { throw PDFError.damaged }
        let name = Array(try SigningCertificate.children(parts[1]))
        guard name.count == 2,
            let certificate = certificates.first(where: {
                $0.issuer.elementsEqual(name[0].encodedBytes) && $0.serial.elementsEqual(name[1].encodedBytes)
            })
        else { throw PDFError.damaged }
        self.certificate = certificate
        self.digestAlgorithm = digestAlgorithm
        self.signature = Array(signature)
        attributes = [0x31] + parts[3].encodedBytes.dropFirst()
        var read: [ASN1ObjectIdentifier: ASN1Node] = [:]
        for attribute in try Self.readAttributes(parts[3]) {
            guard attribute.values.count == 1, read.updateValue(attribute.values[0], forKey: attribute.kind) == nil
            else { throw PDFError.damaged }
        }
        guard let kind = read[CMSIdentifier.contentType], try ASN1ObjectIdentifier(derEncoded: kind) == contentKind,
            let digest = read[CMSIdentifier.messageDigest], digest.identifier == .octetString,
            case .primitive(let contentDigest) = digest.content
        else { throw PDFError.damaged }
        self.contentDigest = Array(contentDigest)
        names = try read[CMSIdentifier.signingCertificateV2].map(Self.readNames) ?? []
        guard parts.count > 6 else {
            unsignedAttributes = []
            return
        }
        guard parts.count == 7, parts[6].identifier == Self.tagged(1) else { throw PDFError.damaged }
        unsignedAttributes = try Self.readAttributes(parts[6]).map {
            ($0.kind, $0.values.map { Array($0.encodedBytes) })
        }
    }

    /// Returns whether the key of the signer's certificate made the signature, or `nil` if the kind of the key is not
    /// known here.
    var isSignatureValid: Bool? { certificate.isValid(signature, over: attributes, digestAlgorithm) }

    /// A Boolean value that indicates whether the attributes name the signer's certificate first, and no certificate
    /// that is missing.
    var namesCertificate: Bool {
        names.first?.isName(of: certificate) == true
            && names.allSatisfy { name in certificates.contains { name.isName(of: $0) } }
    }

    // MARK: Parts

    private static func readContents(_ node: ASN1Node) throws -> (kind: ASN1ObjectIdentifier, content: [UInt8]?) {
        let parts = Array(try SigningCertificate.children(node))
        guard 1...2 ~= parts.count else { throw PDFError.damaged }
        let kind = try ASN1ObjectIdentifier(derEncoded: parts[0])
        guard parts.count == 2 else { return (kind, nil) }
        guard parts[1].identifier == tagged(0),
            let wrapped = try SigningCertificate.children(parts[1]).first(where: { _ in true })
        else { throw PDFError.damaged }
        return (kind, Array(try ASN1OctetString(derEncoded: wrapped).bytes))
    }

    /// Returns the identifier of an AlgorithmIdentifier.
    static func algorithm(_ node: ASN1Node) throws -> ASN1ObjectIdentifier? {
        try SigningCertificate.children(node).first { _ in true }.map { try ASN1ObjectIdentifier(derEncoded: $0) }
    }

    private static func readAttributes(_ node: ASN1Node) throws -> [(kind: ASN1ObjectIdentifier, values: [ASN1Node])] {
        try SigningCertificate.children(node).map { attribute in
            let parts = Array(try SigningCertificate.children(attribute))
            guard parts.count == 2 else { throw PDFError.damaged }
            return (try ASN1ObjectIdentifier(derEncoded: parts[0]), Array(try SigningCertificate.children(parts[1])))
        }
    }

    /// Returns the digests of a SigningCertificateV2, which are SHA-256 unless they state another algorithm.
    private static func readNames(_ node: ASN1Node) throws -> [CertificateName] {
        // SEQUENCE { SEQUENCE OF SEQUENCE { [AlgorithmIdentifier,] OCTET STRING, … }, … }
        guard let list = try SigningCertificate.children(node).first(where: { _ in true }) else { return [] }
        let nodes = Array(try SigningCertificate.children(list))
        guard nodes.count <= certificateLimit else { throw PDFError.damaged }
        return try nodes.map { name in
            var parts = Array(try SigningCertificate.children(name))
            var algorithm = DigestAlgorithm.sha256
            if parts.first?.identifier == .sequence {
                guard let stated = try Self.algorithm(parts.removeFirst()).flatMap({ DigestAlgorithm($0) }) else {
                    throw PDFError.damaged
                }
                algorithm = stated
            }
            guard let digest = parts.first else { throw PDFError.damaged }
            return CertificateName(
                algorithm: algorithm, digest: Array(try ASN1OctetString(derEncoded: digest).bytes))
        }
    }
}
