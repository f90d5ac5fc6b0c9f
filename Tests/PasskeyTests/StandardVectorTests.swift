// SPDX-License-Identifier: MIT
import Testing

@testable import Passkey

/// The test vectors of WebAuthn Level 3.
@Suite struct StandardVectorTests {
    private func site(verified: Bool = false) -> RelyingParty {
        RelyingParty(id: "example.org", origins: ["https://example.org"], requiresUserVerification: verified)
    }

    private func registration(_ clientData: String, _ attestation: String) -> PasskeyRegistration {
        PasskeyRegistration(clientDataJSON: .init(hex: clientData), attestationObject: .init(hex: attestation))
    }

    @Test("The ES256 vector without attestation is accepted") func es256WithoutAttestation() throws {
        typealias Vector = StandardVectors.NoneES256
        let made = registration(Vector.clientData, Vector.attestation)
        let credential = try made.verify(challenge: .init(hex: Vector.challenge), relyingParty: site())
        #expect(credential.id == .init(hex: Vector.credentialID))
        #expect(credential.isBackupEligible && credential.isBackedUp && credential.signCount == 0)
        let assertion = PasskeyAssertion(
            clientDataJSON: .init(hex: Vector.assertionClientData),
            authenticatorData: .init(hex: Vector.authenticatorData), signature: .init(hex: Vector.signature))
        let challenge = [UInt8](hex: Vector.assertionChallenge)
        #expect(try assertion.verify(challenge: challenge, credential: credential, relyingParty: site()) == credential)
        // The authenticator verified the user for neither.
        #expect(throws: PasskeyError.userNotVerified) {
            try made.verify(challenge: .init(hex: Vector.challenge), relyingParty: site(verified: true))
        }
        #expect(throws: PasskeyError.userNotVerified) {
            try assertion.verify(challenge: challenge, credential: credential, relyingParty: site(verified: true))
        }
    }

    @Test("The ES256 vector with self-attestation is accepted") func es256AttestedWithItself() throws {
        typealias Vector = StandardVectors.PackedSelfES256
        let made = registration(Vector.clientData, Vector.attestation)
        let challenge = [UInt8](hex: Vector.challenge)
        _ = try made.verify(challenge: challenge, relyingParty: site(verified: true))
        var object = made.attestationObject
        // The last byte of the signature in the statement.
        object[101] ^= 1
        let spoilt = PasskeyRegistration(clientDataJSON: made.clientDataJSON, attestationObject: object)
        #expect(throws: PasskeyError.invalidAttestation) {
            try spoilt.verify(challenge: challenge, relyingParty: site())
        }
    }

    @Test("A registration in a frame of another site is rejected") func aFrameOfAnotherSiteIsRefused() {
        typealias Vector = StandardVectors.CrossOriginES256
        #expect(throws: PasskeyError.crossOrigin) {
            try registration(Vector.clientData, Vector.attestation).verify(
                challenge: .init(hex: Vector.challenge), relyingParty: site())
        }
    }

    @Test("The RS256 vector is accepted") func rs256() throws {
        typealias Vector = StandardVectors.RS256
        let key = [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, 1, 0xB4] + Vector.modulus + [0x21, 0x43, 1, 0, 1]
        let credential = PasskeyCredential(
            id: [1], publicKey: key, signCount: 0, isBackupEligible: true, isBackedUp: true)
        let assertion = PasskeyAssertion(
            clientDataJSON: .init(hex: Vector.clientData), authenticatorData: .init(hex: Vector.authenticatorData),
            signature: .init(hex: Vector.signature))
        _ = try assertion.verify(
            challenge: .init(hex: Vector.challenge), credential: credential, relyingParty: site())
    }

    @Test("The EdDSA vector is accepted") func edDSA() throws {
        typealias Vector = StandardVectors.EdDSA
        let credential = PasskeyCredential(
            id: [1], publicKey: .init(hex: Vector.key), signCount: 0, isBackupEligible: false, isBackedUp: false)
        let assertion = PasskeyAssertion(
            clientDataJSON: .init(hex: Vector.clientData), authenticatorData: .init(hex: Vector.authenticatorData),
            signature: .init(hex: Vector.signature))
        _ = try assertion.verify(
            challenge: .init(hex: Vector.challenge), credential: credential, relyingParty: site())
    }
}
