// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import Testing

@testable import InkLockService

/// Opens what earlier releases have stored: a folder of accounts, and an encrypted backup.
///
/// `Service/StoredData` has a folder for each release, which never changes. docs/design/service.md says how a release
/// adds its own.
@Suite(AccountBench.onFile, .fewAtOnce) struct StoredDataTests {
    private static let place = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../StoredData")
        .standardizedFileURL
    /// The folder of a new release, which is made if this is set.
    private static let new = ProcessInfo.processInfo.environment["INKLOCK_NEW_STORED_DATA"]
    private static let releases = (try? FileManager.default.contentsOfDirectory(atPath: place.path))?.sorted() ?? []

    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    /// The secrets of the owners, and the expected answers.
    private struct Known: Codable, Sendable {
        let cookies: [String: String]
        let account: String?
        /// The answer with Ada's notes.
        let notes: String
        /// The code of Cem, who has recovered the account once.
        let recoveryCode: String?
        /// The output of `inklock check`, without the size.
        let checked: String
    }

    private static let passphrase = "stored to be opened"
    private static let recoveredPasscode = "581936"

    private func note(_ number: Int, version: Int = 0) -> [String: Any] {
        [
            "id": String(format: "%032x", number), "version": version,
            "sealed": Data([UInt8](repeating: UInt8(number), count: 40 + version)).base64EncodedString(),
        ]
    }

    private func run(_ arguments: [String]) async throws -> InkLockProcess {
        let folder = bench.folder
        return try await onThread { try InkLockProcess(arguments, in: folder) }
    }

