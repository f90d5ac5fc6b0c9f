// SPDX-License-Identifier: MIT
import Foundation
import Passkey
import PasskeySupport
import Testing

@testable import InkLockService

/// A user with a browser and an authenticator.
struct PasskeyOwner {
    let browser: Browser
    var authenticator: SoftAuthenticator
    /// The account ID that the authenticator stores with the passkey.
    var userHandle: String?
    /// The key from the PRF extension, or `nil`.
    var prfKey: String?

    init(
        _ browser: Browser, _ kind: SoftAuthenticator.Kind = .es256, prf: Bool = true,
        origin: String = "http://localhost"
    ) throws {
        self.browser = browser
        authenticator = try SoftAuthenticator(kind)
        authenticator.id = Self.random(32)
        authenticator.origin = origin
        authenticator.relyingPartyID = origin.split(separator: "/").last.map(String.init) ?? ""
        prfKey = prf ? Data(Self.random(32)).base64EncodedString() : nil
    }

    /// Creates an account with a passcode and a passkey, and returns its owner.
    static func enrolled(_ name: String, _ browser: Browser) async throws -> PasskeyOwner {
        try await browser.create(name)
        var owner = try PasskeyOwner(browser)
        #expect(try await owner.enrol().status == 200)
        return owner
    }

    private static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

    var id: String { Data(authenticator.id).base64EncodedString() }

    func options() async throws -> Browser.Answer { try await browser.post("/api/passkeys/options", [:]) }

    func challenge() async throws -> [UInt8] {
        Array(Data(base64Encoded: try await options()["challenge"] ?? "") ?? Data())
    }

    /// Registers a passkey for the signed-in user.
    mutating func enrol(
        _ name: String = "My phone", proof: [String: Any] = ["passcode": Browser.passcode]
    ) async throws -> Browser.Answer {
        let options = try await options()
        userHandle = options["userId"]
        let challenge = Array(Data(base64Encoded: options["challenge"] ?? "") ?? Data())
        return try await browser.post("/api/methods/passkeys", try creation(name, challenge, proof: proof))
    }

    func creation(_ name: String, _ challenge: [UInt8], proof: [String: Any]) throws -> [String: Any] {
        let registration = try authenticator.register(challenge)
        var message: [String: Any] = [
            "proof": proof, "name": name,
            "credential": [
                "id": id, "clientDataJSON": Data(registration.clientDataJSON).base64EncodedString(),
                "attestationObject": Data(registration.attestationObject).base64EncodedString(),
                "transports": ["internal"],
            ],
        ]
        message["prfKey"] = prfKey
        return message
    }

    func proof(_ challenge: [UInt8]) throws -> [String: Any] {
        let assertion = try authenticator.assert(challenge)
        var passkey: [String: Any] = [
            "id": id, "clientDataJSON": Data(assertion.clientDataJSON).base64EncodedString(),
            "authenticatorData": Data(assertion.authenticatorData).base64EncodedString(),
            "signature": Data(assertion.signature).base64EncodedString(),
        ]
        passkey["userHandle"] = userHandle
        passkey["prfKey"] = prfKey
        return ["passkey": passkey]
    }

    func proof() async throws -> [String: Any] { try proof(try await challenge()) }

    func signIn() async throws -> Browser.Answer {
        try await browser.post("/api/sign-in", ["proof": try await proof()])
    }

    /// Returns the same passkey in another browser, to which it was synchronised.
    func elsewhere(_ browser: Browser) throws -> PasskeyOwner { try PasskeyOwner(browser, of: self) }

    private init(_ browser: Browser, of other: PasskeyOwner) throws {
        self.browser = browser
        authenticator = other.authenticator
        userHandle = other.userHandle
        prfKey = other.prfKey
    }
}
