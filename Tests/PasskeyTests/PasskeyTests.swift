// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkTestSupport
import Passkey
import PasskeySupport
import Testing

@Suite struct PasskeyTests {
    private static let site = RelyingParty(
        id: "ink.example", origins: ["https://ink.example", "https://www.ink.example"])
    private let challenge = [UInt8](0..<32)

    private func credential(_ authenticator: SoftAuthenticator) throws -> PasskeyCredential {
        try authenticator.register(challenge).verify(challenge: challenge, relyingParty: Self.site)
    }

    private func refusal(
        _ kind: SoftAuthenticator.Kind = .es256, _ spoil: (inout SoftAuthenticator) -> Void
    ) throws -> (registration: PasskeyError?, assertion: PasskeyError?) {
        var authenticator = try SoftAuthenticator(kind)
        let credential = try credential(authenticator)
        spoil(&authenticator)
        var errors: (PasskeyError?, PasskeyError?) = (nil, nil)
        do { _ = try authenticator.register(challenge).verify(challenge: challenge, relyingParty: Self.site) } catch {
            errors.0 = error as? PasskeyError
        }
        do {
            _ = try authenticator.assert(challenge).verify(
                challenge: challenge, credential: credential, relyingParty: Self.site)
        } catch {
            errors.1 = error as? PasskeyError
        }
        return errors
    }

    @Test("A passkey is registered and used", arguments: SoftAuthenticator.Kind.allCases)
    func aPasskeyIsRegisteredAndUsed(_ kind: SoftAuthenticator.Kind) throws {
        var authenticator = try SoftAuthenticator(kind)
        let credential = try credential(authenticator)
        #expect(credential.id == authenticator.id && !credential.isBackupEligible)
        #expect(try credential.publicKey == authenticator.cose)
        authenticator.origin = "https://www.ink.example"
        _ = try authenticator.assert(challenge).verify(
            challenge: challenge, credential: credential, relyingParty: Self.site)
    }

    @Test("Wrong origins, types, relying parties and flags are rejected", arguments: SoftAuthenticator.Kind.allCases)
    func whatIsNotAsItMustBeIsRefused(_ kind: SoftAuthenticator.Kind) throws {
        let cases: [(PasskeyError, (inout SoftAuthenticator) -> Void)] = [
            (.wrongOrigin, { $0.origin = "https://ink.example.evil.example" }),
            (.wrongOrigin, { $0.origin = "http://ink.example" }),
            (.crossOrigin, { $0.crossOrigin = true }), (.crossOrigin, { $0.topOrigin = "https://evil.example" }),
            (.wrongCeremony, { $0.type = "payment.get" }), (.wrongRelyingParty, { $0.relyingPartyID = "evil.example" }),
            (.userNotPresent, { $0.flags = 0b100 }), (.userNotVerified, { $0.flags = 0b1 }),
            (.invalidFlags, { $0.flags = 0b10101 }),
        ]
        for (error, spoil) in cases {
            let refused = try refusal(kind, spoil)
            #expect(refused.registration == error && refused.assertion == error)
        }
        #expect(try refusal(kind) { $0.crossOrigin = nil } == (nil, nil))
        #expect(try refusal(kind) { $0.extensions = [0xA0] } == (nil, nil))
        #expect(try refusal(kind) { $0.extensions = [0x80] }.assertion != nil)
        // A passkey that is not eligible for backup must not become so.
        #expect(try refusal(kind) { $0.flags = 0b1101 } == (nil, .invalidFlags))
    }

