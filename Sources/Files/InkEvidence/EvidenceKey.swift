// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkBytes

/// The public key of an evidence file's signature.
public enum EvidenceKey: Hashable, Sendable {
    /// Ed25519 (RFC 8032): 32 bytes.
    case ed25519([UInt8])
    /// ECDSA with SHA-256 on P-256 (FIPS 186-5): the coordinates x and y, 32 bytes each.
    case p256(x: [UInt8], y: [UInt8])

    /// Creates the key of an Ed25519 signature.
    public init(_ key: Curve25519.Signing.PublicKey) { self = .ed25519(Array(key.rawRepresentation)) }

    /// Creates the key of an ECDSA signature on P-256.
    public init(_ key: P256.Signing.PublicKey) {
        let raw = Array(key.rawRepresentation)
        self = .p256(x: Array(raw.prefix(32)), y: Array(raw.suffix(32)))
    }

    /// The COSE number of the signature's algorithm (RFC 9053): −8 (EdDSA) or −7 (ES256).
    public var algorithm: Int {
        switch self {
        case .ed25519: -8
        case .p256: -7
        }
    }

    /// The SHA-256 digest of the key as a COSE_Key with its required parameters, which is the key's thumbprint
    /// (RFC 9679).
    public var fingerprint: [UInt8] { Array(SHA256.hash(data: Data(coseKey(isThumbprint: true)))) }

    /// Returns whether the signature is valid for this key. An ECDSA signature must have the smaller of the two values
    /// of s that are valid, so that a signature has one form. For an Ed25519 key of small order no signature is valid,
    /// because one would be valid for every message.
    func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureByteCount else { return false }
        switch self {
        case .ed25519(let bytes):
            guard Ed25519KeyBytes.areOfLargeOrder(bytes),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .p256(let x, let y):
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y), ScalarP256.isLow(signature[32...]),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }

    static let signatureByteCount = 64

    // MARK: COSE_Key

    /// Labels and values of RFC 9052 §7 and RFC 9053 §7.
    private enum Label {
        static let (type, algorithm, curve, x, y) = (1, 3, -1, -2, -3) as (Int64, Int64, Int64, Int64, Int64)
        static let (octetPair, ellipticCurve) = (1, 2) as (Int64, Int64)
        static let (p256, ed25519) = (1, 6) as (Int64, Int64)
    }

    func write(to output: inout CBORWriter) { write(to: &output, hasAlgorithm: true) }

    private func coseKey(isThumbprint: Bool) -> [UInt8] {
        var output = CBORWriter()
        write(to: &output, hasAlgorithm: !isThumbprint)
        return output.bytes
    }

    private func write(to output: inout CBORWriter, hasAlgorithm: Bool) {
        let (type, curve, coordinates) =
            switch self {
            case .ed25519(let x): (Label.octetPair, Label.ed25519, [(Label.x, x)])
            case .p256(let x, let y): (Label.ellipticCurve, Label.p256, [(Label.x, x), (Label.y, y)])
            }
        output.map(coordinates.count + (hasAlgorithm ? 3 : 2))
        output.integer(Label.type)
        output.integer(type)
        if hasAlgorithm {
            output.integer(Label.algorithm)
            output.integer(Int64(algorithm))
        }
        output.integer(Label.curve)
        output.integer(curve)
        for (label, coordinate) in coordinates {
            output.integer(label)
            output.bytes(coordinate)
        }
    }

    init(from input: inout CBORReader) throws(CBORError) {
        let start = input.fault
        let count = try input.map(4...5)
        func value(_ label: Int64) throws(CBORError) -> Int64 {
            guard input.isKey(label) else { throw input.fault }
            return try input.integer()
        }
        func coordinate(_ label: Int64) throws(CBORError) -> [UInt8] {
            guard input.isKey(label) else { throw input.fault }
            return try input.bytes(32...32)
        }
        let (type, algorithm, curve) = (try value(Label.type), try value(Label.algorithm), try value(Label.curve))
        let x = try coordinate(Label.x)
        switch (count, type, algorithm, curve) {
        case (4, Label.octetPair, -8, Label.ed25519): self = .ed25519(x)
        case (5, Label.ellipticCurve, -7, Label.p256): self = .p256(x: x, y: try coordinate(Label.y))
        default: throw start
        }
    }
}
