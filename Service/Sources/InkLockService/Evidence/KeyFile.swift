// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import InkEvidence

/// A file with a key in PEM (RFC 7468).
struct KeyFile {
    /// The maximum number of bytes of a key file, which is far smaller.
    private static let sizeLimit = 1 << 16

    let file: InputFile

    init(path: String) { file = InputFile(path: path) }

    /// The private key that signs: Ed25519 or P-256.
    func signer() throws(CommandError) -> any EvidenceSigner {
        let text = try privateKey()
        if let key = try? Curve25519.Signing.PrivateKey(pemRepresentation: text), isSame(key.derRepresentation, text) {
            return key
        }
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) { return key }
        throw failure("a private key of Ed25519 or P-256 without a passphrase")
    }

    /// The public key of a signature.
    func publicKey() throws(CommandError) -> EvidenceKey {
        let text = try block(["PUBLIC KEY"])
        if let key = try? Curve25519.Signing.PublicKey(pemRepresentation: text), isSame(key.derRepresentation, text) {
            return EvidenceKey(key)
        }
        if let key = try? P256.Signing.PublicKey(pemRepresentation: text) { return EvidenceKey(key) }
        throw failure("a public key of Ed25519 or P-256")
    }

    /// The public key of a recipient.
    func recipient() throws(CommandError) -> Curve25519.KeyAgreement.PublicKey {
        let text = try block(["PUBLIC KEY"])
        if let key = try? Curve25519.KeyAgreement.PublicKey(pemRepresentation: text),
            isSame(key.derRepresentation, text)
        {
            return key
        }
        throw failure("a public key of X25519")
    }

    /// The private key of a recipient.
    func recipientKey() throws(CommandError) -> Curve25519.KeyAgreement.PrivateKey {
        let text = try privateKey()
        if let key = try? Curve25519.KeyAgreement.PrivateKey(pemRepresentation: text),
            isSame(key.derRepresentation, text)
        {
            return key
        }
        throw failure("a private key of X25519 without a passphrase")
    }

    /// Returns whether a file has the encoding of a key for this algorithm, which swift-crypto does not check.
    private func isSame(_ der: Data, _ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).drop { !$0.hasPrefix("-----BEGIN ") }.dropFirst()
        return Data(base64Encoded: lines.prefix { !$0.hasPrefix("-----") }.joined()) == der
    }

    /// Returns the first private key of the file.
    func privateKey() throws(CommandError) -> String {
        try block(["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"])
    }

    /// Returns the first block with one of the labels, without the parameters, attributes and certificates that OpenSSL
    /// writes beside it, or an empty text if there is none.
    private func block(_ labels: [String]) throws(CommandError) -> String {
        let lines = try text().split(whereSeparator: \.isNewline).drop { line in
            !labels.contains { line == "-----BEGIN \($0)-----" }
        }
        guard let end = lines.firstIndex(where: { $0.hasPrefix("-----END ") }) else { return "" }
        return lines[...end].joined(separator: "\n")
    }

    func text(limit: Int = sizeLimit) throws(CommandError) -> String {
        let bytes = try file.bytes()
        guard bytes.count <= limit else { throw failure("a PEM file") }
        // Text between the blocks may have any encoding.
        return String(decoding: bytes, as: UTF8.self)
    }

    func failure(_ expected: String) -> CommandError {
        CommandError(.malformedInput, "\(file.name): it is not \(expected)")
    }
}
