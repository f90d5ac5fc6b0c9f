// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import Testing

@testable import InkLockService

/// Tests what happens to accounts of an earlier version of the tables, and to earlier programs on later tables.
@Suite(.fewAtOnce) struct UpgradeTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private struct Known: Sendable {
        let ada: [String: String]
        let account: String?
        let notes: String
        let recoveryCode: String?
    }

    /// Two accounts with a note, a session, a device with wrong attempts, attempts of strangers and a decoy's row.
    private func made() async throws -> Known {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob", passphrase: Browser.passphrase)
            let note: [String: Any] = [
                "id": String(repeating: "0f", count: 16), "version": 0,
                "sealed": Data([1, 2, 3]).base64EncodedString(),
            ]
            #expect(try await ada.post("/api/notes", note).status == 200)
            for number in 0..<3 { _ = try await ada.signIn("ada", passcode: "90417\(number)") }
            let wrong: [String: Any] = ["name": "bob", "proof": ["passcode": "graue h\u{FC}gel 3 laternen"]]
            #expect(try await browser().post("/api/sign-in", wrong).code == "rejected")
            return Known(
                ada: ada.cookies, account: ada.account, notes: try await ada.get("/api/notes").text,
                recoveryCode: ada.recoveryCode)
        }
    }

    @Test("Accounts of the first version open as before, with their counts of attempts")
    func accountsOfTheFirstVersionOpen() async throws {
        let known = try await made()
        try await bench.makeFormer(version: 1)
        try await bench.run { bench, browser async throws in
            let ada = browser()
            (ada.cookies, ada.account) = (known.ada, known.account)
            #expect(try await ada.get("/api/notes").text == known.notes)
            // The fourth wrong attempt of ten.
            let wrong = try await ada.signIn("ada", passcode: "904179")
            #expect((wrong.json["error"] as? [String: Any])?["attemptsLeft"] as? Int == 6)
            bench.clock.advance(seconds: 3600)
            let right = try await ada.signIn("ada")
            #expect((right.json["failures"] as? [String: Any])?["onThisDevice"] as? Int == 4, "\(right.text)")
            let bob = browser()
            let message: [String: Any] = ["name": "bob", "proof": ["passcode": Browser.passphrase]]
            let opened = try await bob.post("/api/sign-in", message)
            #expect(opened.status == 200 && (opened.json["failures"] as? [String: Any])?["count"] as? Int == 1)
            #expect(try await browser().create("carol").status == 201)
        }
        let accounts = try await bench.operatorAccounts()
        #expect(try await accounts.account("ada").disabled == nil)
        #expect(
            try await accounts.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account WHERE isDecoy = 0") } == 3
        )
    }

    @Test("Commands of the operator leave tables of the first version alone") func commandsChangeNoTables() async throws
    {
        _ = try await made()
        try await bench.makeFormer(version: 1)
        let bench = bench
        let error = await #expect(throws: CommandError.self) { _ = try await bench.operatorAccounts() }
        #expect(error?.status == .unavailable && error?.message.contains("earlier version") == true)
        if AccountBench.server == nil {
            // A backup before the upgrade has what there is.
            let database = try await OperatorDatabase(folder: bench.data, key: nil)
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") } == 1)
        }
        try await bench.service().accounts.database.close()
        #expect(try await bench.operatorAccounts().account("ada").notes == 1)
    }

    @Test("A program of the first version refuses later tables") func earlierProgramsRefuseLaterTables() async throws {
        _ = try await made()
        if AccountBench.server == nil {
            let isLater = try await bench.database().read {
                try AccountSchema.migrator(upTo: 1).hasBeenSuperseded($0)
            }
            #expect(isLater)
        } else {
            let connection = try bench.connection()
            defer { connection.close() }
            let secrets = try await bench.operatorAccounts().secrets
            for caller in [PostgresSchema.Caller.server, .command] {
                #expect(throws: AccountServiceError.newerTables) {
                    _ = try PostgresSchema.open(connection, for: caller, version: 1, key: SharedKey(secrets))
                }
            }
        }
    }

    /// The deletion of a row looks for the rows that refer to it.
    @Test("Every reference to another table has an index") func referencesHaveIndexes() async throws {
        try await bench.service().accounts.database.close()
        guard AccountBench.server == nil else {
            let missing = """
                SELECT CAST(conrelid AS REGCLASS) || '.' || attname FROM pg_constraint
                JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
                WHERE contype = 'f' AND connamespace = CAST(current_schema() AS REGNAMESPACE) AND NOT EXISTS (
                    SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL)
                """
            #expect(try await bench.tables { try String.fetchAll($0, sql: missing) } == [])
            return
        }
        try await bench.database().read { database in
            for table in AccountSchema.names {
                for key in try database.foreignKeys(on: table) {
                    let column = try #require(key.originColumns.first)
                    let plan = try Row.fetchAll(
                        database, sql: "EXPLAIN QUERY PLAN DELETE FROM \(table) WHERE \(column) = x'00'")
                    #expect(plan.allSatisfy { !($0["detail"] as String).hasPrefix("SCAN") }, "\(table).\(column)")
                }
            }
        }
    }

    @Test("A server notices that another version has changed the tables", AccountBench.onServer)
    func runningServersNoticeLaterTables() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let connection = try bench.connection()
            defer { connection.close() }
            try connection.command("UPDATE service SET version = version + 1")
            #expect(try await ada.get("/readyz").status == 503)
            for answer in [try await ada.get("/api/session"), try await browser().signIn("ada")] {
                #expect(answer.status == 503 && answer.code == "degraded", "\(answer.text)")
            }
            #expect(bench.log.text.contains("error version"))
        }
    }

    @Test("No record is written to tables of another version", AccountBench.onServer)
    func recordsStayOutOfLaterTables() async throws {
        try await bench.run { bench, browser async throws in
            let connection = try bench.connection()
            defer { connection.close() }
            try connection.command("UPDATE service SET version = version + 1")
            #expect(try await browser().create("ada").code == "degraded")
        }
    }

    @Test("A change of the tables has no limit of time", AccountBench.onServer)
    func upgradesAreNotLimited() async throws {
        _ = try await made()
        try await bench.makeFormer(version: 1)
        let (connection, name) = (try bench.connection(), bench.schema)
        defer { connection.close() }
        try connection.command(
            """
            CREATE FUNCTION limits() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF current_schema() = '\(name)' AND current_setting('statement_timeout') <> '0' THEN RAISE 'limited'; END IF;
            END $$;
            CREATE EVENT TRIGGER \(name) ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION limits()
            """)
        var failure: (any Error)?
        do { try await bench.service().accounts.database.close() } catch { failure = error }
        try connection.command("DROP EVENT TRIGGER \(name)")
        #expect(failure == nil)
    }

    @Test("Servers that start at the same moment upgrade the tables once", AccountBench.onServer)
    func upgradesMeet() async throws {
        _ = try await made()
        try await bench.makeFormer(version: 1)
        let bench = bench
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { try await bench.service().accounts.database.close() } }
            try await group.waitForAll()
        }
        #expect(try await bench.operatorAccounts().account("bob").devices == 1)
    }
}
