// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import Passkey

/// An authenticator and its browser, as a test wants them: everything that they say can be changed before it is signed.
public struct SoftAuthenticator: Sendable {
    public enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    public enum Kind: CaseIterable, Sendable {
        case es256, edDSA, rs256
    }

    public let key: Key
    public var id = [UInt8](repeating: 9, count: 32)
    public var origin = "https://ink.example"
    public var relyingPartyID = "ink.example"
    /// Present, verified.
    public var flags: UInt8 = 0b101
    public var signCount: UInt32 = 0
    public var type: String?
    public var crossOrigin: Bool? = false
    public var topOrigin: String?
    /// CBOR behind everything else.
    public var extensions: [UInt8] = []

    public init(_ kind: Kind) throws {
        key =
            switch kind {
            case .es256: .es256(P256.Signing.PrivateKey())
            case .edDSA: .edDSA(Curve25519.Signing.PrivateKey())
            case .rs256: .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
    }

    /// The COSE_Key.
    public var cose: [UInt8] {
        get throws {
            switch key {
            case .es256(let key):
                let point = Array(key.publicKey.rawRepresentation)
                return [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point.prefix(32) + [0x22, 0x58, 32]
                    + point.suffix(32)
            case .edDSA(let key):
                return [0xA4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + key.publicKey.rawRepresentation
            case .rs256(let key):
                let parts = try key.publicKey.getKeyPrimitives()
                return [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, 1, 0] + parts.modulus + [0x21, 0x43]
                    + parts.publicExponent
            }
        }
    }

    public func register(_ challenge: [UInt8], format: String = "none", statement: [UInt8] = [0xA0]) throws
        -> PasskeyRegistration
    {
        let data = try authenticatorData(isNew: true)
        let head = [UInt8(0xA3), 0x63] + Array("fmt".utf8) + [0x60 | UInt8(format.utf8.count)] + Array(format.utf8)
        let object =
            head + [0x67] + Array("attStmt".utf8) + statement + [0x68] + Array("authData".utf8)
            + [0x59, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
        return PasskeyRegistration(clientDataJSON: clientData("webauthn.create", challenge), attestationObject: object)
    }

    public func assert(_ challenge: [UInt8]) throws -> PasskeyAssertion {
        let (data, client) = (try authenticatorData(isNew: false), clientData("webauthn.get", challenge))
        return PasskeyAssertion(
            clientDataJSON: client, authenticatorData: data, signature: try sign(data + SHA256.hash(data: client)))
    }

    public func sign(_ message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: message).derRepresentation)
        case .edDSA(let key): Array(try key.signature(for: message))
        case .rs256(let key):
            Array(try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    public func clientData(_ usual: String, _ challenge: [UInt8]) -> [UInt8] {
        let challenge = Data(challenge).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        var json = #"{"type":"\#(type ?? usual)","challenge":"\#(challenge)","origin":"\#(origin)""#
        if let crossOrigin { json += #","crossOrigin":\#(crossOrigin)"# }
        if let topOrigin { json += #","topOrigin":"\#(topOrigin)""# }
        return Array((json + "}").utf8)
    }

    public func authenticatorData(isNew: Bool) throws -> [UInt8] {
        var data = Array(SHA256.hash(data: Array(relyingPartyID.utf8)))
        data.append(flags | (isNew ? 0x40 : 0) | (extensions.isEmpty ? 0 : 0x80))
        data += [
            UInt8(signCount >> 24), UInt8(signCount >> 16 & 255), UInt8(signCount >> 8 & 255), UInt8(signCount & 255),
        ]
        if isNew {
            data += [UInt8](repeating: 0, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 255)] + id
            data += try cose
        }
        return data + extensions
    }
}
