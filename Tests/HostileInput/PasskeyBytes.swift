// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passkey

extension HostileInput {
    /// Hands bytes over as one item of CBOR: as a whole attestation, and as a public key that is registered or was
    /// kept.
    static func cborItem(_ bytes: [UInt8]) throws {
        try register(bytes)
        try register(attestation([UInt8](repeating: 0, count: 16) + [0, 1, 9] + bytes, flags: 0x45))
        let kept = PasskeyCredential(
            id: [9], publicKey: bytes, signCount: 0, isBackupEligible: false, isBackedUp: false)
        let data = head(flags: 5) + [0, 0, 0, 0]
        try require(refusal(client("webauthn.get"), data, kept) != nil, "no signature is not a signature")
    }

    /// Hands bytes over as what an authenticator says behind the site's digest: in a registration, and in an assertion.
    static func authenticatorData(_ bytes: [UInt8]) throws {
        try register(attestation(head: [UInt8](SHA256.hash(data: Data(site.id.utf8))) + bytes))
        for data in [bytes, head(flags: 5).dropLast() + bytes] {
            try require(refusal(client("webauthn.get"), data, generator) != nil, "no signature is not a signature")
        }
    }

    /// Hands bytes over as a browser's client data. What is accepted names the ceremony, the challenge and the site.
    static func clientData(_ bytes: [UInt8]) throws {
        let assertion = PasskeyAssertion(clientDataJSON: bytes, authenticatorData: [], signature: [])
        _ = assertion.claimedChallenge
        guard let error = refusal(bytes, head(flags: 5) + [0, 0, 0, 0], generator) else {
            throw BrokenPromiseError("no signature is not a signature")
        }
        guard error == .invalidSignature else { return }
        try require(assertion.claimedChallenge == challenge, "an answer is to the challenge that it claims")
        guard let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw BrokenPromiseError("client data is a JSON object")
        }
        try require(json["type"] as? String == "webauthn.get", "an assertion is no registration")
        try require(json["origin"] as? String == "https://ink.example", "an answer is of the site's own page")
        try require(json["crossOrigin"] as? Bool != true && !(json["topOrigin"] is String), "no frame answers")
    }

    private static let site = RelyingParty(id: "ink.example", origins: ["https://ink.example"])
    private static let challenge = [UInt8](0..<32)

    /// ES256 with the curve's generator as key. No input is a signature under it.
    private static let generator = PasskeyCredential(
        id: [9],
        publicKey: [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]
            + bytes("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296") + [0x22, 0x58, 32]
            + bytes("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
        signCount: 0, isBackupEligible: false, isBackedUp: false)

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue }.map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func client(_ type: String) -> [UInt8] {
        let challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
        return Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"https://ink.example"}"#.utf8)
    }

    private static func head(flags: UInt8) -> [UInt8] { SHA256.hash(data: Data(site.id.utf8)) + [flags] }

    private static func attestation(_ rest: [UInt8], flags: UInt8) -> [UInt8] {
        attestation(head: head(flags: flags) + [0, 0, 0, 0] + rest)
    }

    private static func attestation(head data: [UInt8]) -> [UInt8] {
        [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8) + [0xA0, 0x68]
            + Array("authData".utf8) + [0x59, UInt8(data.count >> 8 & 255), UInt8(data.count & 255)] + data
    }

    /// Requires that a registered credential can be kept: its parts are in range, and its key is read again.
    private static func register(_ attestation: [UInt8]) throws {
        let made = PasskeyRegistration(
            clientDataJSON: client("webauthn.create"), attestationObject: attestation)
        guard let credential = try? made.verify(challenge: challenge, relyingParty: site) else { return }
        try require(1...1023 ~= credential.id.count, "an identifier has 1 to 1023 bytes")
        try require(credential.isBackupEligible || !credential.isBackedUp, "what cannot be copied was not")
        let data = head(flags: credential.isBackupEligible ? 13 : 5) + [255, 255, 255, 255]
        let error = refusal(client("webauthn.get"), data, credential)
        try require(error == .invalidSignature, "a registered key is read again")
    }

    private static func refusal(
        _ client: [UInt8], _ data: [UInt8], _ credential: PasskeyCredential
    ) -> PasskeyError? {
        do throws(PasskeyError) {
            _ = try PasskeyAssertion(clientDataJSON: client, authenticatorData: data, signature: [])
                .verify(challenge: challenge, credential: credential, relyingParty: site)
            return nil
        } catch {
            return error
        }
    }
}
