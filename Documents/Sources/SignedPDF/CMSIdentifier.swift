// SPDX-License-Identifier: MIT
import SwiftASN1

/// The object identifiers of the Cryptographic Message Syntax (RFC 5652) and of its attributes.
enum CMSIdentifier {
    static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
    static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
    static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 3]
    static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 4]

    // Certificates that a signature names (RFC 5035).
    static let signingCertificateV2: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 16, 2, 47]

    // Timestamps (RFC 3161).
    static let timestampInfo: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 16, 1, 4]
    static let signatureTimestamp: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 16, 2, 14]

    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    static let rsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
}
