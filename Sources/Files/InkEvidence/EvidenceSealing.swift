// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The sealing of an evidence file's samples: Hybrid Public Key Encryption (RFC 9180) in base mode with DHKEM
/// (X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20-Poly1305.
///
/// Each block is one message of one context, in order. Its additional data is the digest of the block before it, so
/// that a block opens only in its place.
struct EvidenceSealing: Hashable, Sendable {
    static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    static let keyByteCount = 32
    /// The number of bytes that sealing adds to a message.
    static let tagByteCount = 16

    /// The recipient's public key.
    let recipient: [UInt8]
    /// The sender's share of the key agreement.
    let encapsulatedKey: [UInt8]

    func write(to output: inout CBORWriter) {
        output.array(2)
        output.bytes(recipient)
        output.bytes(encapsulatedKey)
    }

    /// Returns the sender that seals blocks to a recipient, and the sealing for the file.
    /// - Throws: ``EvidenceError/wrongRecipientKey``.
    static func begin(
        to recipient: Curve25519.KeyAgreement.PublicKey, session: [UInt8]
    ) throws(EvidenceError) -> (sender: HPKE.Sender, sealing: EvidenceSealing) {
        do {
            let sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: suite, info: info(session))
            let sealing = EvidenceSealing(
                recipient: Array(recipient.rawRepresentation), encapsulatedKey: Array(sender.encapsulatedKey))
            return (sender, sealing)
        } catch {
            throw .wrongRecipientKey
        }
    }

    /// Returns the recipient that opens the blocks, in order.
    /// - Throws: ``EvidenceError/wrongRecipientKey`` if the samples were sealed to another key.
    func opener(
        _ key: Curve25519.KeyAgreement.PrivateKey, session: [UInt8]
    ) throws(EvidenceError) -> HPKE.Recipient {
        guard Array(key.publicKey.rawRepresentation) == recipient else { throw .wrongRecipientKey }
        do {
            return try HPKE.Recipient(
                privateKey: key, ciphersuite: Self.suite, info: Self.info(session),
                encapsulatedKey: Data(encapsulatedKey))
        } catch {
            throw .wrongRecipientKey
        }
    }

    private static func info(_ session: [UInt8]) -> Data { Data("\(EvidenceFile.domain) samples".utf8) + session }
}

extension EvidenceSealing {
    init(from input: inout CBORReader) throws(CBORError) {
        _ = try input.array(2...2)
        let size = Self.keyByteCount...Self.keyByteCount
        self.init(recipient: try input.bytes(size), encapsulatedKey: try input.bytes(size))
    }
}
