// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import LockVault
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct NoteTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func id(_ number: Int) -> String { String(format: "%032x", number) }

    private static func note(_ number: Int, version: Int, _ sealed: [UInt8]) -> [String: Any] {
        ["id": id(number), "version": version, "sealed": Data(sealed).base64EncodedString()]
    }

    private static func notes(_ browser: Browser) async throws -> [[String: Any]] {
        let answer = try await browser.get("/api/notes")
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
        return try #require(answer.json["notes"] as? [[String: Any]])
    }

    @Test("Every method gives the same notes key at sign-in") func notesKeyIsTheAccountsWhateverOpensIt() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let proof = ["passcode": Browser.passcode]
            let made = try await ada.create("ada")
            let key = try #require(made["notesKey"])
            #expect(Data(base64Encoded: key)?.count == 32)
            _ = try await ada.post("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment])
            let drawn = try await ada.signIn("ada", DrawnPassword.drawing(shift: 3))
            let typed = try await ada.signIn("ada")
            let written = try await browser().signIn("ada", recoveryCode: made["recoveryCode"])
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": made["recoveryCode"] ?? "",
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            let recovered = try await ada.post("/api/recover", recovery)
            let again = try await ada.signIn("ada", passcode: "581936")
            for answer in [made, drawn, typed, written, recovered, again] {
                #expect(answer["notesKey"] == key)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            #expect(try await browser().create("bob")["notesKey"] != key)
            #expect(try await ada.signIn("ada", passcode: "904175")["notesKey"] == nil)
            let change: [String: Any] = [
                "proof": ["passcode": "581936"], "passcode": ["kind": "six-digits", "text": Browser.passcode],
            ]
            for answer in try await [ada.get("/api/session"), ada.post("/api/methods/passcode", change)] {
                #expect(answer.status == 200 && answer["notesKey"] == nil, "only what has just opened it")
            }
        }
    }

    @Test("Notes are stored with versions and survive a restart") func notesAreKeptInVersions() async throws {
        let cookies = try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await ada.get("/api/notes").text == #"{"notes":[]}"#)
            #expect(
                try await ada.post("/api/notes", Self.note(7, version: 0, [1, 2, 0xFF])).json as? [String: Int] == [
                    "version": 1
                ])
            bench.clock.advance(seconds: 5)
            #expect(try await ada.post("/api/notes", Self.note(0, version: 0, [])).status == 200)
            #expect(
                try await ada.post("/api/notes", Self.note(7, version: 1, [3])).json as? [String: Int] == ["version": 2]
            )
            return (ada.cookies, ada.account)
        }
        try await bench.run { bench, browser async throws in
            let ada = browser()
            (ada.cookies, ada.account) = cookies
            let found = Dictionary(uniqueKeysWithValues: try await Self.notes(ada).map { ($0["id"] as? String, $0) })
            #expect(Set(found.keys) == [Self.id(0), Self.id(7)])
            #expect(found[Self.id(7)]?["version"] as? Int == 2)
            #expect(found[Self.id(7)]?["sealed"] as? String == "Aw==")
            #expect(found[Self.id(7)]?["changedAt"] as? Int64 == bench.clock.now().wallMilliseconds)
            #expect(found[Self.id(0)]?["sealed"] as? String == "")
            #expect(try await ada.post("/api/notes/remove", ["id": Self.id(7), "version": 2]).text == "{}")
            #expect(try await Self.notes(ada).count == 1)
        }
    }

    /// A writer that has not read the newest version is told, and changes nothing.
    @Test("A list of notes that is being read ends with its session") func listsEndWithTheirSession() async throws {
        let service = try await bench.service()
        let accounts = service.accounts
        let made = try await accounts.create(
            try #require(AccountName("ada")),
            .passcode(try #require(TypedPasscode(Browser.passcode)), .sixDigits, isPassphrase: false), Client())
        let session = try await accounts.session(made.token)
        for number in 0..<6 as Range<UInt8> {
            let id = try #require(NoteID(Data(repeating: number, count: 16)))
            _ = try await accounts.save(NewNote(id: id, replacing: 0, sealed: Data(count: 200_000)), session)
        }
        let page = try await accounts.database.read(.query, accounts.firstNotes(session))
        let last = try #require(page.notes.last)
        #expect(!page.isLast)
        let position = NoteTable.Position(changed: last.changed, id: last.id.bytes)
        #expect(try await !accounts.notes(after: position, session).notes.isEmpty)
        try await accounts.signOut(made.token)
        await #expect(throws: AccountError.notSignedIn) { try await accounts.notes(after: position, session) }
        try accounts.database.close()
    }

    /// A page has at most four notes of this size, so that the last page of eight is empty.
    @Test(
        "A list of one page has its length, and the next pages continue the first", arguments: [0, 1, 3, 4, 5, 8, 9])
    func listsAreWholeOnAnyNumberOfPages(count: Int) async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let sealed = [UInt8](repeating: 7, count: 80_000)
            for number in 0..<count {
                #expect(try await ada.post("/api/notes", Self.note(number, version: 0, sealed)).status == 200)
                bench.clock.advance(seconds: 1)
            }
            let list = try await ada.get("/api/notes")
            #expect(list.text.hasPrefix(#"{"notes":["#) && list.text.hasSuffix("]}"))
            let notes = try #require(list.json["notes"] as? [[String: Any]])
            #expect(notes.map { $0["id"] as? String } == (0..<count).map { Self.id($0) })
            #expect(notes.allSatisfy { $0["sealed"] as? String == Data(sealed).base64EncodedString() })
            #expect(list.headers[.contentLength] == (count < 4 ? "\(list.bytes.count)" : nil))

            let head = try await ada.send(.head, "/api/notes", body: nil, [:])
            #expect(head.status == 200 && head.bytes.isEmpty)
            #expect(count >= 4 || head.headers[.contentLength] == list.headers[.contentLength])
            for name in Set((head.headers + list.headers).map(\.name)) where name != .contentLength {
                #expect(head.headers[name] == list.headers[name], "\(name)")
            }
            #expect(list.headers[.cacheControl] == "no-store")
            #expect(list.headers[.contentType] == "application/json; charset=utf-8")
        }
    }

    @Test("A write based on another version is a conflict") func otherVersionsAreAConflict() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            _ = try await ada.post("/api/notes", Self.note(1, version: 0, [1]))
            _ = try await ada.post("/api/notes", Self.note(1, version: 1, [2]))
            let before = try await ada.get("/api/notes").bytes
            for version in [0, 1, 3, Int.max - 1] {
                let answer = try await ada.post("/api/notes", Self.note(1, version: version, [9]))
                #expect(answer.status == 409 && answer.code == "conflict")
                let removal = try await ada.post("/api/notes/remove", ["id": Self.id(1), "version": version])
                #expect(removal.status == 409 && removal.code == "conflict")
            }
            #expect(try await ada.post("/api/notes", Self.note(2, version: 1, [9])).code == "conflict")
            #expect(try await ada.post("/api/notes/remove", ["id": Self.id(2), "version": 0]).code == "conflict")
            #expect(try await ada.get("/api/notes").bytes == before)
        }
    }

    @Test("Of several simultaneous writers only one succeeds") func ofTwoWritersAtOnceOneWins() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<8 as Range<UInt8> {
                    group.addTask {
                        let writer = browser()
                        writer.copy(ada)
                        return (try? await writer.post("/api/notes", Self.note(1, version: 0, [number])).status) ?? 0
                    }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 409, count: 7))
            #expect(try await Self.notes(ada).first?["version"] as? Int == 1)
        }
    }

    @Test("Each account reads and writes only its own notes") func everyAccountHasItsOwn() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob, other) = (browser(), browser(), browser())
            try await ada.create("ada")
            other.account = ada.account
            try await bob.create("bob")
            _ = try await ada.post("/api/notes", Self.note(1, version: 0, [1]))
            #expect(try await Self.notes(bob).isEmpty)
            #expect(try await bob.post("/api/notes", Self.note(1, version: 1, [2])).code == "conflict")
            #expect(try await bob.post("/api/notes/remove", ["id": Self.id(1), "version": 1]).code == "conflict")
            #expect(try await bob.post("/api/notes", Self.note(1, version: 0, [2])).status == 200)
            #expect(try await Self.notes(ada).first?["sealed"] as? String == "AQ==")
            #expect(try await other.get("/api/notes").code == "not-signed-in")
            #expect(try await other.post("/api/notes", Self.note(1, version: 1, [2])).code == "not-signed-in")
            #expect(
                try await other.post("/api/notes/remove", ["id": Self.id(1), "version": 1]).code == "not-signed-in")
        }
    }

    @Test("An account's notes are limited in size, number and total") func accountHasRoomForSoMuch() async throws {
        var bench = bench
        bench.parameters.notes = NoteLimits(noteBytes: 100, noteCount: 4, accountBytes: 250)
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            func save(_ number: Int, _ version: Int, _ count: Int) async throws -> String? {
                try await ada.post("/api/notes", Self.note(number, version: version, .init(repeating: 7, count: count)))
                    .code
            }
            #expect(try await save(1, 0, 101) == "note-too-large")
            #expect(try await save(1, 0, 100) == nil)
            #expect(try await save(2, 0, 100) == nil)
            #expect(try await save(3, 0, 51) == "no-room")
            #expect(try await save(3, 0, 50) == nil)
            #expect(try await save(3, 1, 51) == "no-room", "what it takes the place of does not count")
            #expect(try await save(3, 1, 50) == nil)
            #expect(try await save(4, 0, 0) == nil)
            #expect(try await save(5, 0, 0) == "no-room")
            #expect(try await ada.post("/api/notes/remove", ["id": Self.id(1), "version": 1]).status == 200)
            #expect(try await save(5, 0, 100) == nil)
            #expect(try await browser().create("bob").status == 201)
        }
    }

    @Test("The largest note is stored unchanged and a longer one is refused")
    func largestNoteGoesThroughAndNothingLonger() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let limit = NoteLimits().noteBytes
            var random = SplitMix64(seed: 1)
            let sealed = (0..<limit).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(try await ada.post("/api/notes", Self.note(1, version: 0, sealed + [1])).code == "note-too-large")
            #expect(try await ada.post("/api/notes", Self.note(1, version: 0, sealed)).status == 200)
            #expect(try await Self.notes(ada).first?["sealed"] as? String == Data(sealed).base64EncodedString())
            let long = Data(repeating: UInt8(ascii: " "), count: AccountAPI.noteByteLimit + 1)
            let answer = try await ada.post("/api/notes", bytes: long)
            #expect(answer.status == 413 && answer.code == "too-large")
        }
    }

    @Test(
        "Malformed notes are refused",
        arguments: [
            #"{"id":"0","version":0,"sealed":""}"#,
            #"{"id":"0000000000000000000000000000000G","version":0,"sealed":""}"#,
            #"{"id":"0000000000000000000000000000000A","version":0,"sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":-1,"sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":0.5,"sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":9223372036854775807,"sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":9223372036854775808,"sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":"1","sealed":""}"#,
            #"{"id":"00000000000000000000000000000001","version":0,"sealed":"A"}"#,
            #"{"id":"00000000000000000000000000000001","version":0,"sealed":"!!!!"}"#,
            #"{"id":"00000000000000000000000000000001","version":0}"#, #"{"version":0,"sealed":""}"#,
        ])
    func malformedNotesAreRefused(body: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let answer = try await ada.post("/api/notes", bytes: Data(body.utf8))
            #expect(answer.status == 400 && answer.code == "malformed", "\(answer.text)")
            #expect(try await Self.notes(ada).isEmpty)
        }
    }

    @Test("Deleting an account deletes its notes") func notesGoWithTheirAccount() async throws {
        let service = try await bench.service()
        let database = service.api.accounts.database
        let (id, name) = (AccountID.random(), try #require(AccountName("ada")))
        let note = NewNote(id: try #require(NoteID(Self.id(1))), replacing: 0, sealed: Data([1]))
        let left = try await database.write { database in
            let empty = StoredBytes(version: 1, bytes: [])
            try AccountRow.insert(
                id, name: name.text, canonicalName: name.canonical, StoredVault(record: empty, ledger: empty), .init(),
                at: 0, in: database)
            _ = try NoteTable(database: database, account: id).save(note, within: NoteLimits(), at: 0)
            try database.run(sql: "DELETE FROM account WHERE id = ?", arguments: [id.bytes])
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM note")
        }
        #expect(left == 0)
        try database.close()
    }
}