    private func check() async throws -> String {
        let outcome = try await run(["check", "--data", bench.data])
        #expect(outcome.status == 0, "\(outcome.errors)")
        // Another version of the tables has another size.
        return String(decoding: outcome.output, as: UTF8.self).replacing(#/, [0-9]+ KiB/#, with: "")
    }

    /// Copies a release's files to the folder of the service, with the permissions that Git does not keep.
    private func copy(_ release: String) throws -> Known {
        let stored = Self.place.appendingPathComponent(release)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        try FileManager.default.createDirectory(
            atPath: bench.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in [BackupFile.keyName, BackupFile.databaseName] {
            let bytes = try Data(contentsOf: stored.appendingPathComponent(name))
            try #require(
                FileManager.default.createFile(
                    atPath: "\(bench.data)/\(name)", contents: bytes, attributes: attributes))
        }
        return try JSONDecoder().decode(
            Known.self, from: Data(contentsOf: stored.appendingPathComponent("known.json")))
    }

    /// Opens the accounts with a passcode, a drawing, a passphrase and a recovery code.
    private func open(_ known: Known) async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            (ada.cookies, ada.account) = (known.cookies, known.account)
            #expect(try await ada.get("/api/notes").text == known.notes)
            let methods = try await ada.get("/api/methods").json
            #expect(methods["picture"] != nil && (methods["passkeys"] as? [Any])?.count == 1, "\(methods)")
            let drawn = try await ada.signIn("ada", DrawnPassword.drawing(shift: 4))
            #expect(drawn.status == 200, "\(drawn.text)")
            #expect((drawn.json["failures"] as? [String: Any])?["onThisDevice"] as? Int == 2, "\(drawn.text)")
            let typed = try await ada.signIn("ada")
            #expect(typed.status == 200 && typed["notesKey"] == drawn["notesKey"], "\(typed.text)")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected", "drawn before")
            #expect(try await ada.post("/api/notes", note(2, version: 1)).status == 200)

            let message: [String: Any] = ["name": "bob", "proof": ["passcode": Browser.passphrase]]
            let bob = try await browser().post("/api/sign-in", message)
            #expect(bob.status == 200, "\(bob.text)")
            #expect((bob.json["failures"] as? [String: Any])?["count"] as? Int == 1, "\(bob.text)")
            let cem = browser()
            let recovered = try await cem.signIn("cem", recoveryCode: known.recoveryCode)
            #expect(recovered.status == 200, "\(recovered.text)")
            #expect(try await cem.signIn("cem", passcode: Self.recoveredPasscode).status == 200)
            #expect(try await browser().create("dora").status == 201)
        }
    }

    @Test("A folder of an earlier release passes the check and opens", arguments: releases)
    func foldersOpen(release: String) async throws {
        let known = try copy(release)
        // Tables that this program changes are checked after its first start.
        try await bench.service().accounts.database.close()
        #expect(try await check() == known.checked)
        try await open(known)
    }

    @Test("A backup of an earlier release is restored and opens", arguments: releases)
    func backupsAreRestored(release: String) async throws {
        let known = try copy(release)
        try FileManager.default.removeItem(atPath: bench.data)
        let backup = Self.place.appendingPathComponent("\(release)/backup.age").path
        let words = try bench.folder.write("passphrase", "\(Self.passphrase)\n".utf8)
        let restored = try await run(["restore", "--data", bench.data, "--passphrase-file", words, backup])
        #expect(restored.status == 0, "\(restored.errors)")
        try await bench.service().accounts.database.close()
        #expect(try await check().contains("all is well"))
        try await open(known)
    }

    @Test("The data of this release are stored", .enabled(if: new != nil)) func thisReleaseIsStored() async throws {
        let target = URL(fileURLWithPath: try #require(Self.new))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let (browsers, notes) = try await made()
        try shrink()
        // The backup has one key, and the folder the file of several.
        let source = try await OperatorDatabase(folder: bench.data, key: nil)
        let backup = OutputFile(path: target.appendingPathComponent("backup.age").path)
        try await BackupFile.write(source, to: backup, Passphrase(Array(Self.passphrase.utf8)), logN: 10)
        try source.queue.close()
        try await bench.rotateKey()
        let known = Known(
            cookies: browsers[0].cookies, account: try await bench.operatorAccounts().account("ada").id, notes: notes,
            recoveryCode: browsers[1].recoveryCode, checked: try await check())
        try shrink()
        for name in [BackupFile.keyName, BackupFile.databaseName] {
            try bench.folder.bytes("data/\(name)").write(to: target.appendingPathComponent(name))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (try encoder.encode(known) + Data("\n".utf8)).write(to: target.appendingPathComponent("known.json"))
    }

    /// Makes three accounts.
    /// - Returns: Ada's and Cem's browsers, and the answer with Ada's notes.
    private func made() async throws -> ([KeptBrowser], String) {
        try await bench.run { _, browser async throws in
            let ada = browser()
            _ = try await PasskeyOwner.enrolled("ada", ada)
            let picture: [String: Any] = ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            for (number, version) in [(1, 0), (2, 0), (1, 1)] {
                #expect(try await ada.post("/api/notes", note(number, version: version)).status == 200)
            }
            for wrong in ["904171", "904172"] { #expect(try await ada.signIn("ada", passcode: wrong).status == 401) }
            let bob = browser()
            try await bob.create("bob", passphrase: Browser.passphrase)
            let wrong: [String: Any] = ["name": "bob", "proof": ["passcode": "graue h\u{FC}gel 3 laternen"]]
            #expect(try await browser().post("/api/sign-in", wrong).code == "rejected")
            let cem = browser()
            let code = try await cem.create("cem")["recoveryCode"]
            let recovery: [String: Any] = [
                "name": "cem", "recoveryCode": code ?? "",
                "passcode": ["kind": "six-digits", "text": Self.recoveredPasscode],
            ]
            #expect(try await cem.post("/api/recover", recovery).status == 200)
            return ([KeptBrowser(ada), KeptBrowser(cem)], try await ada.get("/api/notes").text)
        }
    }

    /// Puts the database into one file with small pages, so that few bytes are committed.
    private func shrink() throws {
        let database = try bench.database()
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
        }
        try database.close()
    }
}
