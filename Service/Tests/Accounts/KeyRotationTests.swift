// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode
import Testing

@testable import InkLockService

/// The replacement of the device key, seen through the interface.
@Suite(.fewAtOnce) struct KeyRotationTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func wrong(_ number: Int) -> String { String(format: "9%05d", number * 137) }

    /// The ledger of a device as it was.
    private struct OldLedger: Sendable {
        let device: Data
        let ledger: StoredBytes
    }

    private func devices() async throws -> [OldLedger] {
        try await bench.tables { database in
            try StoreRow.fetchAll(database, sql: "SELECT id, ledgerVersion, ledger FROM device").map {
                OldLedger(device: $0["id"], ledger: StoredBytes($0, version: "ledgerVersion", bytes: "ledger"))
            }
        }
    }

    private static func putBack(_ ledgers: [OldLedger], in database: any StoreTransaction) throws {
        for old in ledgers {
            try database.run(
                sql: "UPDATE device SET ledgerVersion = ?, ledger = ? WHERE id = ?",
                arguments: [Int64(bitPattern: old.ledger.version), Data(old.ledger.bytes), old.device])
        }
    }

    @Test("A sign-in moves its account to the new key, on known and on new devices") func signInsMoveAccounts()
        async throws
    {
        let (ada, bob) = try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob", passphrase: Browser.passphrase)
            return (KeptBrowser(ada), KeptBrowser(bob))
        }
        #expect(try await bench.dependents() == 0)
        try await bench.rotateKey()
        #expect(try await bench.dependents() == 2)
        try await bench.run { bench, browser async throws in
            let known = ada.again(browser())
            #expect(try await known.isSignedIn, "the session goes on")
            #expect(try await known.signIn("ada", passcode: Self.wrong(1)).code == "rejected")
            #expect(try await bench.dependents() == 2, "a wrong passcode moves nothing")
            let opened = try await known.signIn("ada")
            #expect(opened.status == 200 && opened["notesKey"] != nil)
            #expect(try await bench.dependents() == 1)
            let elsewhere = browser()
            #expect(try await elsewhere.signIn("bob", passcode: Browser.passphrase).status == 200)
            #expect(try await bench.dependents() == 0)
            #expect(try await elsewhere.signIn("bob", passcode: Browser.passphrase).status == 200)
            #expect(try await browser().create("eve").status == 201)
            #expect(try await bench.dependents() == 0, "a new account has the new key")
        }
        #expect(try await bench.keys().keys.count == 2)
        #expect(try await bench.finishRotation() == 0)
        #expect(try await bench.keys().keys.count == 1)
        try await bench.run { _, browser async throws in
            #expect(try await ada.again(browser()).signIn("ada").status == 200)
            #expect(try await bob.again(browser()).signIn("bob", passcode: Browser.passphrase).status == 200)
        }
    }

    @Test("No account is opened by the old key once it has moved") func theOldKeyOpensNothing() async throws {
        let old = try await bench.run { bench, browser async throws in
            try await browser().create("ada", passphrase: Browser.passphrase)
            return try Data(contentsOf: URL(fileURLWithPath: try await bench.keyFile()))
        }
        try await bench.rotateKey()
        try await bench.run { _, browser async throws in
            #expect(try await browser().signIn("ada", passcode: Browser.passphrase).status == 200)
        }
        let accounts = try await bench.operatorAccounts()
        let stored = try await accounts.read { database in
            let row = try #require(try AccountRow.find(canonicalName: "ada", in: database))
            return try #require(try StoredVault.find(row.id, in: database))
        }
        for (key, opens) in [(MemoryDeviceKey(SecretBytes(old)), false), (try await bench.keys().keys[0], true)] {
            var parameters = Vault.Parameters(cost: AccountBench.cost, ledgerIsOneOfSeveral: true)
            parameters.offersDuress = false
            let vault = Vault(
                store: InMemoryStorage(stored.record), ledger: InMemoryStorage(stored.ledger), deviceKey: key,
                parameters: parameters, deriver: DerivationQueue(threads: 1), clock: bench.clock)
            let status = try await vault.status().standing
            #expect((status == .attemptsAllowed) == opens)
        }
    }

    @Test("A damaged account is named, and keeps no other from moving") func damagedAccountsAreNamed() async throws {
        let (ada, bob) = try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            return (KeptBrowser(ada), KeptBrowser(bob))
        }
        let id = try await bench.tables { database in
            try database.run(
                sql: """
                    UPDATE account SET vault = substr(vault, 1, length(vault) - 1)
                    WHERE canonicalName = ? OR isDecoy = 1
                    """,
                arguments: ["ada"])
            return try #require(try AccountRow.find(canonicalName: "ada", in: database)).id
        }
        try await bench.rotateKey()
        let outcome = try await bench.rotation().moveAccounts(removingPasscodes: true)
        #expect(outcome == (left: 1, changed: 1, damaged: [id]))
        try await bench.run { _, browser async throws in
            #expect(try await ada.again(browser()).signIn("ada").status != 200)
            #expect(try await bob.again(browser()).signIn("bob", recoveryCode: bob.recoveryCode).status == 200)
            let eve = try await browser().signIn("eve", passcode: Browser.passphrase)
            #expect(eve.code == "rejected", "with a new decoy")
        }
    }

    /// Six wrong passcodes before the new key and four after it close a device. Neither the move of the account by
    /// another device nor the earlier ledger gives one back.
    @Test("A new key gives no device another attempt") func limitsHold() async throws {
        let (thief, owner) = try await bench.run { bench, browser async throws in
            let (ada, thief) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await thief.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            thief.cookies = thief.cookies.filter { $0.key.hasSuffix("device") }
            for number in 0..<6 {
                #expect(try await thief.signIn("ada", passcode: Self.wrong(number)).status == 401)
                bench.clock.advance(seconds: 100_000)
            }
            return (KeptBrowser(thief), KeptBrowser(ada))
        }
        let before = try await devices()
        try await bench.rotateKey()
        try await bench.run { bench, browser async throws in
            let thief = thief.again(browser())
            #expect(try await thief.signIn("ada", passcode: Self.wrong(6)).status == 401)
            bench.clock.advance(seconds: 100_000)
            #expect(try await owner.again(browser()).signIn("ada").status == 200)
            #expect(try await bench.dependents() == 0)
            for number in 7..<10 {
                let answer = try await thief.signIn("ada", passcode: Self.wrong(number))
                #expect(answer.status == (number < 9 ? 401 : 403))
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await thief.signIn("ada").code == "recovery-required", "an eleventh attempt")
            try await bench.tables { try Self.putBack(before, in: $0) }
            let answer = try await thief.signIn("ada")
            #expect(answer.code == "recovery-required" && answer.reason == "attempts-unknown", "an older ledger")
        }
    }

    @Test("After the rotation, passcodes do not open rows from before it")
    func oldCopiesAreClosed() async throws {
        let (ada, code) = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            return (KeptBrowser(ada), ada.recoveryCode)
        }
        let row = try await bench.tables { database in
            let id = try #require(try AccountRow.find(canonicalName: "ada", in: database)).id
            return (id, try #require(try StoredVault.find(id, in: database)))
        }
        let devices = try await devices()
        try await bench.rotateKey()
        #expect(
            try await bench.run { _, browser async throws in try await ada.again(browser()).signIn("ada").status }
                == 200)
        #expect(try await bench.finishRotation() == 0)
        // A server that runs does not notice. In a folder, none would start.
        try await bench.run { bench, browser async throws in
            try await bench.tables { database in
                try database.run(
                    sql: "UPDATE account SET vault = ?, vaultVersion = ?, ledger = ?, ledgerVersion = ? WHERE id = ?",
                    arguments: [
                        Data(row.1.record.bytes), Int64(bitPattern: row.1.record.version), Data(row.1.ledger.bytes),
                        Int64(bitPattern: row.1.ledger.version), row.0.bytes,
                    ])
                try Self.putBack(devices, in: database)
            }
            if AccountBench.server != nil {
                #expect(try await bench.rotation().count().onMissingKeys == 1)
            } else {
                let error = await #expect(throws: CommandError.self) { try await bench.rotation() }
                #expect(error?.message.contains("lacks the key of 1 of the accounts") == true)
            }
            let answer = try await ada.again(browser()).signIn("ada")
            #expect(answer.status == 403 && answer.reason == "device-key-changed", "\(answer.text)")
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": code ?? "", "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            let recovered = browser()
            #expect(try await recovered.post("/api/recover", recovery).status == 200)
            #expect(try await recovered.signIn("ada", passcode: "581936").status == 200)
        }
    }

    @Test("A drawing from before the rotation is refused on every device") func drawingsStayKnown() async throws {
        let ada = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            return KeptBrowser(ada)
        }
        try await bench.rotateKey()
        let moved = try await bench.run { bench, browser async throws in
            let (code, second, ada) = (ada.recoveryCode, browser(), ada.again(browser()))
            #expect(try await second.signIn("ada", recoveryCode: code).status == 200)
            for device in [ada, second] {
                #expect(try await device.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected")
            }
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 4)).status == 200)
            #expect(try await bench.dependents() == 1, "a drawing cannot seal the passcode")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await bench.dependents() == 0)
            return KeptBrowser(ada)
        }
        #expect(try await bench.finishRotation() == 0)
        try await bench.run { _, browser async throws in
            let ada = moved.again(browser())
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 4)).code == "rejected")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 5)).status == 200)
        }
    }

    @Test("Passkeys open their account before and after the rotation", arguments: [true, false])
    func passkeysGoOn(prf: Bool) async throws {
        let (kept, owner) = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada, prf: prf)
            #expect(try await owner.enrol().status == 200)
            #expect(try await owner.signIn().status == 200)
            return (KeptBrowser(ada), owner)
        }
        try await bench.rotateKey()
        let moved = try await bench.run { bench, browser async throws in
            let ada = kept.again(browser())
            #expect(try await owner.elsewhere(ada).signIn().status == 200)
            #expect(try await bench.dependents() == 1, "a passkey cannot seal the passcode")
            // A second passkey meets the same.
            var second = try PasskeyOwner(ada, prf: prf)
            #expect(try await second.enrol(proof: try await owner.elsewhere(ada).proof()).status == 200)
            #expect(try await second.signIn().status == 200)
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await bench.dependents() == 0)
            for each in [owner, second] { #expect(try await each.elsewhere(ada).signIn().status == 200) }
            return (KeptBrowser(ada), second)
        }
        #expect(try await bench.finishRotation() == 0)
        try await bench.run { _, browser async throws in
            for each in [owner, moved.1] {
                #expect(try await each.elsewhere(moved.0.again(browser())).signIn().status == 200)
                #expect(try await each.elsewhere(browser()).signIn().status == 200, "on a new device")
            }
        }
    }

    @Test("A new passcode moves an account, and so does a recovery") func changesMoveAccounts() async throws {
        let (ada, bob) = try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            return (KeptBrowser(ada), KeptBrowser(bob))
        }
        try await bench.rotateKey()
        try await bench.run { bench, browser async throws in
            let (code, ada) = (ada.recoveryCode, ada.again(browser()))
            let change: [String: Any] = [
                "proof": ["recoveryCode": code ?? ""], "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await ada.post("/api/methods/passcode", change).status == 200)
            #expect(try await bench.dependents() == 1)
            #expect(try await ada.signIn("ada", passcode: "581936").status == 200)
            let recovered = browser()
            let recovery: [String: Any] = [
                "name": "bob", "recoveryCode": bob.recoveryCode ?? "",
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await recovered.post("/api/recover", recovery).status == 200)
            #expect(try await bench.dependents() == 0)
            #expect(try await recovered.signIn("bob", passcode: "581936").status == 200)
        }
    }

    /// The answer was lost; then the server was started with another key.
    @Test("A request that is sent again after the new key has its first result") func repeatedRequestsHaveOneResult()
        async throws
    {
        let code = try await bench.run { _, browser async throws in try await browser().create("ada")["recoveryCode"] }
        let recovery = try JSONSerialization.data(
            withJSONObject: [
                "name": "ada", "recoveryCode": code ?? "", "passcode": ["kind": "six-digits", "text": "581936"],
            ], options: .sortedKeys)
        let first = try await bench.run { _, browser async throws in
            try await browser().post("/api/recover", bytes: recovery)["recoveryCode"]
        }
        try await bench.rotateKey()
        try await bench.run { _, browser async throws in
            let again = try await browser().post("/api/recover", bytes: recovery)
            #expect(again.status == 200 && again["recoveryCode"] == first)
        }
    }

    @Test("The owner reads of attempts before and after the new key") func attemptsOfStrangersStay() async throws {
        let code = try await bench.run { _, browser async throws in
            let code = try await browser().create("ada", passphrase: Browser.passphrase)["recoveryCode"]
            for _ in 0..<3 { _ = try await browser().signIn("ada", passcode: "\(Browser.passphrase) x") }
            return code
        }
        try await bench.rotateKey()
        try await bench.run { _, browser async throws in
            for _ in 0..<2 { _ = try await browser().signIn("ada", passcode: "\(Browser.passphrase) x") }
            let answer = try await browser().signIn("ada", recoveryCode: code)
            #expect((answer.json["failures"] as? [String: Any])?["count"] as? Int == 5)
        }
    }

    @Test("The rotation is not finished while an account needs its passcode, unless that is removed")
    func finishingIsRefused() async throws {
        let (ada, bob) = try await bench.run { _, browser async throws in
            let (ada, bob, eve) = (browser(), browser(), browser())
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            try await bob.create("bob")
            #expect(
                try await eve.post("/api/accounts", ["name": "eve", "picture": DrawnPassword.enrolment]).status == 201)
            return (KeptBrowser(ada), KeptBrowser(bob))
        }
        try await bench.rotateKey()
        #expect(try await bench.dependents() == 3)
        #expect(try await bench.finishRotation() == 2, "a drawing alone needs no secret of its owner")
        #expect(try await bench.keys().keys.count == 2)
        #expect(try await bench.finishRotation(removingPasscodes: true) == 0)
        #expect(try await bench.keys().keys.count == 1)
        try await bench.run { bench, browser async throws in
            let (ada, kept, bob) = (ada.again(browser()), bob, bob.again(browser()))
            #expect(try await ada.isSignedIn)
            let options = try await ada.options("ada")
            #expect(options.json["passcode"] == nil && options["picture"] == DrawnPassword.picture, "\(options.text)")
            #expect(try await ada.signIn("ada").code == "not-enrolled")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            #expect(try await bob.signIn("bob").code == "not-enrolled")
            let recovery: [String: Any] = [
                "name": "bob", "recoveryCode": kept.recoveryCode ?? "",
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await bob.post("/api/recover", recovery).status == 200)
            #expect(try await bob.signIn("bob", passcode: "581936").status == 200)
        }
    }

    @Test("Names without an account cost the same after the rotation") func decoysMove() async throws {
        try await bench.run { _, browser async throws in
            #expect(try await browser().signIn("no account", passcode: Browser.passphrase).code == "rejected")
        }
        try await bench.rotateKey()
        #expect(try await bench.finishRotation() == 0)
        let ring = DeviceKeyRing(try await bench.keys().keys)
        let decoys = try await bench.tables { database in
            try StoreRow.fetchAll(database, sql: "SELECT vault, vaultVersion FROM account WHERE isDecoy = 1").map {
                StoredBytes($0, version: "vaultVersion", bytes: "vault")
            }
        }
        #expect(decoys.count == 1)
        for decoy in decoys {
            #expect(ring.position(ofRecord: decoy.bytes) == 0)
            #expect(try VaultRecord(decoy).passcodeCost == AccountBench.cost)
        }
        try await bench.run { _, browser async throws in
            #expect(try await browser().signIn("no account", passcode: Browser.passphrase).code == "rejected")
        }
    }
}
