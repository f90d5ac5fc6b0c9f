// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import HTTPTypes
import LockVault
import Testing

@testable import InkLockService

/// Tests of a client on none of an account's devices: the information it receives and the attempts it may make.
@Suite(.fewAtOnce) struct GuessingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let forwarded = HTTPField.Name("X-Forwarded-For")!
    private static let wrongPassphrase = "graue hügel 3 laternen"
    private static let wrongCode = "0000-0000-0000-0000-0000-0000-000"

    /// Creates an account of every kind and returns their names, with some names that have no account.
    private static func makeEveryShape(_ browser: @Sendable () -> Browser) async throws -> [String] {
        try await browser().create("six digits")
        for (name, kind, text) in [
            ("many digits", "numeric", "58193627"), ("short text", "alphanumeric", "xk9 wq7f"),
        ] {
            let made = try await browser().post(
                "/api/accounts", ["name": name, "passcode": ["kind": kind, "text": text]])
            #expect(made.status == 201, "\(made.text)")
        }
        #expect(try await browser().create("passphrase", passphrase: Browser.passphrase).status == 201)
        let picture = try await browser().post(
            "/api/accounts", ["name": "picture", "picture": DrawnPassword.enrolment])
        #expect(picture.status == 201)
        let all = browser()
        try await all.create("everything", passphrase: Browser.passphrase)
        var owner = try PasskeyOwner(all)
        let proof = ["passcode": Browser.passphrase]
        #expect(try await owner.enrol(proof: proof).status == 200)
        let set = try await all.post("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment])
        #expect(set.status == 200)
        let closed = browser()
        try await closed.create("closed device")
        for number in 0..<4 { _ = try await closed.signIn("closed device", passcode: "90417\(number)") }
        return [
            "six digits", "many digits", "short text", "passphrase", "picture", "everything", "closed device",
            "unknown", "another unknown",
        ]
    }

    /// Returns the requests that a client may send for a name, as paths and messages.
    private static func attempts(at name: String, _ passkey: [String: Any]) -> [(String, [String: Any])] {
        func signIn(_ proof: [String: Any]) -> (String, [String: Any]) {
            ("/api/sign-in", ["name": name, "proof": proof])
        }
        let passcode = ["kind": "six-digits", "text": "581936"]
        return [
            ("/api/sign-in/options", ["name": name]), signIn(["passcode": ""]), signIn(["passcode": Browser.passcode]),
            signIn(["passcode": "904175"]), signIn(["passcode": "fourteen chars"]),
            signIn(["passcode": wrongPassphrase]), signIn(["passcode": String(repeating: "ab", count: 600)]),
            signIn(["drawing": DrawnPassword.drawing(shift: 5)]),
            signIn(["drawing": DrawnPassword.drawing(shift: 5, on: "lake.svg")]), signIn(["recoveryCode": wrongCode]),
            signIn(["recoveryCode": "x"]), signIn(["passkey": passkey]),
            ("/api/recover", ["name": name, "recoveryCode": wrongCode, "passcode": passcode]),
            ("/api/recover", ["name": name, "recoveryCode": "x", "passcode": passcode]),
            ("/api/recover", ["name": name, "recoveryCode": wrongCode, "picture": DrawnPassword.enrolment]),
        ]
    }

    /// Responses have the same status, fields and bytes for every name, with or without an account. This holds after
    /// wrong attempts and after the derivation cost was raised.
    @Test("A new device gets the same answers for every account name")
    func everyNameIsAnsweredAlikeOnNewDevices() async throws {
        let names = try await bench.run { _, browser async throws in try await Self.makeEveryShape(browser) }
        for raisesCost in [false, true] {
            var bench = bench
            if raisesCost { bench.parameters.vault.cost = ScryptCost(logN: 2, blockSize: 1, parallelism: 1)! }
            try await bench.run { _, browser async throws in
                let stranger = browser()
                let passkey = try #require(
                    try await PasskeyOwner(stranger).proof()["passkey"] as? [String: Any])
                // The client is a known device, but of none of these accounts.
                let member = browser()
                try await member.create("member \(raisesCost)")
                for (round, device) in [stranger.cookies, stranger.cookies, member.cookies, [:]].enumerated() {
                    for number in Self.attempts(at: "", passkey).indices {
                        let answers = try await names.asyncMap { name async throws in
                            let client = browser()
                            client.cookies = device
                            let (path, message) = Self.attempts(at: name, passkey)[number]
                            return try await client.post(path, message)
                        }
                        for (name, answer) in zip(names, answers) {
                            #expect(
                                answer.bytes == answers[0].bytes && answer.headers == answers[0].headers
                                    && answer.status == answers[0].status,
                                "round \(round), attempt \(number), \(name): \(answer.text)")
                        }
                        #expect(answers[0].status != 200 || number == 0)
                    }
                }
            }
        }
    }

    @Test("A new device gets generic options and cannot use a short passcode")
    func strangersAreToldWhatOpensAnyAccount() async throws {
        try await bench.run { _, browser async throws in
            let answer = try await browser().options("unknown")
            #expect(
                answer.text
                    == #"{"device":"new","passkey":true,"passphrase":true,"recoveryCode":true,"standing":"attempts-allowed"}"#
            )
            let refused = try await browser().signIn("unknown")
            #expect(refused.status == 403 && refused.code == "known-devices-only")
        }
    }

    /// Every attempt with a passphrase performs one derivation for each cost in use: for names without an account, for
    /// accounts without a passphrase, and for passphrases with an older cost.
    @Test("An attempt costs the same derivations for every account name")
    func everyNameCostsTheSameDerivations() async throws {
        let names = try await bench.run { _, browser async throws in try await Self.makeEveryShape(browser) }
        let old = bench.parameters.vault.cost
        let new = ScryptCost(logN: 2, blockSize: 1, parallelism: 1)!
        var bench = bench
        let counter = DerivationCounter()
        bench.deriver = counter
        bench.parameters.vault.cost = new
        try await bench.run { _, browser async throws in
            for name in names {
                for passphrase in [Self.wrongPassphrase, Self.wrongPassphrase] {
                    _ = await counter.take()
                    #expect(try await browser().signIn(name, passcode: passphrase).code == "rejected")
                    #expect(await counter.take() == [old, new], "\(name)")
                }
                for attempt in [Browser.passcode, "904175", "fourteen chars"] {
                    #expect(try await browser().signIn(name, passcode: attempt).status == 403)
                }
                _ = try await browser().signIn(name, DrawnPassword.drawing(shift: 5))
                _ = try await browser().signIn(name, recoveryCode: Self.wrongCode)
                #expect(await counter.take() == [], "\(name): nothing is derived")
            }
            #expect(try await browser().signIn("passphrase", passcode: Browser.passphrase).status == 200)
        }
    }

    /// Each cost takes a turn of its own.
    @Test("An attempt counts if it was tried at one cost and refused a turn for the next")
    func halfTriedAttemptsCount() async throws {
        try await bench.run { _, browser async throws in
            _ = try await browser().create("ada", passphrase: Browser.passphrase)
        }
        var bench = bench
        let deriver = RefusingDeriver()
        bench.deriver = deriver
        bench.parameters.vault.cost = ScryptCost(logN: 2, blockSize: 1, parallelism: 1)!
        try await bench.run { bench, browser async throws in
            #expect(try await browser().signIn("ada", passcode: Self.wrongPassphrase).code == "rejected")
            for (refused, count) in [(2, 2), (1, 2), (2, 3)] {
                deriver.refuse(turn: refused)
                #expect(try await browser().signIn("ada", passcode: Self.wrongPassphrase).status == 503)
                let counted = try await bench.tables { try Int.fetchOne($0, sql: "SELECT failures FROM stranger") }
                #expect(counted == count, "turn \(refused)")
            }
            // The turn after the one that has opened the account.
            deriver.refuse(turn: 2)
            #expect(try await browser().signIn("ada", passcode: Browser.passphrase).status == 503)
            let counted = try await bench.tables { try Int.fetchOne($0, sql: "SELECT failures FROM stranger") }
            #expect(counted == 3, "a right passphrase")
            #expect(try await browser().signIn("ada", passcode: Browser.passphrase).status == 200)
        }
    }

    /// Creating an account costs the same derivation with a passcode, with a picture and with a name that is taken.
    @Test("Creating an account costs one derivation even if the name is taken")
    func everyCreationCostsADerivation() async throws {
        var bench = bench
        let counter = DerivationCounter()
        bench.deriver = counter
        let cost = bench.parameters.vault.cost
        try await bench.run { _, browser async throws in
            try await browser().create("ada")
            #expect(await counter.take().last == cost)
            try await browser().create("bob", passphrase: Browser.passphrase)
            #expect(await counter.take() == [cost])
            let picture: [String: Any] = ["name": "eve", "picture": DrawnPassword.enrolment]
            #expect(try await browser().post("/api/accounts", picture).status == 201)
            #expect(await counter.take() == [cost])
            for name in ["ada", "eve"] {
                #expect(try await browser().create(name).code == "name-taken")
                #expect(await counter.take() == [cost])
            }
        }
    }

    /// Wrong passphrases on new devices lock no account, however many there are, and the owner is told of them.
    @Test("Wrong passphrases on new devices are reported but lock nothing")
    func strangersLockNothingAndTheOwnerIsTold() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada", passphrase: Browser.passphrase)
            for number in 0..<30 {
                let answer = try await browser().signIn("ada", passcode: "\(Self.wrongPassphrase) \(number)")
                #expect(answer.status == 401 && answer.code == "rejected" && answer.retryAfter == nil)
            }
            let last = bench.clock.now().wallMilliseconds
            bench.clock.advance(seconds: 60)
            #expect(try await ada.options("ada")["standing"] == "attempts-allowed")
            let elsewhere = browser()
            let answer = try await elsewhere.signIn("ada", passcode: Browser.passphrase)
            #expect(answer.status == 200)
            let failures = try #require(answer.json["failures"] as? [String: Any])
            #expect(failures["count"] as? Int == 30 && failures["onThisDevice"] as? Int == 0)
            #expect(failures["lastAt"] as? Int64 == last)
            #expect(try await ada.signIn("ada", passcode: Browser.passphrase).json["failures"] == nil, "told once")
            #expect(try await elsewhere.get("/api/session").json["failures"] == nil)
        }
    }

    /// A client that closes its connection does not prevent its attempt from being counted.
    @Test("An attempt counts even if the client disconnects") func hangingUpHidesNoAttempt() async throws {
        var bench = bench
        // The derivation takes long enough to cancel it.
        bench.parameters.vault.cost = ScryptCost(logN: 13, parallelism: 1)!
        let accounts = try await bench.service().accounts
        let name = try #require(AccountName("ada"))
        let text = try #require(TypedPasscode(Browser.passphrase))
        _ = try await accounts.create(name, .passcode(text, .alphanumeric, isPassphrase: true), Client())
        let key = accounts.secrets.key(of: name)
        func counted() async throws -> Int {
            try await accounts.database.read { try FailureTable(database: $0).counted(key) }
        }
        for number in 0..<5 {
            let wrong = try #require(TypedPasscode("\(Self.wrongPassphrase) \(number)"))
            let task = Task { _ = try? await accounts.signIn(name, .passcode(wrong), Client()) }
            while try await counted() == number { try await Task.sleep(for: .milliseconds(1)) }
            task.cancel()
            await task.value
            #expect(try await counted() == number + 1)
        }
        #expect(try await accounts.signIn(name, .passcode(text), Client()).failures.count == 5)
        try accounts.database.close()
    }

    @Test("A passphrase signs in on a new device and makes it known")
    func passphraseOpensNewDevicesAndMakesThemKnown() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let made = try await ada.create("ada", passphrase: Browser.passphrase)
            #expect((made.json["methods"] as? [String: Any])?["opensNewDevices"] as? Bool == true)
            let elsewhere = browser()
            // Other kinds of spaces and other Unicode compositions are accepted.
            let typed = "salzige\u{A0}wolken\u{2003}7 treppen"
            #expect(try await elsewhere.signIn("ada", passcode: typed).status == 200)
            #expect(try await elsewhere.options("ada")["device"] == "known")
            let short: [String: Any] = [
                "proof": ["passcode": Browser.passphrase], "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            let changed = try await ada.post("/api/methods/passcode", short)
            #expect((changed.json["methods"] as? [String: Any])?["opensNewDevices"] as? Bool == false)
            #expect(try await browser().signIn("ada", passcode: Browser.passphrase).code == "rejected")
            #expect(try await elsewhere.signIn("ada", passcode: "581936").status == 200)
        }
    }
}

/// Records the derivations and returns them. It does not add any cost.
actor DerivationCounter: Deriver {
    private var costs: [ScryptCost] = []

    func take() -> [ScryptCost] {
        defer { costs = [] }
        return costs
    }

    nonisolated func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await body()
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        costs.append(hash.cost)
        return try passcode.derived(by: hash)
    }
}

/// A deriver that refuses one of the next turns.
private final class RefusingDeriver: Deriver, @unchecked Sendable {
    private let lock = NSLock()
    private var left = 0

    /// - Parameter turn: The number of the turn, from 1.
    func refuse(turn: Int) { lock.withLock { left = turn } }

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let isRefused = lock.withLock {
            left -= 1
            return left == 0
        }
        guard !isRefused else { throw .busy }
        return try await body()
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try passcode.derived(by: hash)
    }
}

extension Sequence {
    /// Transforms the elements one after the other.
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
