// SPDX-License-Identifier: MIT
import Foundation
import Passkey
import Testing

/// Keys and signatures at the edges of the three algorithms, from `Vectors/passkey/make.py`, which computes them
/// without a library of cryptography: numbers of 0 and the order, other encodings, points on no curve, keys of small
/// order, other paddings.
@Suite struct SignatureVectorTests {
    struct Vectors: Decodable {
        struct Case: Decodable, Sendable {
            let name: String
            /// A COSE_Key.
            let key: String
            let signature: String
            let isValid: Bool
        }

        let relyingParty: String
        let origin: String
        let challenge: String
        let clientData: String
        let authenticatorData: String
        let cases: [String: [Case]]

        static func read() throws -> Vectors {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let file = root.appendingPathComponent("Vectors/passkey/signatures.json")
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        }

        var site: RelyingParty { RelyingParty(id: relyingParty, origins: [origin]) }

        /// Returns the error for a case's signature under its key; `nil` if it is taken.
        func refusal(_ sample: Case) -> PasskeyError? {
            let credential = PasskeyCredential(
                id: [1], publicKey: [UInt8](hex: sample.key), signCount: 0, isBackupEligible: false, isBackedUp: false)
            let assertion = PasskeyAssertion(
                clientDataJSON: Array(clientData.utf8), authenticatorData: [UInt8](hex: authenticatorData),
                signature: [UInt8](hex: sample.signature))
            do throws(PasskeyError) {
                _ = try assertion.verify(
                    challenge: [UInt8](hex: challenge), credential: credential, relyingParty: site)
                return nil
            } catch {
                return error
            }
        }

        /// Returns the error for a registration of a case's key; `nil` if it is taken.
        func registrationRefusal(_ sample: Case) -> PasskeyError? {
            var data = Array([UInt8](hex: authenticatorData).prefix(32))
            data += [0x45, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [0, 1, 1] + [UInt8](hex: sample.key)
            let object: [UInt8] =
                [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
                + [0xA0, 0x68] + Array("authData".utf8) + [0x59, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
            let client = clientData.replacingOccurrences(of: "webauthn.get", with: "webauthn.create")
            do throws(PasskeyError) {
                _ = try PasskeyRegistration(clientDataJSON: Array(client.utf8), attestationObject: object)
                    .verify(challenge: [UInt8](hex: challenge), relyingParty: site)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("Edge cases of signatures are judged as the standards require", arguments: ["ES256", "EdDSA", "RS256"])
    func edgesAreJudgedAsTheStandardsSay(algorithm: String) throws {
        let vectors = try Vectors.read()
        let cases = try #require(vectors.cases[algorithm])
        #expect(cases.count > 40 && cases.contains { $0.isValid })
        for sample in cases {
            let refusal = vectors.refusal(sample)
            #expect(
                (refusal == nil) == sample.isValid,
                "\(algorithm), \(sample.name): \(refusal.map { "\($0)" } ?? "taken")")
        }
    }

    /// Keys under which signatures can be made without their private part, or that no standard allows, never become a
    /// passkey.
    @Test("Unsuitable keys are not registered", arguments: ["ES256", "EdDSA", "RS256"])
    func unfitKeysAreNotRegistered(algorithm: String) throws {
        let vectors = try Vectors.read()
        let cases = try #require(vectors.cases[algorithm])
        // Another point's owner is unknown, and under what is no point of Edwards' curve nothing verifies.
        let others = ["key: the other sign of y", "key: the other sign", "key: on no point"]
        for sample in cases where !others.contains(sample.name) {
            let isUnfit = sample.name.hasPrefix("key: ")
            let refusal = vectors.registrationRefusal(sample)
            #expect((refusal != nil) == isUnfit, "\(algorithm), \(sample.name): \(refusal.map { "\($0)" } ?? "taken")")
        }
    }
}
