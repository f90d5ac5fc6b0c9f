// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import LockVault
import Testing

@testable import InkLockService

/// Tests of what owners see and end: devices, sessions, and the account itself.
@Suite(.fewAtOnce) struct DeviceTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    private static var proof: [String: Any] { ["passcode": Browser.passcode] }

    private static func devices(_ answer: Browser.Answer) throws -> [[String: Any]] {
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer.json["devices"] as? [[String: Any]])
    }

    private static func sessions(_ device: [String: Any]?) -> [[String: Any]] {
        device?["sessions"] as? [[String: Any]] ?? []
    }

    @Test("A user sees the account's devices and their sessions") func ownersSeeDevicesAndSessions() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other) = (browser(), browser())
            ada.headers[.userAgent] = Self.firefox
            try await ada.create("ada")
            let added = bench.clock.now().wallMilliseconds
            bench.clock.advance(seconds: 100)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let list = try Self.devices(try await ada.get("/api/devices"))
            #expect(list.count == 2)
            let own = try #require(list.first { $0["isCurrent"] as? Bool == true })
            let foreign = try #require(list.first { $0["isCurrent"] as? Bool == false })
            #expect(own["browser"] as? String == "Firefox" && own["system"] as? String == "Linux")
            #expect(foreign["browser"] == nil && foreign["system"] == nil)
            #expect(own["addedAt"] as? Int64 == added && foreign["addedAt"] as? Int64 == added + 100_000)
            #expect(own["lastSeenAt"] as? Int64 == added + 100_000 && own["failures"] as? Int == 0)
            #expect(Self.sessions(own).count == 1 && Self.sessions(own)[0]["isCurrent"] as? Bool == true)
            #expect(Self.sessions(foreign).count == 1 && Self.sessions(foreign)[0]["isCurrent"] as? Bool == false)
            for item in list + list.flatMap(Self.sessions) { #expect((item["id"] as? String)?.count == 32) }
            #expect(try await browser().get("/api/devices").code == "not-signed-in")
            let text = try await ada.get("/api/devices").text
            #expect(!text.contains("Mozilla") && !text.contains(ada.cookies["inklock-device"] ?? "?"))
        }
    }

    @Test("A forgotten device is unknown and its sessions end")
    func forgottenDevicesAreUnknownAndTheirSessionsEnd() async throws {
        try await bench.run { _, browser async throws in
            let (ada, other, bob) = (browser(), browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let list = try Self.devices(try await ada.get("/api/devices"))
            let id = try #require(list.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
            let message: [String: Any] = ["id": id, "proof": Self.proof]
            #expect(try await bob.post("/api/devices/forget", message).code == "unknown-device", "another account's")
            #expect(try await ada.post("/api/devices/forget", ["id": id]).code == "malformed")
            let wrong = try await ada.post("/api/devices/forget", ["id": id, "proof": ["passcode": "904175"]])
            #expect(wrong.code == "rejected")
            #expect(try await other.isSignedIn)
            #expect(try Self.devices(try await ada.post("/api/devices/forget", message)).count == 1)
            #expect(try await !other.isSignedIn)
            #expect(try await other.options("ada")["device"] == "new")
            #expect(try await ada.post("/api/devices/forget", message).code == "unknown-device")
            let own = try #require(list.first { $0["isCurrent"] as? Bool == true }?["id"] as? String)
            let last = try await ada.post("/api/devices/forget", ["id": own, "proof": Self.proof])
            #expect(try Self.devices(last).isEmpty)
            #expect(try await !ada.isSignedIn)
            #expect(try await ada.signIn("ada").code == "known-devices-only")
            #expect(try await ada.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
        }
    }

    @Test("A user ends a single session or all other sessions") func sessionsEndOneByOneOrAllOthers() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let others = try await (0..<3).asyncMap { _ async throws in
                let other = browser()
                #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
                return other
            }
            func signedIn() async throws -> Int {
                var count = 0
                for other in others where try await other.isSignedIn { count += 1 }
                return count
            }
            let list = try Self.devices(try await ada.get("/api/devices"))
            let foreign = try #require(
                list.flatMap(Self.sessions).first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
            #expect(try Self.devices(try await ada.post("/api/sessions/end", ["id": foreign])).count == 4)
            #expect(try await signedIn() == 2)
            #expect(try await ada.post("/api/sessions/end", ["id": foreign]).code == "unknown-session")
            let rest = try Self.devices(try await ada.post("/api/sessions/end-others", [:]))
            #expect(rest.flatMap(Self.sessions).count == 1)
            #expect(try await signedIn() == 0)
            for other in others { #expect(try await other.signIn("ada").status == 200, "the devices stay known") }
            let own = try #require(
                rest.flatMap(Self.sessions).first { $0["isCurrent"] as? Bool == true }?["id"] as? String)
            #expect(try Self.devices(try await ada.post("/api/sessions/end", ["id": own])).isEmpty)
            #expect(ada.cookies["inklock-session"] == nil)
            #expect(try await ada.signIn("ada").status == 200)
        }
    }

    /// A device has eight sessions at most; those longest unused end.
    @Test("A device keeps only its eight most recent sessions") func aDeviceHasSoManySessions() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let device = ada.cookies["inklock-device"]
            var browsers = [ada]
            for _ in 0..<11 {
                bench.clock.advance(seconds: 1)
                // Without the session of the one before, which would end.
                let next = browser()
                next.cookies["inklock-device"] = device
                #expect(try await next.signIn("ada").status == 200)
                browsers.append(next)
            }
            let list = try Self.devices(try await browsers[11].get("/api/devices"))
            #expect(list.count == 1 && Self.sessions(list.first).count == 8)
            for (number, browser) in browsers.enumerated() {
                #expect(try await browser.isSignedIn == (number >= 4), "\(number)")
            }
        }
    }

    /// Lists and sessions are answered so often on each device.
    @Test("Reads are rate limited per device") func looksAreLimitedOnEachDevice() async throws {
        var bench = bench
        bench.settings.reads = .init(burst: 6, intervalMilliseconds: 2000)
        bench.settings.noteReads = .init(burst: 2, intervalMilliseconds: 3000)
        try await bench.run { bench, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let paths = ["/api/devices", "/api/session", "/api/methods"]
            for path in paths + paths { #expect(try await ada.get(path).status == 200) }
            for path in paths {
                let answer = try await ada.get(path)
                #expect(answer.code == "too-many-requests" && answer.retryAfter == 2, "\(path)")
            }
            for _ in 0..<2 { #expect(try await ada.get("/api/notes").status == 200) }
            let notes = try await ada.get("/api/notes")
            #expect(notes.status == 429 && notes.retryAfter == 3)
            for path in paths + ["/api/notes"] { #expect(try await other.get(path).status == 200, "\(path)") }
            bench.clock.advance(seconds: 3)
            for path in ["/api/devices", "/api/notes"] { #expect(try await ada.get(path).status == 200, "\(path)") }
        }
    }

    /// Everything that refers to the account goes with it, and the file becomes smaller.
    @Test("Deleting an account deletes all its data and frees its name")
    func accountsAreDeletedWithEverythingInThem() async throws {
        try await bench.run { _, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            let proof = ["passcode": Browser.passphrase]
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol(proof: proof).status == 200)
            let picture: [String: Any] = [
                "proof": proof, "picture": DrawnPassword.enrolment, "operation": String(repeating: "0a", count: 16),
            ]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await other.signIn("ada", passcode: Browser.passphrase).status == 200)
            let sealed = Data(repeating: 7, count: 300_000).base64EncodedString()
            for number in 0..<4 {
                let id = String(format: "%032x", number)
                #expect(try await ada.post("/api/notes", ["id": id, "version": 0, "sealed": sealed]).status == 200)
            }
            _ = try await browser().signIn("ada", passcode: "graue hügel 3 laternen")
            let wrong = try await ada.post("/api/account/delete", ["proof": ["passcode": "904175"]])
            #expect(wrong.code == "rejected")
            #expect(try await ada.post("/api/account/delete", ["proof": proof]).text == "{}")
            #expect(ada.cookies["inklock-session"] == nil && ada.cookies["inklock-device"] == nil)
            #expect(try await !other.isSignedIn)
            #expect(try await other.options("ada")["device"] == "new")
            #expect(try await owner.elsewhere(browser()).signIn().code == "rejected")
            #expect(try await browser().create("ada").status == 201, "the name is free")
        }
        let store = try await bench.service().accounts.database
        let rows = try await store.read { database in
            try AccountSchema.names.map { ($0, try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? 0) }
        }
        let counts = Dictionary(uniqueKeysWithValues: rows)
        #expect(
            counts["note"] == 0 && counts["passkey"] == 0 && counts["drawn"] == 0 && counts["operation"] == 0,
            "\(counts)")
        #expect(
            counts["device"] == 1 && counts["deviceToken"] == 1 && counts["session"] == 1,
            "the new account's: \(counts)")
        #expect(await store.space(at: 0, measuring: true).used ?? 0 < 100 << 12, "the notes took 300 pages")
        try store.close()
    }

    /// All accounts of a browser share its token.
    @Test("A browser that deletes one account stays known to its others")
    func otherAccountsOpenAfterADeletion() async throws {
        try await bench.run { _, browser async throws in
            let both = browser()
            for name in ["ada", "bob"] { try await both.create(name) }
            #expect(try await both.post("/api/account/delete", ["proof": Self.proof]).status == 200)
            #expect(both.cookies["inklock-session"] == nil)
            #expect(try await both.options("ada")["device"] == "known")
            #expect(try await both.signIn("ada").status == 200)
            #expect(try await both.post("/api/account/delete", ["proof": Self.proof]).status == 200)
            #expect(both.cookies["inklock-device"] == nil, "no account knows it")
        }
    }

    /// Every route that acts on a session.
    private static var changes: [(String, [String: Any])] {
        [
            ("/api/methods/passcode", ["proof": proof, "passcode": ["kind": "six-digits", "text": "581936"]]),
            ("/api/methods/passcode/remove", ["proof": proof]), ("/api/methods/picture/remove", ["proof": proof]),
            ("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment]),
            ("/api/methods/recovery-code", ["proof": proof]), ("/api/methods/passkeys", ["proof": proof]),
            ("/api/methods/passkeys/rename", ["id": "AAAA", "name": "x"]),
            ("/api/methods/passkeys/remove", ["id": "AAAA", "proof": proof]),
            ("/api/notes", ["id": String(repeating: "0", count: 32), "version": 0, "sealed": ""]),
            ("/api/notes/remove", ["id": String(repeating: "0", count: 32), "version": 1]),
            ("/api/devices/forget", ["id": String(repeating: "0", count: 32), "proof": proof]),
            ("/api/sessions/end", ["id": String(repeating: "0", count: 32)]), ("/api/sessions/end-others", [:]),
            ("/api/account/name", ["name": "eve", "proof": proof]), ("/api/account/delete", ["proof": proof]),
            ("/api/proof", ["proof": proof]),
        ]
    }

    /// A page that believes in another account changes nothing.
    @Test("A change that names no account or another account is refused") func changesNameTheirAccount() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let own = try #require(ada.account)
            ada.learnsAccount = false
            for (path, message) in Self.changes {
                ada.account = nil
                let missing = try await ada.post(path, message)
                #expect(missing.status == 400 && missing.code == "account-missing", "\(path)")
                let stranger = browser()
                stranger.account = own
                #expect(try await stranger.post(path, message).code == "not-signed-in")
                for other in [bob.account, String(repeating: "0", count: 32)] {
                    ada.account = other
                    let answer = try await ada.post(path, message)
                    #expect(answer.status == 409 && answer.code == "other-account", "\(path) \(other ?? "")")
                }
            }
            ada.account = bob.account
            #expect(try await ada.post("/api/sign-out", [:]).code == "other-account")
            #expect(try await ada.isSignedIn)
            ada.account = own
            #expect(try await ada.get("/api/methods")["passcode"] == "six-digits")
            #expect(try await ada.signIn("ada").status == 200)
            ada.account = nil
            #expect(try await ada.post("/api/sign-out", [:]).status == 200)
        }
    }

    @Test("The list of changes in these tests is complete") func everyChangeIsListedHere() async throws {
        let service = try await bench.service()
        let responder = SiteServer(site: bench.site, host: "localhost", port: 0, accounts: service).responder()
        let strangers: Set = [
            "/api/accounts", "/api/accounts/name", "/api/sign-in", "/api/sign-in/options", "/api/recover",
            "/api/sign-out", "/api/passkeys/options",
        ]
        let posts = Set(responder.api.operations.filter { $0.hasPrefix("POST ") }.map { String($0.dropFirst(5)) })
        #expect(posts.subtracting(strangers) == Set(Self.changes.map(\.0)))
        try service.accounts.database.close()
    }

    @Test(
        "A device label contains only the browser and the system",
        arguments: [
            (firefox, "Firefox", "Linux"), (nil, nil, nil), ("curl/8.0", nil, nil), ("\u{202E}<b>", nil, nil),
            ("Mozilla/5.0 (X11; Linux) Epiphany", nil, "Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1",
                "Safari", "iPhone"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
                "Edge", "Windows"
            ),
            (String(repeating: "x", count: 100_000) + "Firefox/1", nil, nil),
        ] as [(String?, String?, String?)])
    func labelsAreCoarse(userAgent: String?, browser: String?, system: String?) {
        #expect(DeviceLabel(userAgent: userAgent) == DeviceLabel(browser: browser, system: system))
    }
}
