// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode
import Testing

@testable import InkLockService

/// Proofs that are still being checked when the account's methods change.
@Suite(.fewAtOnce) struct LateProofTests {
    private var bench: AccountBench
    private let interruption = Interruption()

    init() throws {
        bench = try AccountBench()
        bench.deriver = interruption
    }

    /// A deriver that first does something else, once.
    private final class Interruption: Deriver, @unchecked Sendable {
        private let lock = NSLock()
        private var action: (@Sendable () async -> Void)?

        func plan(_ new: @escaping @Sendable () async -> Void) { lock.withLock { action = new } }

        private func take() -> (@Sendable () async -> Void)? {
            lock.withLock {
                defer { action = nil }
                return action
            }
        }

        func withTurn<Result: Sendable>(
            _ body: @Sendable () async throws(VaultError) -> Result
        ) async throws(VaultError) -> Result { try await body() }

        func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
            await take()?()
            return try await DerivationQueue.shared.derive(passcode, by: hash)
        }
    }

    private static let newPassphrase = "9 blaue ruder am ufer"

    private static func signIn(_ passphrase: String) -> [String: Any] {
        ["name": "ada", "proof": ["passcode": passphrase]]
    }

    /// Signs in with the old passphrase while `change` is made, and checks that the proof opens nothing.
    private func signIn(
        on client: Browser, while change: @escaping @Sendable () async throws -> Browser.Answer
    ) async throws {
        interruption.plan {
            let answer = try? await change()
            #expect(answer?.status == 200, "\(answer?.text ?? "no answer")")
        }
        let late = try await client.post("/api/sign-in", Self.signIn(Browser.passphrase))
        #expect(late.status == 409 || late.status == 401, "\(late.text)")
        #expect(late["notesKey"] == nil)
        #expect(late.headers[values: .setCookie].allSatisfy { !$0.contains("inklock-session") })
        #expect(try await !client.isSignedIn)
    }

    @Test("A proof that was checked during a recovery opens nothing", arguments: [false, true])
    func recoveryMeetsAProof(isKnown: Bool) async throws {
        try await bench.run { _, browser async throws in
            let (ada, client) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            if isKnown {
                #expect(try await client.post("/api/sign-in", Self.signIn(Browser.passphrase)).status == 200)
                client.cookies["inklock-session"] = nil
            }
            try await signIn(on: client) {
                try await ada.post(
                    "/api/recover",
                    [
                        "name": "ada", "recoveryCode": ada.recoveryCode ?? "",
                        "passcode": ["kind": "alphanumeric", "text": Self.newPassphrase],
                    ])
            }
            #expect(try await (ada.get("/api/devices").json["devices"] as? [Any])?.count == 1)
        }
    }

    @Test("A proof that was checked during a change of the passcode opens nothing", arguments: [false, true])
    func newPasscodeMeetsAProof(isKnown: Bool) async throws {
        try await bench.run { _, browser async throws in
            let (ada, client) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            if isKnown {
                #expect(try await client.post("/api/sign-in", Self.signIn(Browser.passphrase)).status == 200)
                client.cookies["inklock-session"] = nil
            }
            try await signIn(on: client) {
                try await ada.post(
                    "/api/methods/passcode",
                    [
                        "proof": ["passcode": Browser.passphrase],
                        "passcode": ["kind": "alphanumeric", "text": Self.newPassphrase],
                    ])
            }
            #expect(try await browser().post("/api/sign-in", Self.signIn(Self.newPassphrase)).status == 200)
        }
    }

    /// The other attempt writes the device's ledger, so that the late proof reads ledger and record again.
    @Test("A proof that was checked during a change and another attempt opens nothing")
    func anotherAttemptMeetsAProof() async throws {
        try await bench.run { _, browser async throws in
            let (ada, client, tab) = (browser(), browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            #expect(try await client.post("/api/sign-in", Self.signIn(Browser.passphrase)).status == 200)
            client.cookies["inklock-session"] = nil
            tab.copy(client)
            try await signIn(on: client) {
                let answer = try await ada.post(
                    "/api/methods/passcode",
                    [
                        "proof": ["passcode": Browser.passphrase],
                        "passcode": ["kind": "alphanumeric", "text": Self.newPassphrase],
                    ])
                let wrong = try await tab.post("/api/sign-in", Self.signIn("graue hügel 3 laternen"))
                #expect(wrong.code == "rejected", "\(wrong.text)")
                return answer
            }
        }
    }
}