    @Test("Responses to another challenge or ceremony are rejected")
    func anAnswerToAnotherChallengeOrCeremonyIsRefused() throws {
        let authenticator = try SoftAuthenticator(.es256)
        let credential = try credential(authenticator)
        let assertion = try authenticator.assert(challenge)
        for other in [[], Array(challenge.dropLast()), challenge.reversed()] as [[UInt8]] {
            #expect(throws: PasskeyError.wrongChallenge) {
                try assertion.verify(challenge: other, credential: credential, relyingParty: Self.site)
            }
        }
        let made = try authenticator.register(challenge)
        #expect(throws: PasskeyError.wrongCeremony) {
            try PasskeyAssertion(
                clientDataJSON: made.clientDataJSON, authenticatorData: assertion.authenticatorData,
                signature: assertion.signature
            ).verify(challenge: challenge, credential: credential, relyingParty: Self.site)
        }
    }

    @Test("The signature counter must rise") func aCounterOnlyRises() throws {
        var authenticator = try SoftAuthenticator(.edDSA)
        authenticator.signCount = 5
        var credential = try credential(authenticator)
        #expect(credential.signCount == 5)
        for (next, isRight) in [(6, true), (6, false), (5, false), (0, false), (4_000_000_000, true), (7, false)]
            as [(UInt32, Bool)]
        {
            authenticator.signCount = next
            let assertion = try authenticator.assert(challenge)
            if isRight {
                credential = try assertion.verify(
                    challenge: challenge, credential: credential, relyingParty: Self.site)
                #expect(credential.signCount == next)
            } else {
                #expect(throws: PasskeyError.counterNotIncreased) {
                    try assertion.verify(challenge: challenge, credential: credential, relyingParty: Self.site)
                }
            }
        }
    }

    @Test("Only self-attestation is accepted") func onlyTheNewKeyItselfMayAttest() throws {
        let authenticator = try SoftAuthenticator(.es256)
        let message = try authenticator.authenticatorData(isNew: true)
        let client = authenticator.clientData("webauthn.create", challenge)
        func statement(_ key: SoftAuthenticator, algorithm: UInt8) throws -> [UInt8] {
            let signature = try key.sign(message + SHA256.hash(data: client))
            return [0xA2, 0x63] + Array("alg".utf8) + [algorithm, 0x63] + Array("sig".utf8)
                + [0x58, UInt8(signature.count)] + signature
        }
        func error(_ format: String, _ statement: [UInt8]) throws -> PasskeyError? {
            let made = try authenticator.register(challenge, format: format, statement: statement)
            do throws(PasskeyError) {
                _ = try made.verify(challenge: challenge, relyingParty: Self.site)
                return nil
            } catch {
                return error
            }
        }
        #expect(try error("packed", statement(authenticator, algorithm: 0x26)) == nil)
        #expect(try error("packed", statement(authenticator, algorithm: 0x27)) == .invalidAttestation)
        #expect(try error("packed", statement(SoftAuthenticator(.es256), algorithm: 0x26)) == .invalidAttestation)
        #expect(try error("none", statement(authenticator, algorithm: 0x26)) == .invalidAttestation)
        #expect(try error("tpm", [0xA0]) == .invalidAttestation)
        #expect(try error("none", [0x80]) == .invalidAttestation)
    }

    @Test("An assertion with a changed bit is rejected", arguments: SoftAuthenticator.Kind.allCases)
    func noChangedBitIsTaken(_ kind: SoftAuthenticator.Kind) throws {
        let authenticator = try SoftAuthenticator(kind)
        let credential = try credential(authenticator)
        let assertion = try authenticator.assert(challenge)
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            var parts = [assertion.clientDataJSON, assertion.authenticatorData, assertion.signature]
            let part = Int(random.next() % 3)
            let byte = Int(random.next() % UInt64(parts[part].count))
            parts[part][byte] ^= 1 << (random.next() % 8)
            let spoilt = PasskeyAssertion(
                clientDataJSON: parts[0], authenticatorData: parts[1], signature: parts[2])
            #expect(throws: PasskeyError.self, "part \(part), byte \(byte)") {
                try spoilt.verify(challenge: challenge, credential: credential, relyingParty: Self.site)
            }
        }
    }

    @Test("Truncated and extended registrations are rejected") func noTruncatedOrLongerRegistrationIsTaken() throws {
        let made = try SoftAuthenticator(.es256).register(challenge)
        for count in made.attestationObject.indices {
            let cut = PasskeyRegistration(
                clientDataJSON: made.clientDataJSON, attestationObject: Array(made.attestationObject[..<count]))
            #expect(throws: PasskeyError.self, "\(count) bytes") {
                try cut.verify(challenge: challenge, relyingParty: Self.site)
            }
        }
        for tail in [[0], [0xA0], [UInt8](repeating: 0, count: 1 << 20)] as [[UInt8]] {
            let long = PasskeyRegistration(
                clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject + tail)
            #expect(throws: PasskeyError.self) { try long.verify(challenge: challenge, relyingParty: Self.site) }
        }
        let wordy = PasskeyRegistration(
            clientDataJSON: made.clientDataJSON + [UInt8](repeating: 0x20, count: 5000),
            attestationObject: made.attestationObject)
        #expect(throws: PasskeyError.invalidClientData) {
            try wordy.verify(challenge: challenge, relyingParty: Self.site)
        }
    }

    /// Reading names with marks takes time by the square of their length.
    @Test("Client data with much text outside ASCII is refused", arguments: [(511, true), (513, false)])
    func clientDataIsMostlyASCII(marks: Int, isRead: Bool) throws {
        let (authenticator, challenge) = (try SoftAuthenticator(.es256), [UInt8](repeating: 7, count: 32))
        let made = try authenticator.register(challenge)
        let name = String(repeating: "\u{301}", count: marks)
        let data = made.clientDataJSON.dropLast() + Array(",\"\(name)\":1}".utf8)
        let registration = PasskeyRegistration(clientDataJSON: data, attestationObject: made.attestationObject)
        #expect((registration.claimedChallenge == challenge) == isRead)
        let passkey = try? registration.verify(challenge: challenge, relyingParty: Self.site)
        #expect((passkey != nil) == isRead)
    }

    @Test("A changed registration never accepts another key", arguments: 1...10 as ClosedRange<UInt64>)
    func spoiltRegistrationLetsNoOtherUserIn(seed: UInt64) throws {
        let authenticator = try SoftAuthenticator(.es256)
        let made = try authenticator.register(challenge)
        let right = try made.verify(challenge: challenge, relyingParty: Self.site)
        let assertion = try authenticator.assert(challenge)
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var object = made.attestationObject
            for _ in 0...random.next() % 3 {
                object[Int(random.next() % UInt64(object.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            let spoilt = PasskeyRegistration(clientDataJSON: made.clientDataJSON, attestationObject: object)
            // A registration is not signed, so a changed identifier or counter may be accepted. A changed key must not
            // verify assertions of this one.
            guard var taken = try? spoilt.verify(challenge: challenge, relyingParty: Self.site) else { continue }
            taken = PasskeyCredential(
                id: taken.id, publicKey: taken.publicKey, signCount: 0, isBackupEligible: false, isBackedUp: false)
            let opens = (try? assertion.verify(challenge: challenge, credential: taken, relyingParty: Self.site)) != nil
            #expect(opens == (taken.publicKey == right.publicKey), "seed \(seed)")
        }
    }

    @Test("Weak, invalid and mislabelled keys are rejected") func weakAndForeignKeysAreRefused() throws {
        let authenticator = try SoftAuthenticator(.es256)
        let right = try credential(authenticator)
        let assertion = try authenticator.assert(challenge)
        let modulus = [UInt8](repeating: 0xFF, count: 128)
        let keys: [[UInt8]] = [
            [], [0xA0], [0xF6], Array(right.publicKey.dropLast()), right.publicKey + [0],
            // A point that is not on the curve, and RSA of 1024 bits.
            [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + [UInt8](repeating: 1, count: 32) + [0x22, 0x58, 32]
                + [UInt8](repeating: 1, count: 32),
            [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x58, 0x80] + modulus + [0x21, 0x43, 1, 0, 1],
            // The right key, labelled EdDSA.
            right.publicKey.map { $0 == 0x26 ? 0x27 : $0 },
        ]
        for key in keys {
            let credential = PasskeyCredential(
                id: right.id, publicKey: key, signCount: 0, isBackupEligible: false, isBackedUp: false)
            #expect(throws: PasskeyError.self) {
                try assertion.verify(challenge: challenge, credential: credential, relyingParty: Self.site)
            }
        }
    }

    @Test("The claimed challenge is the one in the client data", arguments: [0, 1, 2, 3, 32, 56])
    func claimedChallengeIsWhatIsAnswered(_ count: Int) throws {
        let authenticator = try SoftAuthenticator(.es256)
        let challenge = (0..<count).map { UInt8(truncatingIfNeeded: 251 * $0) }
        #expect(try authenticator.register(challenge).claimedChallenge == challenge)
        #expect(try authenticator.assert(challenge).claimedChallenge == challenge)
        for json in [
            "", "{}", #"{"type":"webauthn.get","challenge":"!","origin":"x"}"#, String(repeating: " ", count: 5000),
        ] {
            let other = PasskeyAssertion(clientDataJSON: Array(json.utf8), authenticatorData: [], signature: [])
            #expect(other.claimedChallenge == nil)
        }
    }

    /// In a member that is not read: a byte that UTF-8 does not have, control characters, which JSON does not allow in
    /// strings, and an unknown escape. Also: a member that stands there twice with different values.
    @Test(
        "Client data must be JSON in UTF-8 throughout",
        arguments: [
            [0x9E], [0x01], [0x00], [0x0A], [0x5C, 0x71], Array(#"","origin":"https://other.example"#.utf8),
            Array(#"","type":"webauthn.get"#.utf8), Array(#"","crossOrigin":false,"crossOrigin":true,"y":""#.utf8),
        ] as [[UInt8]])
    func clientDataIsJSONInUTF8Throughout(bytes: [UInt8]) throws {
        let authenticator = try SoftAuthenticator(.es256)
        let made = try authenticator.register([1, 2, 3])
        let json = made.clientDataJSON.dropLast() + Array(#","x":""#.utf8) + bytes + Array(#""}"#.utf8)
        let other = PasskeyRegistration(clientDataJSON: Array(json), attestationObject: made.attestationObject)
        #expect(other.claimedChallenge == nil)
        #expect(throws: PasskeyError.invalidClientData) {
            try other.verify(challenge: [1, 2, 3], relyingParty: Self.site)
        }
    }
}
