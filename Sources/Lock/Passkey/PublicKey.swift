// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import InkBytes

/// A credential's public key, from a COSE_Key (RFC 9052 §7, RFC 9053, RFC 8230) as restricted by WebAuthn (Level 3
/// §5.8.5 and §6.5.1.1): it has exactly the parameters that its kind requires.
enum PublicKey {
    /// ECDSA with SHA-256 on P-256, algorithm −7.
    case es256(P256.Signing.PublicKey)
    /// Ed25519, algorithm −8.
    case edDSA(Curve25519.Signing.PublicKey)
    /// RSASSA-PKCS1-v1_5 with SHA-256, algorithm −257, with 2048 to 4096 bits and an exponent that FIPS 186-5 (§A.1.1)
    /// allows.
    case rs256(_RSA.Signing.PublicKey)

    /// The algorithms in the order of preference for a page's request.
    static let algorithms = [-7, -8, -257]

    /// The labels of COSE parameters, and their values.
    private enum Label {
        static let (type, algorithm) = (1, 3)
        static let (curve, x, y) = (-1, -2, -3)
        static let (modulus, exponent) = (-1, -2)
        static let (octetPair, ellipticCurve, rsa) = (1, 2, 3)
        static let (p256, ed25519) = (1, 6)
    }

    private static let modulusByteCounts = 256...512
    /// Four bytes hold every exponent in use. FIPS 186-5 allows odd ones above 2¹⁶.
    private static let exponentByteCounts = 3...4

    /// Creates a key from a COSE_Key.
    /// - Throws: ``PasskeyError/invalidPublicKey``.
    init(_ cose: CBORValue) throws(PasskeyError) {
        guard case .map(let parameters) = cose, case .unsigned(let type)? = cose[Label.type],
            case .negative(let negated)? = cose[Label.algorithm]
        else { throw .invalidPublicKey }
        do {
            switch (type, negated) {
            case (UInt64(Label.ellipticCurve), 6):
                guard parameters.count == 5, cose[Label.curve] == CBORValue(Label.p256),
                    case .bytes(let x)? = cose[Label.x], case .bytes(let y)? = cose[Label.y], x.count == 32,
                    y.count == 32
                else { throw PasskeyError.invalidPublicKey }
                self = .es256(try P256.Signing.PublicKey(rawRepresentation: x + y))
            case (UInt64(Label.octetPair), 7):
                guard parameters.count == 4, cose[Label.curve] == CBORValue(Label.ed25519),
                    case .bytes(let x)? = cose[Label.x], x.count == 32, Ed25519KeyBytes.areOfLargeOrder(x)
                else { throw PasskeyError.invalidPublicKey }
                self = .edDSA(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            case (UInt64(Label.rsa), 256):
                guard parameters.count == 4, case .bytes(let modulus)? = cose[Label.modulus],
                    case .bytes(let exponent)? = cose[Label.exponent],
                    Self.modulusByteCounts ~= modulus.count, Self.exponentByteCounts ~= exponent.count,
                    Self.isInRange(modulus, exponent)
                else { throw PasskeyError.invalidPublicKey }
                self = .rs256(try _RSA.Signing.PublicKey(n: modulus, e: exponent))
            default: throw PasskeyError.invalidPublicKey
            }
        } catch {
            throw .invalidPublicKey
        }
    }

    private static func isInRange(_ modulus: [UInt8], _ exponent: [UInt8]) -> Bool {
        let leastFirst: UInt8 = modulus.count == modulusByteCounts.lowerBound ? 0x80 : 1
        return modulus[0] >= leastFirst && modulus[modulus.count - 1] % 2 == 1 && exponent[0] != 0
            && exponent[exponent.count - 1] % 2 == 1
    }

    /// COSE's number of the algorithm.
    var algorithm: Int {
        switch self {
        case .es256: -7
        case .edDSA: -8
        case .rs256: -257
        }
    }

    /// Returns a Boolean value that indicates whether a signature in WebAuthn's form (Level 3 §6.5.5) over the message
    /// is valid for this key.
    func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .edDSA(let key): return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5)
        }
    }
}
