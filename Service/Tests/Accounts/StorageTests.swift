// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import HTTPTypes
import InkTestSupport
import LockVault
import Testing

@testable import InkLockService

/// Tests the disk space that the accounts take, and the requests that succeed when there is none left.
@Suite(.fewAtOnce) struct StorageTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static var proof: [String: Any] { ["passcode": Browser.passcode] }

    private static func note(_ number: Int, _ bytes: Int, version: Int = 0) -> [String: Any] {
        [
            "id": String(format: "%032x", number), "version": version,
            "sealed": Data(repeating: 7, count: bytes).base64EncodedString(),
        ]
    }

    /// Checks what goes on without room: sign-ins, wrong attempts, counts and removals. Everything that grows is
    /// refused.
    private static func checkFull(
        _ ada: Browser, _ browser: () -> Browser, drawing number: Double, note version: Int
    ) async throws {
        for (path, message) in [
            ("/api/notes", note(9, 1000)), ("/api/notes", note(0, 1000, version: version)),
            ("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment]),
        ] as [(String, [String: Any])] {
            let answer = try await ada.post(path, message)
            #expect(answer.status == 507 && answer.code == "storage-full", "\(path): \(answer.text)")
        }
        let made = try await browser().create("bob")
        #expect(made.status == 507 && made.code == "storage-full", "\(made.text)")
        for wrong in 0..<2 { #expect(try await ada.signIn("ada", passcode: "90417\(wrong)").code == "rejected") }
        let answer = try await ada.signIn("ada")
        #expect(answer.status == 200, "\(answer.text)")
        #expect((answer.json["failures"] as? [String: Any])?["onThisDevice"] as? Int == 2)
        let elsewhere = browser()
        #expect(try await elsewhere.signIn("ada", passcode: "graue hügel 3 laternen").code == "rejected")
        #expect(try await elsewhere.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
        #expect(try await elsewhere.post("/api/sign-out", [:]).status == 200)
        #expect(try await ada.get("/api/notes").status == 200)
    }

    @Test("At the total limit only requests that need more space are refused")
    func totalLimitRefusesGrowthAndNothingElse() async throws {
        var bench = bench
        bench.parameters.storage.totalBytes = 1 << 20
        bench.parameters.storage.youngParts = 1
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var number = 0
            while number < 100, try await ada.post("/api/notes", Self.note(number, 100_000)).status == 200 {
                number += 1
            }
            #expect((5...12).contains(number), "\(number)")
            for size in [10_000, 1000] {
                while number < 100, try await ada.post("/api/notes", Self.note(number, size)).status == 200 {
                    number += 1
                }
            }
            try await Self.checkFull(ada, browser, drawing: 0, note: 1)
            for removed in 0..<number {
                let removal: [String: Any] = ["id": String(format: "%032x", removed), "version": 1]
                #expect(try await ada.post("/api/notes/remove", removal).status == 200)
            }
            #expect(try await ada.post("/api/notes", Self.note(500, 100_000)).status == 200, "there is room again")
            #expect(try await browser().create("bob").status == 201)
        }
    }

    @Test("Below the free space limit only requests that need space are refused", AccountBench.onFile)
    func freeSpaceFloorRefusesGrowthAndNothingElse() async throws {
        let cookies = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await ada.post("/api/notes", Self.note(0, 10)).status == 200)
            return (ada.cookies, ada.account, ada.recoveryCode)
        }
        var bench = bench
        bench.parameters.storage.freeBytes = .max
        try await bench.run { _, browser async throws in
            let ada = browser()
            (ada.cookies, ada.account) = (cookies.0, cookies.1)
            _ = try await ada.signIn("ada", recoveryCode: cookies.2)
            let made = try await browser().create("bob")
            #expect(made.status == 507 && made.code == "storage-full")
            #expect(try await ada.post("/api/notes", Self.note(1, 10)).code == "storage-full")
            // Each attempt is counted.
            var left: [Int] = []
            for passcode in ["904175", "813064"] {
                let wrong = try await ada.signIn("ada", passcode: passcode)
                #expect(wrong.code == "rejected")
                left += [try #require((wrong.json["error"] as? [String: Any])?["attemptsLeft"] as? Int)]
            }
            #expect(left[1] == left[0] - 1, "\(left)")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(
                try await ada.post("/api/notes/remove", ["id": String(format: "%032x", 0), "version": 1]).status == 200)
            // A passcode takes the place of another one.
            let change: [String: Any] = ["proof": Self.proof, "passcode": ["kind": "six-digits", "text": "581936"]]
            #expect(try await ada.post("/api/methods/passcode", change).status == 200)
            #expect(try await ada.post("/api/account/delete", ["proof": ["passcode": "581936"]]).status == 200)
        }
    }

    /// Below the floor, attempts at names that were not tried before take no room, and all others are counted.
    @Test("Below the free space limit, attempts at new names take no space", AccountBench.onFile)
    func strangersTakeNoRoomBelowTheFloor() async throws {
        let cookies = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await browser().signIn("ada", passcode: "graue hügel 3 laternen").code == "rejected")
            return (ada.cookies, ada.account)
        }
        var bench = bench
        bench.parameters.storage.freeBytes = .max
        try await bench.run { bench, browser async throws in
            for name in ["ada", "ada", "b", "c", "d"] {
                let answer = try await browser().signIn(name, passcode: "graue hügel 3 laternen")
                #expect(answer.code == "rejected")
            }
            #expect(try await Self.count("stranger", bench) == 1)
            let ada = browser()
            (ada.cookies, ada.account) = cookies
            let failures = try await ada.signIn("ada").json["failures"] as? [String: Any]
            #expect(failures?["count"] as? Int == 3)
        }
    }

    private static func count(_ table: String, _ bench: AccountBench) async throws -> Int? {
        let queue = try bench.database()
        return try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    /// New accounts fill their part of the room, and no more: older accounts still save notes and change methods.
    @Test("New accounts can fill only a part of the storage") func youngAccountsTakeAPartOfTheRoom() async throws {
        var bench = bench
        bench.parameters.storage.totalBytes = 4 << 20
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            bench.clock.advance(seconds: 8 * 86_400)
            #expect(try await ada.signIn("ada").status == 200)
            var (made, saved) = (0, 0)
            for number in 0..<40 {
                let eve = browser()
                guard try await eve.create("eve \(number)").status == 201 else { break }
                made += 1
                for note in 0..<4 where try await eve.post("/api/notes", Self.note(note, 100_000)).status == 200 {
                    saved += 1
                }
            }
            #expect((5..<11).contains(saved) && made < 40, "\(made) accounts with \(saved) notes")
            #expect(try await browser().create("mallory").code == "storage-full")
            for number in 0..<20 {
                let answer = try await ada.post("/api/notes", Self.note(number, 100_000))
                #expect(answer.status == 200, "\(answer.text)")
            }
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            // A week later they are accounts like others.
            bench.clock.advance(seconds: 8 * 86_400)
            #expect(try await browser().create("mallory").status == 201)
        }
    }

    /// A server that shares its database measures all accounts from time to time alone.
    @Test("The limits hold between two measurements") func limitsHoldBetweenMeasurements() async throws {
        var bench = bench
        bench.parameters.storage.totalBytes = 4 << 20
        bench.parameters.storage.measuringInterval = .seconds(86_400)
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var answers: [Int] = []
            for number in 0..<20 {
                answers.append(try await ada.post("/api/notes", Self.note(number, 100_000)).status)
            }
            let saved = answers.prefix { $0 == 200 }.count
            #expect((5..<11).contains(saved) && answers.dropFirst(saved).allSatisfy { $0 == 507 }, "\(answers)")
        }
    }

    /// Several requests measure at first, and each takes its time.
    @Test("What is stored during a measurement counts after it") func growthDuringAMeasurementCounts() {
        var levels = PostgresStore.Levels()
        let (first, second) = (levels.added, levels.added)
        levels.measured(.init(all: 100, young: 10), since: first)
        levels.add(.init(all: 7, young: 7))
        levels.add(.init(all: 1, young: 0))
        #expect(levels.used == 108 && levels.young == 17)
        // The second one ends last, with what it read before.
        levels.measured(.init(all: 100, young: 10), since: second)
        #expect(levels.used == 108 && levels.young == 17)
        levels.measured(.init(all: 108, young: 17), since: levels.added)
        #expect(levels.used == 108 && levels.young == 17 && levels.isMeasured)
    }

    /// New accounts are limited by network and in all, whatever addresses they come from.
    @Test("Account creation is rate limited per network and in total")
    func accountsCannotBeMadeWithoutEnd() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.networkCreations = .init(burst: 3, intervalMilliseconds: 30_000)
        bench.settings.allCreations = .init(burst: 5, intervalMilliseconds: 5000)
        try await bench.run { bench, browser async throws in
            func create(_ address: String) async throws -> Browser.Answer {
                let client = browser()
                client.headers[HTTPField.Name("X-Forwarded-For")!] = address
                return try await client.create("eve \(address)")
            }
            for number in 1...3 { #expect(try await create("198.51.100.\(number)").status == 201) }
            let near = try await create("198.51.100.4")
            #expect(near.status == 429 && near.retryAfter == 30)
            for number in 1...2 { #expect(try await create("203.0.113.\(number)").status == 201) }
            let far = try await create("192.0.2.1")
            #expect(far.status == 429 && far.retryAfter == 5)
            bench.clock.advance(seconds: 5)
            #expect(try await create("192.0.2.1").status == 201)
        }
    }

    /// The browser forgets a session that the service could not end.
    @Test("Signing out clears the cookie even if the server fails", AccountBench.onFile)
    func signingOutClearsTheCookieInAnyCase() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let queue = try bench.database()
            try await queue.write { database in
                try database.execute(
                    sql: "CREATE TRIGGER full BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'full'); END")
            }
            let answer = try await ada.post("/api/sign-out", [:])
            #expect(answer.status == 500 && answer.code == "internal")
            #expect(ada.cookies["inklock-session"] == nil)
        }
    }

    /// The look-up reads the session and its account, and fails at the account.
    @Test("A page of another account ends no session if the server cannot read whose it is", AccountBench.onFile)
    func unreadSessionsGoOn() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, bob, page) = (browser(), browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            page.copy(bob)
            page.account = ada.account
            let queue = try bench.database()
            try await queue.write { try $0.execute(sql: "ALTER TABLE account RENAME TO hidden") }
            let answer = try await page.post("/api/sign-out", [:])
            #expect(answer.status == 500 && answer.code == "internal", "\(answer.text)")
            #expect(page.cookies["inklock-session"] == nil)
            try await queue.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO account") }
            #expect(try await bob.isSignedIn)
        }
    }

    /// Another transaction holds what writing takes, and reading does not.
    @Test("Signing out of a session that does not exist writes nothing")
    func madeUpSessionsWriteNothing() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, thief) = (browser(), browser())
            try await ada.create("ada")
            thief.learnsAccount = false
            let release = try Self.holdWrites(bench)
            for _ in 0..<3 {
                thief.cookies["inklock-session"] = CookieToken.random().text
                #expect(try await thief.post("/api/sign-out", [:]).status == 200)
            }
            try release()
            #expect(try await ada.post("/api/sign-out", [:]).status == 200)
            #expect(try await !ada.isSignedIn)
        }
    }

    @Test("A request that waits in vain for another program's transaction can be repeated", AccountBench.onFile)
    func lockedDatabasesAreBusy() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let release = try Self.holdWrites(bench)
            let answer = try await ada.signIn("ada")
            #expect(answer.status == 503 && answer.code == "busy" && answer.retryAfter == 5, "\(answer.text)")
            try release()
            #expect(try await ada.signIn("ada").status == 200)
        }
    }

    /// Returns a closure that ends the transaction.
    private static func holdWrites(_ bench: AccountBench) throws -> () throws -> Void {
        guard AccountBench.server == nil else {
            var reason = ""
            let connection = try PostgresConnection(try bench.place(), reason: &reason)
            try connection.command("BEGIN")
            try connection.command("LOCK TABLE session IN SHARE MODE")
            return { connection.close() }
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        // The service may be tidying.
        configuration.busyMode = .timeout(30)
        let queue = try DatabaseQueue(path: "\(bench.data)/accounts.sqlite", configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
    }

    @Test("New accounts have a small storage allowance") func newAccountsHaveASmallAllowance() async throws {
        var bench = bench
        bench.parameters.notes.youngAccountBytes = 250_000
        let metrics = ServiceMetrics()
        bench.metrics = metrics
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for number in 0..<2 { #expect(try await ada.post("/api/notes", Self.note(number, 100_000)).status == 200) }
            let answer = try await ada.post("/api/notes", Self.note(2, 100_000))
            #expect(answer.status == 413 && answer.code == "no-room")
            #expect(metrics.countedText.contains("{event=\"save-note\",outcome=\"no-room\"} 1\n"))
            let full = "{event=\"save-note\",outcome=\"storage-full\"} 0\n"
            #expect(metrics.countedText.contains(full), "the service has room")
            #expect(try await ada.post("/api/notes", Self.note(2, 50_000)).status == 200)
            bench.clock.advance(seconds: 86_400)
            _ = try await ada.signIn("ada")
            #expect(try await ada.post("/api/notes", Self.note(3, 100_000)).status == 200)
        }
    }

    @Test("An account that was created while the clock was ahead is an account like others")
    func accountsOfAWrongClockGrowUp() async throws {
        var bench = bench
        bench.parameters.notes.youngAccountBytes = 150_000
        bench.parameters.storage.totalBytes = 4 << 20
        try await bench.run { bench, browser async throws in
            let ada = browser()
            bench.clock.setForward(seconds: 30 * 86_400)
            try await ada.create("ada")
            bench.clock.setForward(seconds: -30 * 86_400)
            #expect(try await ada.signIn("ada").status == 200)
            // More than a new account may have, and more than all young accounts together.
            for number in 0..<12 {
                let answer = try await ada.post("/api/notes", Self.note(number, 100_000))
                #expect(answer.status == 200, "\(number): \(answer.text)")
            }
        }
    }

    @Test("Note writes are rate limited") func notesCannotBeWrittenWithoutEnd() async throws {
        var bench = bench
        bench.settings.notes = .init(burst: 5, intervalMilliseconds: 2000)
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for version in 0..<5 {
                #expect(try await ada.post("/api/notes", Self.note(0, 10, version: version)).status == 200)
            }
            let answer = try await ada.post("/api/notes", Self.note(0, 10, version: 5))
            #expect(answer.status == 429 && answer.retryAfter == 2)
            bench.clock.advance(seconds: 2)
            #expect(try await ada.post("/api/notes", Self.note(0, 10, version: 5)).status == 200)
        }
    }

    /// Removed rows give their space back to the disk.
    @Test("Deleted data returns its space to the disk", AccountBench.onFile) func spaceIsGivenBack() async throws {
        let service = try await bench.service()
        let accounts = service.accounts
        let made = try await accounts.create(
            try #require(AccountName("ada")),
            .passcode(try #require(TypedPasscode(Browser.passcode)), .sixDigits, isPassphrase: false), Client())
        let session = try await accounts.session(made.token)
        func size() throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(bench.data)/accounts.sqlite")
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
        for number in 0..<10 as Range<UInt8> {
            let id = try #require(NoteID(Data(repeating: number, count: 16)))
            _ = try await accounts.save(NewNote(id: id, replacing: 0, sealed: Data(count: 200_000)), session)
        }
        #expect(await accounts.tidy().isEmpty)
        let full = try size()
        #expect(full > 2_000_000)
        for number in 0..<10 as Range<UInt8> {
            try await accounts.removeNote(try #require(NoteID(Data(repeating: number, count: 16))), version: 1, session)
        }
        #expect(await accounts.tidy().isEmpty)
        let left = try size()
        #expect(left < full / 4, "\(left) of \(full)")
        try accounts.database.close()
    }

    /// A backup reads while the space of what was deleted is given back.
    @Test("Giving space back waits for no reader", AccountBench.onFile) func givingSpaceBackWaitsForNoReader()
        async throws
    {
        let accounts = try await bench.service().accounts
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: "\(bench.data)/accounts.sqlite", configuration: configuration)
        try reader.inDatabase { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM account")
        }
        _ = try await accounts.create(
            try #require(AccountName("ada")),
            .passcode(try #require(TypedPasscode(Browser.passcode)), .sixDigits, isPassphrase: false), Client())
        func releasing() async throws -> Duration {
            let start = ContinuousClock.now
            try await accounts.database.releaseFreePages(at: accounts.now)
            return start.duration(to: .now)
        }
        // One that waits for the reader takes five seconds, each time.
        var shortest = try await releasing()
        for _ in 0..<2 where shortest >= .seconds(3) { shortest = min(shortest, try await releasing()) }
        #expect(shortest < .seconds(3))
        let log = "\(bench.data)/accounts.sqlite-wal"
        func size() throws -> Int {
            (try FileManager.default.attributesOfItem(atPath: log)[.size] as? NSNumber)?.intValue ?? 0
        }
        #expect(try size() > 0)
        try reader.inDatabase { try $0.execute(sql: "COMMIT") }
        _ = try await releasing()
        #expect(try size() == 0, "without a reader, the log is emptied")
        try accounts.database.close()
    }

    /// Another program could take what is given back.
    @Test("While the disk is short of space, the log keeps its blocks") func aShortDiskTakesNothingFromTheLog()
        async throws
    {
        let folder = try TemporaryFolder()
        let log = "\(folder.path)/accounts.sqlite-wal"
        func size() throws -> Int {
            (try FileManager.default.attributesOfItem(atPath: log)[.size] as? NSNumber)?.intValue ?? 0
        }
        for (freeBytes, isKept) in [(Int64.max, true), (0, false)] {
            let store = try SQLiteStore(
                path: "\(folder.path)/accounts.sqlite", limits: StorageLimits(freeBytes: freeBytes, reserveBytes: 0))
            #expect(await store.isWritable())
            let before = try size()
            #expect(before > 0)
            try await store.releaseFreePages(at: 0)
            #expect(try size() == (isKept ? before : 0))
            try store.close()
        }
    }

    /// A Boolean value that indicates whether a test can mount its own file system.
    private static let canMount: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard (try? run("mount", "-t", "tmpfs", "-o", "size=1m", "inklock", folder.path)) == 0 else { return false }
        return (try? run("umount", folder.path)) == 0
    }()

    private static func run(_ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitForExit()
        return process.terminationStatus
    }

    /// Another program fills the disk to the last byte: the reserve keeps ledgers, sign-ins and removals going.
    @Test(
        "On a full disk, sign-ins and removals still work", AccountBench.onFile,
        .enabled(if: canMount, "needs root and a mount of its own"))
    func aFullDiskStopsNoOwner() async throws {
        try FileManager.default.createDirectory(
            atPath: bench.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let data = bench.data
        let mounted = try await onThread {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=12m,mode=0700", "inklock", data)
        }
        #expect(mounted == 0)
        defer { _ = try? Self.run("umount", data) }
        var bench = bench
        bench.parameters.storage = StorageLimits(freeBytes: 1 << 20, reserveBytes: 3 << 20)
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await ada.post("/api/notes", Self.note(0, 1000)).status == 200)
            // Every byte that is left.
            let filler = "\(bench.data)/filler"
            _ = FileManager.default.createFile(atPath: filler, contents: nil)
            let handle = try #require(FileHandle(forWritingAtPath: filler))
            for size in [1 << 20, 1 << 12, 1] {
                while (try? handle.write(contentsOf: Data(count: size))) != nil {}
            }
            try await Self.checkFull(ada, browser, drawing: 0, note: 1)
            for round in 0..<50 {
                #expect(try await ada.signIn("ada", passcode: "904175").code == "rejected", "\(round)")
                #expect(try await ada.signIn("ada").status == 200, "\(round)")
            }
            #expect(
                try await ada.post("/api/notes/remove", ["id": String(format: "%032x", 0), "version": 1]).status == 200)
            // Programs that other tests start meanwhile may hold the open file. Its bytes must be free all the same.
            try handle.truncate(atOffset: 0)
            try handle.close()
            try FileManager.default.removeItem(atPath: filler)
            let stored = try await ada.post("/api/notes", Self.note(1, 1000))
            #expect(stored.status == 200, "\(stored.text)")
            let made = try await browser().create("bob")
            #expect(made.status == 201, "\(made.text)")
        }
    }
}
