// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode
import Testing

@testable import InkLockService

/// Tests what the operator decides about single accounts: whether they open, and what they may keep.
@Suite(.fewAtOnce) struct DisabledAccountTests {
    private var bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func note(_ number: Int, version: Int = 0, size: Int) -> [String: Any] {
        [
            "id": String(format: "%032x", number), "version": version,
            "sealed": Data(repeating: 7, count: size).base64EncodedString(),
        ]
    }

    private static func recovery(_ name: String, _ code: String?) -> [String: Any] {
        ["name": name, "recoveryCode": code ?? "", "passcode": ["kind": "six-digits", "text": "581936"]]
    }

    private static func signIn(_ name: String, _ passphrase: String = Browser.passphrase) -> [String: Any] {
        ["name": name, "proof": ["passcode": passphrase]]
    }

    private static func decide(
        _ bench: AccountBench, _ name: String,
        _ body: @escaping @Sendable (AccountID, any StoreTransaction) throws -> Void
    ) async throws {
        let accounts = try await bench.operatorAccounts()
        let id = try await accounts.account(name).accountID
        try await accounts.write { try body(id, $0) }
    }

    private static func disable(_ bench: AccountBench, _ name: String) async throws {
        let now = bench.clock.now().wallMilliseconds
        try await decide(bench, name) { try Accounts.disable($0, at: now, in: $1) }
    }

    private static func enable(_ bench: AccountBench, _ name: String) async throws {
        try await decide(bench, name) { try Accounts.enable($0, in: $1) }
    }

