// SPDX-License-Identifier: MIT
import Crypto

@testable import SignedPDF

/// A key with a certificate.
struct Signer {
    /// The identifier of the algorithm of the certificate.
    static let ecdsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2]

    let key = P256.Signing.PrivateKey()
    let certificate: SigningCertificate

    init(_ name: String, _ serial: UInt8) {
        certificate = Self.certificate(name, serial, publicKey: Array(key.publicKey.derRepresentation))
    }

    /// Returns a certificate of version 1 without a valid signature, which is not checked.
    static func certificate(_ name: String, _ serial: UInt8, publicKey: [UInt8]) -> SigningCertificate {
        func node(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
            let body = parts.flatMap(\.self)
            return [tag] + (body.count < 128 ? [] : [0x81]) + [UInt8(body.count)] + body
        }
        let algorithm = node(0x30, node(0x06, ecdsaWithSHA256))
        let commonName: [UInt8] = [0x55, 4, 3]
        let name = node(0x30, node(0x31, node(0x30, node(0x06, commonName), node(0x0C, Array(name.utf8)))))
        let times = ["260101000000Z", "360101000000Z"].map { node(0x17, Array($0.utf8)) }
        let body = node(
            0x30, node(0x02, [serial]), algorithm, name, node(0x30, times[0], times[1]), name, publicKey)
        return try! SigningCertificate(der: node(0x30, body, algorithm, node(0x03, [0])))
    }
}
