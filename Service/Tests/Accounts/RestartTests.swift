// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct RestartTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    @Test("A restart keeps accounts, sessions, devices and lockouts")
    func restartKeepsAccountsSessionsDevicesAndLockouts() async throws {
        let (one, other) = try await bench.run { _, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            _ = try await ada.post(
                "/api/methods/picture", ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment])
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            for number in 0..<4 { _ = try await other.signIn("ada", passcode: "90417\(number)") }
            return (ada.cookies, other.cookies)
        }
        try await bench.run { _, browser async throws in
            let (ada, second) = (browser(), browser())
            (ada.cookies, second.cookies) = (one, other)
            #expect(try await ada.isSignedIn)
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected", "drawn before")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await second.signIn("ada").retryAfter == 60)
        }
    }

    /// A missing device key is reported, not replaced: no passcode opens an account without it, and a new key would
    /// only hide the loss.
    @Test("A missing device key is reported and never replaced", AccountBench.onFile) func lostKeyIsSaidAtOnce()
        async throws
    {
        try await bench.run { _, browser async throws in _ = try await browser().create("ada") }
        try FileManager.default.removeItem(atPath: bench.folder.path("data/device.key"))
        await #expect(throws: AccountServiceError.keyMissing(bench.folder.path("data/device.key"))) {
            try await bench.service()
        }
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path("data/device.key")))
    }

    /// New accounts would get the key, and no passcode would open the others.
    @Test("Another folder's device key is refused, and the earlier keys of a rotation are not", AccountBench.onFile)
    func foreignKeyIsSaidAtOnce() async throws {
        try await bench.run { _, browser async throws in _ = try await browser().create("ada") }
        let path = bench.folder.path("data/device.key")
        let own = try Data(contentsOf: URL(filePath: path))
        func replace(_ key: Data) throws {
            try key.write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        try replace(Data(own.reversed()))
        await #expect(throws: AccountServiceError.keyOfOtherFolder(path)) { try await bench.service() }
        try replace(own)
        try await bench.rotateKey()
        let bob = try await bench.run { _, browser async throws in
            let bob = browser()
            try await bob.create("bob")
            return KeptBrowser(bob)
        }
        // A server with the earlier file would bind what bob's recovery code opens to it, without his passcode.
        let both = try Data(contentsOf: URL(filePath: path))
        try replace(own)
        let error = await #expect(throws: AccountServiceError.self) { try await bench.service() }
        #expect(error?.description.contains("1 of the accounts") == true && error?.isPermanent == true)
        try replace(both)
        try await bench.run { _, browser async throws in
            #expect(try await bob.again(browser()).signIn("bob").status == 200)
        }
        #expect(try await bench.finishRotation(removingPasscodes: true) == 0)
        try await bench.run { _, browser async throws in _ = try await browser().create("eve") }
        try replace(own)
        await #expect(throws: AccountServiceError.keyOfOtherFolder(path)) { try await bench.service() }
    }

    @Test("Data files are private and an exposed folder is refused", AccountBench.onFile)
    func filesAreTheirOwnersAlone() async throws {
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
        await #expect(throws: AccountServiceError.folderAccessibleToOthers(bench.data)) { try await bench.service() }
    }

    /// A database that can only be read is reported as unhealthy.
    @Test("A service that cannot write is unhealthy", AccountBench.onFile) func healthIsThatOfWriting() async throws {
        for isWritable in [true, false] {
            let service = try await bench.service()
            if !isWritable {
                try await service.accounts.database.write { try $0.run(sql: "PRAGMA query_only = ON") }
            }
            // Beside other tests, a check may last longer than the service waits for it.
            if isWritable { _ = try await eventually { await service.isHealthy() } }
            #expect(await service.isHealthy() == isWritable)
            try service.accounts.database.close()
        }
    }

    /// The health check over HTTP reports a service that cannot write.
    @Test("The health check over HTTP reports a service that cannot write", AccountBench.onFile)
    func healthIsToldOverHTTP() async throws {
        for isWritable in [true, false] {
            let service = try await bench.service()
            if !isWritable {
                try await service.accounts.database.write { try $0.run(sql: "PRAGMA query_only = ON") }
            }
            let server = SiteServer(site: bench.site, host: "localhost", port: 0, accounts: service)
            if isWritable { #expect(try await eventually { await service.isHealthy() }) }
            let (get, head) = try await server.application().test(.router) { client in
                (
                    try await client.execute(uri: "/readyz", method: .get),
                    try await client.execute(uri: "/readyz", method: .head)
                )
            }
            #expect(get.status.code == (isWritable ? 200 : 503) && head.status == get.status)
            #expect((get.headers[.retryAfter] == nil) == isWritable)
            #expect(String(buffer: get.body).contains(isWritable ? "\"ok\"" : "\"degraded\""))
        }
    }

    @Test("The database writes durably and deletes securely", AccountBench.onFile) func writesAreDurable() async throws
    {
        let database = try SQLiteStore(path: bench.folder.path("x.sqlite"))
        #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA fullfsync") } == 1)
        #expect(try await database.write { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 1)
        try database.close()
    }

    @Test("A ledger is replaced only if its version is the expected one")
    func ledgersAreComparedAndSwapped() async throws {
        let service = try await bench.service()
        let database = service.accounts.database
        let (account, device) = (AccountID.random(), DeviceID.random())
        let one = StoredBytes(version: 1, bytes: [1])
        let two = StoredBytes(version: 2, bytes: [2])
        try await database.write { database in
            let vault = StoredVault(record: one, ledger: one)
            try AccountRow.insert(
                account, name: "ada", canonicalName: "ada", vault, .init(), at: 0, in: database)
            try DeviceTable(database: database).insert(device, of: account, label: DeviceLabel(), ledger: one, at: 0)
        }
        let row = LedgerRow(database: database, device: device)
        func failure(_ body: () async throws(VaultError) -> Void) async -> VaultError? {
            do throws(VaultError) { try await body() } catch { return error }
            return nil
        }
        #expect(try await row.load() == one)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: nil) } == .exists)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 7) } == .conflict)
        #expect(try await row.load() == one)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 1) } == nil)
        #expect(try await row.load() == two)
        #expect(await failure { () throws(VaultError) in try await row.remove() } == nil)
        #expect(await failure { () throws(VaultError) in try await row.remove() } == nil)
        #expect(await failure { () throws(VaultError) in _ = try await row.load() } == .missing)
        #expect(await failure { () throws(VaultError) in try await row.save(two, replacing: 1) } == .missing)
        #expect(await failure { () throws(VaultError) in try await row.save(one, replacing: nil) } == nil)
        #expect(try await row.load() == one)
        let gone = LedgerRow(database: database, device: .random())
        #expect(await failure { () throws(VaultError) in _ = try await gone.load() } == .missing)
        #expect(await failure { () throws(VaultError) in try await gone.save(one, replacing: nil) } == .missing)
        try database.close()
    }

    @Test("The oldest attempted names are forgotten first") func triedNamesAreForgottenOldestFirst() async throws {
        var bench = bench
        bench.parameters.strangerLimit = 3
        let service = try await bench.service()
        let accounts = service.api.accounts
        let names = (0..<6).compactMap { AccountName("unknown \($0)") }
        for name in names {
            bench.clock.advance(seconds: 1)
            _ = try? await accounts.signIn(
                name, .passcode(try #require(TypedPasscode(Browser.passphrase))), Client())
        }
        #expect(await accounts.tidy().isEmpty)
        let left = try await accounts.database.read { try Data.fetchAll($0, sql: "SELECT key FROM stranger") }
        #expect(Set(left) == Set(names.suffix(3).map { accounts.secrets.key(of: $0) }))
        try accounts.database.close()
    }
}