    @Test("A disabled account opens with nothing, and its owner learns why after a correct proof")
    func disabledAccountsDoNotOpen() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, phone) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol(proof: ["passcode": Browser.passphrase]).status == 200)
            #expect(try await ada.post("/api/notes", Self.note(1, size: 10)).status == 200)
            #expect(try await phone.post("/api/sign-in", Self.signIn("ada")).status == 200)
            let notes = try await ada.get("/api/notes").text
            let code = ada.recoveryCode

            try await Self.disable(bench, "ada")
            // Sessions and devices have ended, on this server too.
            for browser in [ada, phone] {
                #expect(try await browser.get("/api/notes").code == "not-signed-in")
                #expect(try await browser.post("/api/notes", Self.note(2, size: 10)).code == "not-signed-in")
                #expect(try await browser.options("ada").text == (try await browser.options("eve").text))
            }
            let found = try await bench.operatorAccounts().account("ada")
            #expect(found.devices == 0 && found.disabled == bench.clock.now().wallMilliseconds && found.notes == 1)

            let elsewhere = try owner.elsewhere(browser())
            let recovery = Self.recovery("ada", code)
            let proofs: [Browser.Answer] = [
                try await ada.post("/api/sign-in", Self.signIn("ada")),
                try await browser().post("/api/sign-in", Self.signIn("ada")),
                try await browser().signIn("ada", recoveryCode: code),
                try await browser().post("/api/recover", recovery),
                // A new passcode is judged only where the account could open.
                try await browser().post(
                    "/api/recover", recovery.merging(["passcode": ["kind": "six-digits", "text": "123456"]]) { $1 }),
                try await elsewhere.signIn(),
                try await owner.signIn(),
            ]
            for answer in proofs {
                #expect(answer.status == 403 && answer.code == "account-disabled", "\(answer.text)")
                #expect(answer.headers[values: .setCookie].allSatisfy { !$0.contains("inklock-session") })
            }

            try await Self.enable(bench, "ada")
            let again = browser()
            #expect(try await again.post("/api/sign-in", Self.signIn("ada")).json["failures"] == nil, "none was wrong")
            #expect(try await again.get("/api/notes").text == notes)
            #expect(try await browser().post("/api/recover", recovery).status == 200, "the code was not used up")
        }
    }

    /// The commands of an operator write to the database beside the service, as another server does.
    @Test(
        "A session ends immediately when its account is disabled or deleted",
        arguments: ["disabled", "deleted", "renamed"])
    func sessionsEndWithTheirAccount(change: String) async throws {
        try await bench.run { bench, browser async throws in
            let (ada, bob) = (browser(), browser())
            for (browser, name) in [(ada, "ada"), (bob, "bob")] {
                try await browser.create(name)
                #expect(try await browser.get("/api/session")["name"] == name)
            }
            let now = bench.clock.now().wallMilliseconds
            try await Self.decide(bench, "ada") { account, database in
                switch change {
                case "disabled": try Accounts.disable(account, at: now, in: database)
                case "deleted":
                    try database.run(sql: "DELETE FROM account WHERE id = ?", arguments: [account.bytes])
                default:
                    let name = try #require(AccountName("eve"))
                    try AccountRow.rename(account, to: name, in: database)
                }
            }
            let (session, notes) = (try await ada.get("/api/session"), try await ada.get("/api/notes"))
            #expect(session["name"] == (change == "renamed" ? "eve" : nil))
            for answer in [session, notes] where change != "renamed" {
                #expect(answer.status == 401 && answer.code == "not-signed-in")
            }
            #expect(try await bob.get("/api/session")["account"] == bob.account)
            #expect(try await bob.get("/api/notes").status == 200)
        }
    }

    @Test("Strangers see a wrong proof at a disabled account, and it counts like any other")
    func strangersSeeAWrongProof() async throws {
        try await bench.run { bench, browser async throws in
            for name in ["ada", "bob"] { try await browser().create(name, passphrase: Browser.passphrase) }
            try await Self.disable(bench, "ada")
            let code = "0000-0000-0000-0000-0000-0000-000"
            for message in [
                Self.signIn("NAME", "graue h\u{FC}gel 3 laternen"), Self.signIn("NAME", "904175"),
                ["name": "NAME", "proof": ["recoveryCode": code]], Self.recovery("NAME", code), ["name": "NAME"],
            ] {
                let path =
                    message["recoveryCode"] != nil
                    ? "/api/recover" : message["proof"] != nil ? "/api/sign-in" : "/api/sign-in/options"
                var answers: [Browser.Answer] = []
                for name in ["ada", "bob", "eve"] {
                    answers.append(try await browser().post(path, message.merging(["name": name]) { $1 }))
                }
                #expect(answers.allSatisfy { $0.status == answers[0].status && $0.text == answers[0].text })
                #expect(answers.allSatisfy { $0.headers == answers[0].headers })
                #expect(answers[0].code != "account-disabled")
            }
            let secrets = try await bench.operatorAccounts().secrets
            let counts = try await bench.operatorAccounts().read { database in
                try ["ada", "bob", "eve"].map {
                    try FailureTable(database: database).counted(secrets.key(of: try #require(AccountName($0))))
                }
            }
            #expect(counts[0] == 3 && Set(counts).count == 1, "\(counts)")
            #expect(try await browser().create("ada").code == "name-taken")
        }
    }

    /// Disables the account while a key is derived from the passphrase.
    private struct Disabler: Deriver {
        let bench: AccountBench

        func withTurn<Result: Sendable>(
            _ body: @Sendable () async throws(VaultError) -> Result
        ) async throws(VaultError) -> Result { try await body() }

        func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
            if let accounts = try? await bench.operatorAccounts(), let id = try? await accounts.account("ada").accountID
            {
                try? await accounts.write { try Accounts.disable(id, at: 1, in: $0) }
            }
            return try await DerivationQueue.shared.derive(passcode, by: hash)
        }
    }

    @Test("An account that is disabled while a proof is tried does not open") func disablingMeetsAProof() async throws {
        let cookies = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada", passphrase: Browser.passphrase)
            return ada.cookies
        }
        var late = bench
        late.deriver = Disabler(bench: bench)
        try await late.run { bench, browser async throws in
            let known = browser()
            known.cookies = cookies
            // The device that was known when the attempt began is gone.
            let answer = try await known.post("/api/sign-in", Self.signIn("ada"))
            #expect([401, 403, 409].contains(answer.status), "\(answer.text)")
            try await Self.enable(bench, "ada")
            let stranger = try await browser().post("/api/sign-in", Self.signIn("ada"))
            #expect(stranger.code == "account-disabled", "\(stranger.text)")
            #expect(try await bench.operatorAccounts().account("ada").devices == 0)
        }
    }

    @Test("An account keeps what its own limits allow, also above and below those of the service")
    func accountsHaveTheirOwnLimits() async throws {
        var bench = bench
        bench.parameters.notes.noteCount = 2
        bench.parameters.notes.youngAccountBytes = 100
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            func save(_ number: Int, version: Int = 0, size: Int) async throws -> String? {
                let answer = try await ada.post("/api/notes", Self.note(number, version: version, size: size))
                return answer.status == 200 ? nil : answer.code
            }
            func limit(_ notes: Int64?, _ bytes: Int64?) async throws {
                try await Self.decide(bench, "ada") { try Accounts.limit($0, notes: notes, bytes: bytes, in: $1) }
            }
            #expect(try await save(1, size: 60) == nil)
            #expect(try await save(2, size: 60) == "no-room")
            try await limit(3, 200)
            for number in 2...3 { #expect(try await save(number, size: 60) == nil) }
            #expect(try await save(4, size: 1) == "no-room")
            #expect(try await save(3, version: 1, size: 90) == "no-room")
            #expect(try await save(3, version: 1, size: 80) == nil)
            // Below what there is: notes may shrink, and go.
            try await limit(0, 10)
            #expect(try await ada.get("/api/notes").json["notes"].map { ($0 as? [Any])?.count } == 3)
            #expect(try await save(3, version: 2, size: 81) == "no-room")
            #expect(try await save(3, version: 2, size: 79) == nil)
            #expect(
                try await ada.post("/api/notes/remove", ["id": String(format: "%032x", 3), "version": 3]).status == 200)
            #expect(try await save(3, size: 1) == "no-room")
            try await limit(nil, nil)
            let found = try await bench.operatorAccounts().account("ada")
            #expect(found.noteLimit == nil && found.byteLimit == nil && found.noteBytes == 120)
            #expect(found.limits.contains("most notes: 2000, the default; now 2\n"))
            #expect(try await save(4, size: 1) == "no-room", "the service's own limit")
            bench.clock.advance(seconds: 2 * 86_400)
            #expect(try await ada.signIn("ada").status == 200)
            #expect(
                try await ada.post("/api/notes/remove", ["id": String(format: "%032x", 2), "version": 1]).status == 200)
            #expect(try await save(4, size: 1000) == nil)
        }
    }
}
