// SPDX-License-Identifier: MIT
import Crypto
import SwiftASN1

/// A digest algorithm of signatures (FIPS 180-4). SHA-1 is not supported, because it has known collisions.
enum DigestAlgorithm: CaseIterable {
    case sha256
    case sha384
    case sha512

    init?(_ identifier: ASN1ObjectIdentifier) {
        guard let found = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = found
    }

    var identifier: ASN1ObjectIdentifier {
        switch self {
        case .sha256: [2, 16, 840, 1, 101, 3, 4, 2, 1]
        case .sha384: [2, 16, 840, 1, 101, 3, 4, 2, 2]
        case .sha512: [2, 16, 840, 1, 101, 3, 4, 2, 3]
        }
    }

    /// The identifiers of the signatures with this digest: ECDSA, RSASSA-PKCS1-v1_5, and the RSA key's own, which many
    /// programs write.
    var signatureIdentifiers: [ASN1ObjectIdentifier] {
        let key: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 1]
        return switch self {
        case .sha256: [CMSIdentifier.ecdsaWithSHA256, CMSIdentifier.rsaWithSHA256, key]
        case .sha384: [[1, 2, 840, 10045, 4, 3, 3], [1, 2, 840, 113549, 1, 1, 12], key]
        case .sha512: [[1, 2, 840, 10045, 4, 3, 4], [1, 2, 840, 113549, 1, 1, 13], key]
        }
    }

    func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        return switch self {
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}
