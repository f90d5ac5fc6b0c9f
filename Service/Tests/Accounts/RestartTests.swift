// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import Testing

@testable import InkLockService

@Suite struct RestartTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    @Test func restartKeepsAccountsSessionsAndLockouts() async throws {
        let nobody = try await GuessingTests.unknownName(bench) { $0.passcode != nil }
        let cookies = try await bench.run { _, browser async throws in
            let (ada, stranger) = (browser(), browser())
            try await ada.create("ada")
            _ = try await ada.post(
                "/api/methods/picture", ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment])
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            for number in 0..<4 {
                for name in ["ada", nobody] { _ = try await stranger.signIn(name, passcode: "90417\(number)") }
            }
            return ada.cookies
        }
        try await bench.run { bench, browser async throws in
            let ada = browser()
            ada.cookies = cookies
            #expect(try await ada.isSignedIn)
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected", "drawn before")
            #expect(try await ada.signIn("ada").status == 200)
            let answers = try await ["ada", nobody].asyncMap { try await browser().signIn($0).retryAfter }
            #expect(answers == [60, 60])
        }
    }

    /// Without the key nobody would get in; a new one would only hide that.
    @Test func lostKeyIsSaidAtOnce() async throws {
        try await bench.run { _, browser async throws in _ = try await browser().create("ada") }
        try FileManager.default.removeItem(atPath: bench.folder.path("data/device.key"))
        await #expect(throws: AccountServiceError.keyMissing(bench.folder.path("data/device.key"))) {
            try await bench.service()
        }
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path("data/device.key")))
    }

    @Test func filesAreTheirOwnersAlone() async throws {
        try await bench.run { bench, browser async throws in
            try await browser().create("ada")
            for name in try FileManager.default.contentsOfDirectory(atPath: bench.data) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(bench.data)/\(name)")
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.data)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bench.data)
        await #expect(throws: AccountServiceError.exposed(bench.data)) { try await bench.service() }
    }

    @Test func writesAreDurable() async throws {
        let database = try AccountDatabase(path: bench.folder.path("x.sqlite"))
        #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(try await database.write { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 1)
        try database.close()
    }

    @Test func ledgerRowsAreComparedAndSwapped() async throws {
        let database = try AccountDatabase(path: bench.folder.path("x.sqlite"))
        let row = LedgerRow(database: database, key: Data([1]), account: nil, clock: bench.clock)
        func failure(_ body: () async throws(VaultError) -> Void) async -> VaultError? {
            do throws(VaultError) { try await body() } catch { return error }
            return nil
        }
        let (one, two) = (StoredBytes(version: 1, bytes: [1]), StoredBytes(version: 2, bytes: [2]))
        #expect(await failure { () throws(VaultError) in _ = try await row.load() } == .missing)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 1) } == .missing)
        #expect(await failure { () throws(VaultError) in try await row.save(one, replacing: nil) } == nil)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: nil) } == .exists)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 7) } == .conflict)
        #expect(try await row.load() == one)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 1) } == nil)
        #expect(try await row.load() == two)
        #expect(await failure { () throws(VaultError) in try await row.remove() } == nil)
        #expect(await failure { () throws(VaultError) in try await row.remove() } == nil)
        #expect(await failure { () throws(VaultError) in _ = try await row.load() } == .missing)
        try database.close()
    }

    @Test func namesOfNobodyAreForgottenOldestFirst() async throws {
        var bench = bench
        bench.parameters.semblanceLimit = 3
        let service = try await bench.service()
        let accounts = service.api.accounts
        // Only what has a passcode is tried, and counted.
        let names = (0..<100).compactMap { AccountName("nobody \($0)") }.filter { name in
            SignInOptions(semblanceFor: name, accounts.secrets, accounts.pictures).passcode != nil
        }.prefix(6)
        for name in names {
            bench.clock.advance(seconds: 1)
            _ = try? await accounts.signIn(name, .passcode(Array("904175".utf8)), Client())
        }
        try await accounts.tidy()
        let left = try await accounts.database.read { try Data.fetchSet($0, sql: "SELECT key FROM ledger") }
        #expect(left == Set(names.suffix(3).map { accounts.secrets.key(of: $0) }))
        try accounts.database.close()
    }
}
