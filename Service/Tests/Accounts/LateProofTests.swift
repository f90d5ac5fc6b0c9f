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

    /// Returns accounts whose uses of the database can be interrupted.
    private func interrupted(_ base: Accounts) async throws -> (Accounts, InterruptedStore) {
        let store = InterruptedStore(base.database)
        let accounts = try await Accounts(
            database: store, secrets: base.secrets, pictures: base.pictures, parameters: bench.parameters,
            clock: bench.clock)
        return (accounts, store)
    }

    /// The recovery is committed when the proof has been accepted, and the change has not been written.
    @Test("A recovery after a proof keeps the account and its devices", arguments: [false, true])
    func recoveryComesBeforeTheChange(deletes: Bool) async throws {
        let base = try await bench.service().accounts
        let (accounts, store) = try await interrupted(base)
        let name = try #require(AccountName("ada"))
        func method(_ passcode: String) throws -> NewMethod {
            .passcode(try #require(TypedPasscode(passcode)), .sixDigits, isPassphrase: false)
        }
        let made = try await accounts.create(name, try method(Browser.passcode), Client())
        let session = try await accounts.session(made.token)
        let (code, new) = (try #require(made.recoveryCode).text, try method("581936"))
        store.plan { _ = try? await base.recover(name, code: code, new, Client()) }
        let proof = Proof.passcode(try #require(TypedPasscode(Browser.passcode)))
        await #expect(throws: AccountError.conflict) {
            if deletes {
                try await accounts.delete(proof, session)
            } else {
                try await accounts.forget(session.device, proof, session)
            }
        }
        let account = try await base.read { try AccountRow.find(name, in: $0) }
        #expect(account?.id == session.account.id)
        await #expect(throws: AccountError.notSignedIn) { _ = try await base.session(made.token) }
        try base.database.close()
    }

    /// The body of a request may arrive long after the session was found.
    @Test("A session that ends while a request arrives does nothing any more") func endedSessionsDoNothing()
        async throws
    {
        let base = try await bench.service().accounts
        let (accounts, store) = try await interrupted(base)
        let name = try #require(AccountName("ada"))
        let passcode = try #require(TypedPasscode(Browser.passcode))
        let made = try await accounts.create(name, .passcode(passcode, .sixDigits, isPassphrase: false), Client())
        var client = Client(made)
        client.session = nil
        let other = try await accounts.signIn(name, .passcode(passcode), client)
        let (session, owners) = (try await accounts.session(made.token), try await accounts.session(other.token))
        func late(_ action: () async throws(AccountError) -> Void) async -> AccountError? {
            do throws(AccountError) { try await action() } catch { return error }
            return nil
        }
        store.plan { try? await base.end(session.id, owners) }
        #expect(await late { () throws(AccountError) in try await accounts.end(owners.id, session) } == .conflict)
        #expect(await late { () throws(AccountError) in try await accounts.endOthers(session) } == .conflict)
        let key = try #require(PasskeyName("key"))
        #expect(
            await late { () throws(AccountError) in _ = try await accounts.renamePasskey([1], to: key, session) }
                == .conflict)
        #expect(
            await late { () throws(AccountError) in _ = try await accounts.devices(session) } == .notSignedIn)
        #expect(
            await late { () throws(AccountError) in _ = try await accounts.check(.passcode(passcode), session) }
                == .notSignedIn)
        #expect(try await base.devices(owners).flatMap(\.sessions).map(\.id) == [owners.id])
        try base.database.close()
    }

    /// The answer is made of what the transaction has seen.
    @Test("A sign-in answers what is stored") func signInsAnswerWhatIsStored() async throws {
        let accounts = try await bench.service().accounts
        let name = try #require(AccountName("ada"))
        let passcode = try #require(TypedPasscode(Browser.passcode))
        let made = try await accounts.create(name, .passcode(passcode, .sixDigits, isPassphrase: false), Client())
        let again = try await accounts.signIn(name, .passcode(passcode), Client(made))
        let stored = try await accounts.info(try await accounts.session(again.token))
        #expect(again.session == stored && again.session == made.session)
        try accounts.database.close()
    }

    /// A store that first does something else before an essential transaction, once.
    private final class InterruptedStore: AccountStore, @unchecked Sendable {
        private let base: any AccountStore
        private let lock = NSLock()
        private var action: (@Sendable () async -> Void)?

        init(_ base: any AccountStore) { self.base = base }

        func plan(_ new: @escaping @Sendable () async -> Void) { lock.withLock { action = new } }

        private func take() -> (@Sendable () async -> Void)? {
            lock.withLock {
                defer { action = nil }
                return action
            }
        }

        var isShared: Bool { base.isShared }

        func read<Result: Sendable>(
            _ scope: ReadScope, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
        ) async throws(StoreError) -> Result {
            try await base.read(scope, body)
        }

        func write<Result: Sendable>(
            _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
        ) async throws(StoreError) -> Result {
            if purpose == .essential { await take()?() }
            return try await base.write(purpose, body)
        }

        func releaseFreePages(at now: Int64) async throws(StoreError) { try await base.releaseFreePages(at: now) }

        func hasRoom(_ transaction: any StoreTransaction) -> Bool { base.hasRoom(transaction) }

        func isWritable() async -> Bool { await base.isWritable() }

        func space(at now: Int64, measuring: Bool) async -> StoreSpace {
            await base.space(at: now, measuring: measuring)
        }

        func close() throws { try base.close() }
    }
}
