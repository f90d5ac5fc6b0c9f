// SPDX-License-Identifier: MIT
import InkBytes

/// The authenticator data (WebAuthn Level 3 §6.1).
struct AuthenticatorData {
    let relyingPartyIDHash: [UInt8]
    let flags: Flags
    let signCount: UInt32
    /// The credential of a registration; `nil` in an assertion.
    let attested: AttestedCredential?

    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1)
        static let userVerified = Flags(rawValue: 1 << 2)
        /// The credential may be copied to the owner's other devices.
        static let backupEligible = Flags(rawValue: 1 << 3)
        /// The credential has been copied.
        static let backedUp = Flags(rawValue: 1 << 4)
        static let hasAttestedCredential = Flags(rawValue: 1 << 6)
        static let hasExtensions = Flags(rawValue: 1 << 7)
    }

    /// A credential that was just created (§6.5.1).
    struct AttestedCredential {
        let id: [UInt8]
        let publicKey: PublicKey
        /// The encoded COSE_Key.
        let cose: [UInt8]
    }

    private static let hashByteCount = 32
    private static let aaguidByteCount = 16
    static let idByteLimit = 1023
    private static let byteLimit = 1 << 14

    /// Parses all bytes, including the extensions, whose values are not used.
    init(decoding bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count <= Self.byteLimit else { throw .malformed(offset: Self.byteLimit) }
        var reader = ByteReader<PasskeyError>(bytes)
        relyingPartyIDHash = try reader.bytes(Self.hashByteCount)
        flags = Flags(rawValue: try reader.byte())
        signCount = try reader.bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
        if flags.contains(.hasAttestedCredential) {
            _ = try reader.bytes(Self.aaguidByteCount)
            let count = try reader.bytes(2).reduce(0) { $0 << 8 | Int($1) }
            guard 1...Self.idByteLimit ~= count else { throw .malformed(offset: reader.offset) }
            let id = try reader.bytes(count)
            let start = reader.offset
            let key = try PublicKey(try reader.cborValue())
            attested = AttestedCredential(id: id, publicKey: key, cose: Array(bytes[start..<reader.offset]))
        } else {
            attested = nil
        }
        if flags.contains(.hasExtensions) {
            guard case .map = try reader.cborValue() else { throw .malformed(offset: reader.offset) }
        }
        guard reader.remaining == 0 else { throw .malformed(offset: reader.offset) }
    }

    /// Checks steps 13 to 17 of §7.1, or 15 to 19 of §7.2.
    func check(_ relyingParty: RelyingParty) throws(PasskeyError) {
        guard relyingPartyIDHash == relyingParty.idHash else { throw .wrongRelyingParty }
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard flags.contains(.userVerified) || !relyingParty.requiresUserVerification else { throw .userNotVerified }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .invalidFlags }
    }
}
