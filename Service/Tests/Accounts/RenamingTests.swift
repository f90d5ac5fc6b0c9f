// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Testing

@testable import InkLockService

/// Tests of changing an account's name.
@Suite(.fewAtOnce) struct RenamingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static var proof: [String: Any] { ["passcode": Browser.passcode] }

    private static func message(_ name: String, _ proof: [String: Any] = proof) -> [String: Any] {
        ["name": name, "proof": proof]
    }

    @Test("Renaming needs a proof and a free name, and frees the former one")
    func renamingNeedsAProofAndAFreeName() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob, session) = (browser(), browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let path = "/api/account/name"
            #expect(try await ada.post(path, ["name": "eve"]).code == "malformed")
            #expect(try await ada.post(path, Self.message("e\u{7}ve")).code == "invalid-name")
            let wrong = try await ada.post(path, Self.message("bob", ["passcode": "904175"]))
            #expect(wrong.code == "rejected", "a wrong proof learns nothing of names")
            let taken = try await ada.post(path, Self.message("BOB"))
            #expect(taken.status == 409 && taken.code == "name-taken")
            #expect(try await ada.get("/api/session")["name"] == "ada")
            // Without the token of its device, a session tries no passcode.
            session.copy(ada)
            session.cookies["inklock-device"] = nil
            #expect(try await session.post(path, Self.message("eve")).code == "known-devices-only")
            // Another form of the same name is no other account's.
            #expect(try await ada.post(path, Self.message("Ada"))["name"] == "Ada")
            #expect(try await ada.post(path, Self.message("eve"))["name"] == "eve")
            #expect(try await ada.get("/api/session")["name"] == "eve")
            #expect(try await browser().create("EVE").code == "name-taken")
            let other = browser()
            #expect(try await other.create("ada").status == 201, "the former name is free")
            #expect(try await other.get("/api/session")["name"] == "ada")
            #expect(try await browser().signIn("eve", recoveryCode: ada.recoveryCode).status == 200)
            #expect(try await browser().signIn("ada", recoveryCode: ada.recoveryCode).code == "rejected")
        }
    }

    /// The tokens of devices are found by the name, which a browser may not know yet.
    @Test("Devices stay known under both names until they have signed in")
    func devicesStayKnownWhenTheNameChanges() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other, stranger) = (browser(), browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            #expect(try await other.isSignedIn)
            let third = browser()
            #expect(try await third.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            #expect(try await third.isSignedIn)
            #expect(try await ada.post("/api/account/name", Self.message("eve")).status == 200)
            #expect(try await other.isSignedIn, "its session stays")
            #expect(try await ada.signIn("eve").status == 200)
            try await stranger.create("ada")
            bench.clock.advance(seconds: 1)
            for name in ["ada", "eve"] { #expect(try await other.options(name)["device"] == "known", "\(name)") }
            let signedIn = try await other.signIn("ada")
            #expect(signedIn.status == 200 && signedIn["name"] == "eve")
            #expect(try await other.isSignedIn)
            #expect(try await other.options("eve")["device"] == "known")
            #expect(try await other.options("ada")["device"] == "new", "it knows the new name")
            #expect(try await stranger.options("ada")["device"] == "known")
            #expect(try await stranger.options("eve")["device"] == "new")
            // A recovery on a device that knows the former name opens the same account.
            let recovered = try await third.post(
                "/api/recover",
                [
                    "name": "ada", "recoveryCode": ada.recoveryCode ?? "",
                    "passcode": ["kind": "six-digits", "text": "581936"],
                ])
            #expect(recovered.status == 200 && recovered["name"] == "eve")
        }
    }

    @Test("However often an account is renamed, its devices have two names") func renamingsDoNotAddUp() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let proof = ["recoveryCode": ada.recoveryCode ?? ""]
            for number in 0..<10 {
                #expect(try await ada.post("/api/account/name", Self.message("eve \(number)", proof)).status == 200)
            }
            let counts = try await bench.tables { database in
                try [String](["count(*)", "count(DISTINCT token)"]).map {
                    try Int.fetchOne(database, sql: "SELECT \($0) FROM deviceToken") ?? 0
                }
            }
            #expect(counts[0] == 2 * counts[1] && counts[1] >= 2, "\(counts)")
            for name in ["eve 8", "eve 9"] { #expect(try await other.options(name)["device"] == "known") }
            #expect(try await other.options("eve 7")["device"] == "new")
        }
    }

    @Test("An attempt that is counted at the new name meanwhile does not make it taken", AccountBench.onServer)
    func attemptsDoNotTakeNames() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada", passphrase: Browser.passphrase)
            let wrong: [String: Any] = ["name": "ada", "proof": ["passcode": "graue h\u{FC}gel 3 laternen"]]
            for _ in 0..<2 { #expect(try await browser().post("/api/sign-in", wrong).code == "rejected") }
            let (key, connection) = (try await bench.operatorAccounts().secrets, try bench.connection())
            defer { connection.close() }
            let name = key.key(of: try #require(AccountName("eve")))
            let attempt = PostgresTransaction(connection: connection)
            try connection.begin(.statements)
            #expect(try FailureTable(database: attempt).count(name, at: bench.clock.now().wallMilliseconds))
            async let renamed = ada.post("/api/account/name", Self.message("eve", ["passcode": Browser.passphrase]))
            // Until the renaming waits for the row of the new name.
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
            let watcher = try bench.connection()
            defer { watcher.close() }
            #expect(
                try await eventually {
                    try Int.fetchOne(PostgresTransaction(connection: watcher), sql: waiting) ?? 0 > 0
                })
            try connection.commit()
            #expect(try await renamed.status == 200)
            let counts = try await bench.tables { database in
                try ["ada", "eve"].map { try FailureTable(database: database).counted(key.key(of: AccountName($0)!)) }
            }
            #expect(counts == [0, 2], "the account's own attempts, not those before it")
        }
    }

    /// The browser's token belongs to the renamed account under two names.
    @Test("A browser opens its other accounts after one was renamed")
    func otherAccountsOpenAfterARenaming() async throws {
        try await bench.run { _, browser async throws in
            let both = browser()
            let code = try await both.create("ada")["recoveryCode"] ?? ""
            try await both.create("bob")
            #expect(try await both.post("/api/account/name", Self.message("eve")).status == 200)
            #expect(try await both.post("/api/sign-out", [:]).status == 200)
            #expect(try await both.signIn("ada").status == 200)
            #expect(try await both.signIn("eve").status == 200)
            #expect(try await both.post("/api/account/name", Self.message("bob")).status == 200)
            #expect(try await both.create("cleo").status == 201)
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": code, "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await both.signIn("bob").status == 200)
            #expect(try await both.post("/api/account/name", Self.message("eve")).status == 200)
            #expect(try await both.post("/api/recover", recovery).status == 200)
        }
    }

    /// Each sign-in gives the browser a new token, which all its accounts have to know.
    @Test("A browser opens its other accounts after one was renamed elsewhere", arguments: [1, 3, 12])
    func renamedAccountsKeepSharedBrowsers(signIns: Int) async throws {
        try await bench.run { bench, browser async throws in
            let (both, phone) = (browser(), browser())
            let count = signIns
            func signInAsAda() async throws {
                bench.clock.advance(seconds: 86_400)
                #expect(try await both.signIn("ada").status == 200)
                #expect(try await both.isSignedIn)
            }
            try await both.create("ada")
            let code = try await both.create("bob")["recoveryCode"]
            for _ in 0..<count { try await signInAsAda() }
            #expect(try await phone.signIn("bob", recoveryCode: code).status == 200)
            let proof = ["recoveryCode": code ?? ""]
            #expect(try await phone.post("/api/account/name", Self.message("eve", proof)).status == 200)
            for number in 0..<6 {
                try await signInAsAda()
                #expect(try await both.options("eve")["device"] == "known", "\(number)")
            }
            #expect(try await both.signIn("eve").status == 200)
        }
    }

    /// No token of the browser is newer than the sign-in as Bob then.
    @Test("A browser opens its other accounts after the clock was set back")
    func sharedBrowsersSurviveAnEarlierClock() async throws {
        try await bench.run { bench, browser async throws in
            let both = browser()
            try await both.create("ada")
            bench.clock.advance(seconds: 86_400)
            try await both.create("bob")
            bench.clock.advance(seconds: -43_200)
            for number in 0..<20 {
                bench.clock.advance(seconds: 1)
                #expect(try await both.signIn("ada").status == 200)
                #expect(try await both.options("bob")["device"] == "known", "\(number)")
            }
            let tokens = try await bench.tables {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM deviceToken") ?? 0
            }
            #expect(tokens < 20, "\(tokens)")
            #expect(try await both.signIn("bob").status == 200)
        }
    }

    @Test("A passcode that is the new name is refused, under whichever name the browser knows the account")
    func passcodesAreNotMadeOfTheNewName() async throws {
        try await bench.run { _, browser async throws in
            let (ada, third) = (browser(), browser())
            let name = "korallenriff morgentau"
            try await ada.create("ada", passphrase: name)
            let proof = ["recoveryCode": ada.recoveryCode ?? ""]
            #expect(try await third.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let refused = try await ada.post("/api/account/name", Self.message(name, ["passcode": name]))
            #expect(refused.code == "passcode-contains-name")
            #expect(try await ada.get("/api/session")["name"] == "ada")
            #expect(try await ada.post("/api/account/name", Self.message("eve", ["passcode": name])).status == 200)
            // The service does not know the passphrase that another proof stands for.
            #expect(try await ada.post("/api/account/name", Self.message(name, proof)).status == 200)
            var recovery: [String: Any] = ["name": "eve", "recoveryCode": ada.recoveryCode ?? ""]
            recovery["passcode"] = ["kind": "alphanumeric", "text": name]
            third.cookies["inklock-session"] = nil
            #expect(try await third.options("eve")["device"] == "known")
            #expect(try await third.post("/api/recover", recovery).code == "passcode-contains-name")
            recovery["passcode"] = ["kind": "alphanumeric", "text": Browser.passphrase]
            #expect(try await third.post("/api/recover", recovery)["name"] == name)
        }
    }

    /// Wrong attempts close the device, and a passphrase then goes on as on a new one.
    @Test("A closed device that knows the former name opens the account with its passphrase")
    func closedDevicesFollowTheName() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other, stranger) = (browser(), browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let proof = ["passcode": Browser.passphrase]
            #expect(try await ada.post("/api/account/name", Self.message("eve", proof)).status == 200)
            try await stranger.create("ada")
            for number in 0..<10 {
                _ = try await other.signIn("ada", passcode: "90417\(number)")
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await other.options("ada")["standing"] == "recovery-required")
            let opened = try await other.signIn("ada", passcode: Browser.passphrase)
            #expect(opened.status == 200 && opened["name"] == "eve")
            #expect(try await stranger.signIn("ada").json["failures"] == nil, "it was no attempt at this account")
        }
    }

    @Test("A passkey signs in under either name on a known device")
    func passkeysFollowTheName() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol(proof: Self.proof).status == 200)
            #expect(try await ada.post("/api/account/name", Self.message("eve", try await owner.proof())).status == 200)
            for name in ["ada", "eve"] {
                let answer = try await ada.post("/api/sign-in", ["name": name, "proof": try await owner.proof()])
                #expect(answer.status == 200 && answer["name"] == "eve", "\(name)")
            }
        }
    }

    @Test("A drawing from before a renaming is a replay after it") func replaysAreKnownWhenTheNameChanges() async throws
    {
        try await bench.run { _, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let drawn = DrawnPassword.drawing(shift: 0.6)
            #expect(try await ada.signIn("ada", drawn).status == 200)
            #expect(try await ada.post("/api/account/name", Self.message("eve")).status == 200)
            #expect(try await other.signIn("eve", drawn).code == "rejected", "the same drawing on another device")
            #expect(try await other.signIn("eve", DrawnPassword.drawing(shift: 0.8)).status == 200)
        }
    }

    @Test("A renaming that is sent twice has one result, and its owner hears of attempts at the former name")
    func renamingTwiceHasOneResult() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await browser().signIn("ada", passcode: "graue hügel 3 laternen").code == "rejected")
            var message = Self.message("eve")
            message["operation"] = String(repeating: "3b", count: 16)
            for _ in 0..<2 {
                let answer = try await ada.post("/api/account/name", message)
                #expect(answer.status == 200 && answer["name"] == "eve")
            }
            let failures = try await ada.signIn("eve").json["failures"] as? [String: Any]
            #expect(failures?["count"] as? Int == 1)
        }
    }
}
