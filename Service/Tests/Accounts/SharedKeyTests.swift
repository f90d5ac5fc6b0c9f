// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Testing

@testable import InkLockService

/// The replacement of the device key for several servers of one database.
@Suite(AccountBench.onServer, .fewAtOnce) struct SharedKeyTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    /// Two servers of one database. The second one has the earlier file.
    @Test("A server without the servers' key serves no accounts and changes none")
    func serversWithoutTheKeyRefuse() async throws {
        let former = bench.folder.path("key/former.key")
        let (ada, code) = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            return (KeptBrowser(ada), ada.recoveryCode ?? "")
        }
        try FileManager.default.copyItem(atPath: try await bench.key(), toPath: former)
        let stale = try await server(key: former)
        try await bench.rotateKey()
        let record = { [bench] in
            try await bench.tables { try Data.fetchOne($0, sql: "SELECT vault FROM account WHERE name = 'ada'") }
        }
        let before = try await record()
        try await stale.application().test(.router) { client async throws in
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": code, "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            let known = ada.again(Browser(client: client))
            #expect(try await Browser(client: client).create("bob").code == "degraded", "an account of the former key")
            #expect(try await Browser(client: client).post("/api/recover", recovery).code == "degraded")
            #expect(try await known.signIn("ada").code == "degraded")
            #expect(try await known.get("/api/session").status == 503)
            #expect(try await client.execute(uri: "/readyz", method: .get).status.code == 503)
        }
        #expect(bench.log.text.contains("error key [:] ") && bench.log.text.contains("have a newer key"))
        #expect(try await record() == before)
        #expect(
            try await bench.tables { try Int64.fetchOne($0, sql: "SELECT count(*) FROM account WHERE isDecoy = 0") }
                == 1)
        await #expect(throws: AccountServiceError.keyOfOtherServers) { try await server(key: former) }
    }

    /// A recovery is the first thing that a server without the key is asked for: it opens the account, and must not
    /// store it under the former key.
    @Test("A recovery on a server without the servers' key leaves the account as it is")
    func recoveriesWithoutTheKeyChangeNothing() async throws {
        let former = bench.folder.path("key/former.key")
        let ada = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            return (KeptBrowser(ada), ada.recoveryCode ?? "")
        }
        try FileManager.default.copyItem(atPath: try await bench.key(), toPath: former)
        let stale = try await server(key: former)
        try await bench.rotateKey()
        #expect(
            try await bench.run { _, browser async throws in try await ada.0.again(browser()).signIn("ada").status }
                == 200)
        try await stale.application().test(.router) { client async throws in
            let answer = try await Browser(client: client).signIn("ada", recoveryCode: ada.1)
            #expect(answer.status == 503 && answer.code == "degraded", "\(answer.text)")
        }
        #expect(try await bench.rotation().count().onMissingKeys == 0)
        try await bench.run { _, browser async throws in
            #expect(try await browser().signIn("ada", recoveryCode: ada.1).status == 200)
        }
    }

    @Test("Running servers that have the new key follow when it is used")
    func serversFollow() async throws {
        try await bench.run { _, browser async throws in
            _ = try await browser().create("ada", passphrase: Browser.passphrase)
        }
        try await bench.rotation().addKey()
        let servers = [try await server(), try await server()]
        #expect(servers.allSatisfy { $0.accounts?.accounts.secrets.current == 1 })
        try await servers[0].application().test(.router) { client async throws in
            #expect(try await Browser(client: client).create("bob").status == 201)
            #expect(try await bench.dependents() == 0, "the servers go on with their key")
            let challenges = servers.compactMap { $0.accounts?.accounts.challenges }
            let token = CookieToken.random()
            let former = challenges[0].challenge(for: token)
            #expect(challenges[1].isOpen(former, for: token))
            try await bench.rotation().useNewestKey()
            #expect(try await bench.dependents() == 2)
            let first = try await Browser(client: client).create("eve")
            let second = try await Browser(client: client).create("eve")
            #expect(
                first.status == 409 && first.code == "conflict" && second.status == 201, "\(first.text) \(second.text)")
            #expect(servers[0].accounts?.accounts.secrets.current == 0)
            #expect(servers[1].accounts?.accounts.secrets.current == 1)
            // The other one has not noticed, and opens what the first one has moved.
            #expect(challenges[1].isOpen(challenges[0].challenge(for: token), for: token))
            #expect(challenges[0].isOpen(challenges[1].challenge(for: token), for: token))
            #expect(challenges[0].isOpen(former, for: token))
            let signedIn = try await Browser(client: client).signIn("ada", passcode: Browser.passphrase)
            #expect(signedIn.status == 200)
            #expect(try await bench.dependents() == 1)
        }
        try await servers[1].application().test(.router) { client async throws in
            let elsewhere = Browser(client: client)
            #expect(try await elsewhere.signIn("ada", passcode: Browser.passphrase).status == 200)
            #expect(try await elsewhere.signIn("ada", passcode: Browser.passphrase).status == 200)
            #expect(try await bench.dependents() == 1, "nothing moves back")
            #expect(await servers[1].accounts?.isHealthy() == true)
            #expect(servers[1].accounts?.accounts.secrets.current == 0)
        }
    }

    /// An empty database beside a key that exists may be the wrong one.
    @Test("A server that makes the tables in an empty database says so") func newTablesAreSaid() async throws {
        let line = "warning tables [:] "
        _ = try await server()
        #expect(bench.log.text.components(separatedBy: line).count == 2, "\(bench.log.text)")
        _ = try await server()
        #expect(bench.log.text.components(separatedBy: line).count == 2, "the tables are there")
    }

    private func server(key: String? = nil) async throws -> SiteServer {
        let path: String
        if let key { path = key } else { path = try await bench.key() }
        let service = try await AccountService(
            database: try bench.place(), key: path, pictures: PictureCatalogue(site: bench.site),
            parameters: bench.parameters, settings: bench.settings, logger: bench.log.logger, deriver: bench.deriver,
            clock: bench.clock)
        return SiteServer(site: bench.site, host: "localhost", port: 0, accounts: service)
    }
}
