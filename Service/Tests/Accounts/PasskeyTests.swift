// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import PasskeySupport
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct PasskeyTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func passkeys(_ answer: Browser.Answer) -> [[String: Any]] {
        (answer.json["methods"] as? [String: Any])?["passkeys"] as? [[String: Any]] ?? []
    }

    @Test("A passkey alone signs in to its account", arguments: SoftAuthenticator.Kind.allCases, [true, false])
    func passkeyOpensTheAccountByItself(kind: SoftAuthenticator.Kind, prf: Bool) async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            let made = try await ada.create("ada")
            #expect(Self.passkeys(made).isEmpty)
            var owner = try PasskeyOwner(ada, kind, prf: prf)
            let added = try await owner.enrol("Ada\u{2019}s phone (blue)")
            #expect(added.status == 200, "\(added.text)")
            let known = try #require(Self.passkeys(added).first)
            #expect(known["id"] as? String == owner.id && known["name"] as? String == "Ada\u{2019}s phone (blue)")
            #expect(known["usesPRF"] as? Bool == prf)
            #expect(known["createdAt"] as? Int64 == bench.clock.now().wallMilliseconds)
            #expect(try await owner.options().json["exclude"] as? [String] == [owner.id])

            let elsewhere = try owner.elsewhere(browser())
            let answer = try await elsewhere.signIn()
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer["name"] == "ada" && answer["notesKey"] == made["notesKey"])
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(Self.passkeys(try await elsewhere.browser.get("/api/session")).count == 1)
            let named = try await elsewhere.browser.post(
                "/api/sign-in", ["name": "ADA", "proof": try await elsewhere.proof()])
            #expect(named.status == 200)
        }
    }

    @Test("Without a session, passkey options reveal no account data") func optionsTellStrangersNothing() async throws {
        try await bench.run { _, browser async throws in
            let (ada, stranger) = (browser(), browser())
            try await ada.create("ada")
            let own = try await ada.post("/api/passkeys/options", [:])
            #expect(Set(own.json.keys) == ["challenge", "rpId", "prfSalt", "userId", "name", "exclude"])
            #expect(own["rpId"] == "localhost" && own["name"] == "ada")
            let other = try await stranger.post("/api/passkeys/options", [:])
            #expect(Set(other.json.keys) == ["challenge", "rpId", "prfSalt"])
            #expect(other["prfSalt"] == own["prfSalt"] && other["challenge"] != own["challenge"])
            let cookie = try #require(stranger.lastCookies.first)
            #expect(
                stranger.lastCookies.count == 1 && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        }
    }

    /// Another tab has signed in to another account. A passkey for the page's account would be made for that one.
    @Test("A page gets no passkey options for the session of another account")
    func optionsBelongToThePagesAccount() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let page = ada.account
            ada.account = bob.account
            let other = try await ada.post("/api/passkeys/options", [:])
            #expect(other.status == 409 && other.code == "other-account" && ada.lastCookies.isEmpty)
            ada.account = page
            #expect(try await ada.post("/api/passkeys/options", [:])["name"] == "ada")
            // Without a session, a page of an account asks for a passkey to sign in with.
            ada.cookies["inklock-session"] = nil
            let signedOut = try await ada.post("/api/passkeys/options", [:])
            #expect(Set(signedOut.json.keys) == ["challenge", "rpId", "prfSalt"])
        }
    }

    @Test(
        "Passkeys are bound to the public origin",
        arguments: [
            ("https://ink.example", "ink.example"), ("https://ink.example:8443", "ink.example"),
            ("http://localhost:8080", "localhost"), ("http://ink.example", nil), ("https://192.0.2.1", nil),
            ("http://127.0.0.1:8080", nil), ("https://[::1]", nil),
        ])
    func passkeysBelongToTheOrigin(origin: String, name: String?) async throws {
        var bench = bench
        bench.settings.publicOrigin = origin
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let options = try await ada.post("/api/passkeys/options", [:])
            #expect(options["rpId"] == name)
            guard let name else {
                #expect(options.status == 409 && options.code == "passkeys-unavailable")
                return
            }
            var owner = try PasskeyOwner(ada, origin: origin)
            owner.authenticator.relyingPartyID = name
            #expect(try await owner.enrol().status == 200)
            #expect(try await owner.signIn().status == 200)
            owner.authenticator.origin = "https://evil.example"
            #expect(try await owner.signIn().code == "rejected")
        }
    }

    /// Whatever is wrong, byte by byte the same.
    @Test("Every invalid passkey gets the same answer") func everyWrongPasskeyIsAnsweredAlike() async throws {
        try await bench.run { _, browser async throws in
            let owner = try await PasskeyOwner.enrolled("ada", browser())
            let other = try await PasskeyOwner.enrolled("bob", browser())
            let stranger = browser()
            func changed(_ change: (inout PasskeyOwner) throws -> Void) throws -> PasskeyOwner {
                var owner = try owner.elsewhere(stranger)
                try change(&owner)
                return owner
            }
            let random = { Data((0..<$0).map { _ in UInt8.random(in: 0...255) }).base64EncodedString() }
            let wrong = [
                try changed { $0.authenticator = try PasskeyOwner(stranger).authenticator },
                try changed {
                    let id = $0.authenticator.id
                    $0.authenticator = try PasskeyOwner(stranger).authenticator
                    $0.authenticator.id = id
                },
                try changed { $0.prfKey = random(32) }, try changed { $0.prfKey = nil },
                try changed { $0.userHandle = random(16) }, try changed { $0.userHandle = other.userHandle },
                try changed { $0.userHandle = nil }, try changed { $0.authenticator.flags = 1 },
                try changed { $0.authenticator.flags = 4 }, try changed { $0.authenticator.crossOrigin = true },
                try changed { $0.authenticator.type = "webauthn.create" },
                try changed { $0.authenticator.origin = "http://localhost:81" },
                try changed { $0.authenticator.relyingPartyID = "localhost2" },
            ]
            var answers: [Browser.Answer] = []
            for owner in wrong { answers.append(try await owner.signIn()) }
            let proof = try await owner.elsewhere(stranger).proof()
            answers.append(try await stranger.post("/api/sign-in", ["name": "bob", "proof": proof]))
            answers.append(try await stranger.post("/api/sign-in", ["name": "nobody", "proof": proof]))
            for (index, answer) in answers.enumerated() {
                #expect(answer.status == 401 && answer.code == "rejected", "\(index): \(answer.text)")
                #expect(answer.bytes == answers[0].bytes && answer.headers == answers[0].headers, "\(index)")
            }
            #expect(try await owner.elsewhere(stranger).signIn().status == 200)
        }
    }

    @Test("A challenge works once, in its browser, within five minutes")
    func challengeWorksOnceForItsBrowserFiveMinutes() async throws {
        let (owner, proof) = try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            let creation = try owner.creation("x", try await owner.challenge(), proof: ["passcode": Browser.passcode])
            #expect(try await ada.post("/api/methods/passkeys", creation).status == 200)
            #expect(try await ada.post("/api/methods/passkeys", creation).code == "stale-challenge")
            owner.userHandle = try await owner.options()["userId"]
            let mine = try owner.elsewhere(browser())
            func signIn(_ proof: [String: Any], by browser: Browser) async throws -> String? {
                try await browser.post("/api/sign-in", ["proof": proof]).code
            }
            let first = try await mine.proof()
            #expect(try await signIn(first, by: browser()) == "stale-challenge", "another browser")
            #expect(try await signIn(first, by: mine.browser) == nil)
            #expect(try await signIn(first, by: mine.browser) == "stale-challenge", "answered")
            let (second, third) = (try await mine.proof(), try await mine.proof())
            bench.clock.advance(seconds: 300)
            #expect(try await signIn(third, by: mine.browser) == nil)
            bench.clock.advance(seconds: 1)
            #expect(try await signIn(second, by: mine.browser) == "stale-challenge", "too late")
            for made in [[UInt8](repeating: 0, count: 56), [], [1]] {
                #expect(try await signIn(try mine.proof(made), by: mine.browser) == "stale-challenge")
            }
            return (mine, try JSONSerialization.data(withJSONObject: ["proof": try await mine.proof()]))
        }
        try await bench.run { _, browser async throws in
            let mine = try owner.elsewhere(browser())
            mine.browser.cookies = owner.browser.cookies
            // Servers that share a database answer each other's challenges.
            let code = AccountBench.server == nil ? "stale-challenge" : nil
            #expect(try await mine.browser.post("/api/sign-in", bytes: proof).code == code, "restarted")
            #expect(try await mine.signIn().status == 200)
        }
    }

    @Test("Of several simultaneous answers to a challenge only one succeeds")
    func ofTwoAnswersAtOnceOneCounts() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol().status == 200)
            let (cookies, proof) = (
                ada.cookies, try JSONSerialization.data(withJSONObject: ["proof": try await owner.proof()])
            )
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let copy = browser()
                        copy.cookies = cookies.merging(ada.cookies) { $1 }
                        return (try? await copy.post("/api/sign-in", bytes: proof).status) ?? 0
                    }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 401, count: 7))
        }
    }

    @Test("Lockouts do not affect passkeys and passkeys cause no lockout")
    func lockoutHoldsNoPasskeyUpAndPasskeysCountNothing() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol().status == 200)
            var wrong = owner
            wrong.prfKey = nil
            for _ in 0..<20 { #expect(try await wrong.signIn().code == "rejected") }
            #expect(try await ada.options("ada")["standing"] == "attempts-allowed")
            for number in 0..<10 {
                _ = try await ada.signIn("ada", passcode: "9041\(10 + number)")
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await ada.signIn("ada").code == "recovery-required")
            #expect(try await wrong.signIn().code == "rejected")
            #expect(try await ada.signIn("ada").code == "recovery-required")
            #expect(try await owner.elsewhere(browser()).signIn().status == 200)
            #expect(try await owner.signIn().status == 200)
            #expect(try await ada.signIn("ada").status == 200, "the owner was in on this device")
        }
    }

    @Test("A passkey's signature counter must increase") func authenticatorsCountUpwards() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            owner.authenticator.signCount = 5
            #expect(try await owner.enrol().status == 200)
            for (count, isTaken) in [(5, false), (6, true), (6, false), (0, false), (9, true), (8, false)] {
                owner.authenticator.signCount = UInt32(count)
                #expect(try await owner.signIn().status == (isTaken ? 200 : 401), "\(count)")
            }
        }
    }

    @Test("A passkey proves a change to its own account only") func changesTakeAPasskeyForProof() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let owner = try await PasskeyOwner.enrolled("ada", ada)
            let other = try await PasskeyOwner.enrolled("bob", browser())
            func change(_ text: String, _ proof: [String: Any]) async throws -> String? {
                try await ada.post(
                    "/api/methods/passcode", ["proof": proof, "passcode": ["kind": "six-digits", "text": text]]
                ).code
            }
            #expect(try await change("581936", try await owner.proof()) == nil)
            #expect(try await ada.signIn("ada", passcode: "581936").status == 200)
            #expect(try await ada.signIn("ada").code == "rejected")
            var foreign = try other.elsewhere(ada)
            #expect(try await change("904175", try await foreign.proof()) == "rejected", "whose account is it")
            foreign.userHandle = owner.userHandle
            #expect(try await change("904175", try await foreign.proof()) == "rejected")
            let used = try await owner.proof()
            #expect(try await change("581937", used) == nil)
            #expect(try await change("581938", used) == "stale-challenge")
            // A second passkey with the first for proof: two ceremonies, one browser.
            var second = try PasskeyOwner(ada, .edDSA, prf: false)
            #expect(try await second.enrol("Key", proof: try await owner.proof()).status == 200)
            #expect(try await second.signIn().status == 200)
        }
    }

    @Test("Passkeys can be renamed and removed") func passkeysAreRenamedAndRemoved() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var (one, two) = (try PasskeyOwner(ada), try PasskeyOwner(ada, prf: false))
            #expect(try await one.enrol("one").status == 200)
            bench.clock.advance(seconds: 1)
            #expect(try await two.enrol("two").status == 200)
            let renamed = try await ada.post("/api/methods/passkeys/rename", ["id": two.id, "name": " Zwölf 🔑 "])
            #expect(Self.passkeys(renamed).compactMap { $0["name"] as? String } == ["one", "Zwölf 🔑"])
            for name in ["", " ", "a\nb", "a\u{202E}b", String(repeating: "a", count: 65)] {
                let answer = try await ada.post("/api/methods/passkeys/rename", ["id": two.id, "name": name])
                #expect(answer.status == 422 && answer.code == "invalid-passkey-name")
            }
            let unknown = try PasskeyOwner(ada).id
            let missing = try await ada.post("/api/methods/passkeys/rename", ["id": unknown, "name": "x"])
            #expect(missing.status == 404 && missing.code == "unknown-passkey")
            var proof: [String: Any] = ["passcode": "904175"]
            func remove(_ id: String) async throws -> Browser.Answer {
                try await ada.post("/api/methods/passkeys/remove", ["id": id, "proof": proof])
            }
            #expect(try await remove(one.id).code == "rejected")
            proof = ["passcode": Browser.passcode]
            #expect(try await remove(unknown).code == "unknown-passkey")
            let stolen = try one.elsewhere(browser())
            #expect(try await stolen.signIn().status == 200)
            #expect(Self.passkeys(try await remove(one.id)).count == 1)
            #expect(try await !stolen.browser.isSignedIn)
            #expect(try await stolen.signIn().code == "rejected")
            #expect(try await two.elsewhere(browser()).signIn().status == 200)
            #expect(try await one.enrol("one").status == 200, "it may come back")
        }
    }

    @Test("The last passcode cannot be removed even if there is a passkey") func passcodeOrPictureStays() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol().status == 200)
            let proof = try await owner.proof()
            #expect(try await ada.post("/api/methods/passcode/remove", ["proof": proof]).code == "last-method")
            let removal: [String: Any] = ["id": owner.id, "proof": try await owner.proof()]
            #expect(try await ada.post("/api/methods/passkeys/remove", removal).status == 200)
            #expect(try await ada.signIn("ada").status == 200)
        }
    }

    @Test("A new passkey needs a proof and belongs to one account")
    func newPasskeyNeedsAProofAndBelongsToOneAccount() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol(proof: ["passcode": "904175"]).code == "rejected")
            #expect(Self.passkeys(try await ada.get("/api/session")).isEmpty)
            // Only the passcode was wrong: the authenticator's response may be sent again.
            let challenge = try await owner.challenge()
            let wrong = try owner.creation("x", challenge, proof: ["passcode": "904176"])
            #expect(try await ada.post("/api/methods/passkeys", wrong).code == "rejected")
            let right = try owner.creation("x", challenge, proof: ["passcode": Browser.passcode])
            #expect(try await ada.post("/api/methods/passkeys", right).status == 200)
            #expect(try await owner.enrol().code == "passkey-known")
            var copy = try owner.elsewhere(bob)
            #expect(try await copy.enrol().code == "passkey-known")
            let stranger = browser()
            stranger.account = ada.account
            var unsigned = try owner.elsewhere(stranger)
            #expect(try await unsigned.enrol().code == "not-signed-in")
            var refused = try PasskeyOwner(ada)
            refused.authenticator.flags = 1
            #expect(try await refused.enrol().code == "passkey-refused")
            refused = try PasskeyOwner(ada)
            var creation = try refused.creation(
                "x", try await refused.challenge(), proof: ["passcode": Browser.passcode])
            var credential = creation["credential"] as? [String: Any] ?? [:]
            credential["id"] = owner.id
            creation["credential"] = credential
            #expect(try await ada.post("/api/methods/passkeys", creation).code == "passkey-refused", "another id")
            creation["prfKey"] = "AAAA"
            #expect(try await ada.post("/api/methods/passkeys", creation).code == "malformed")
        }
    }

    @Test("An account holds at most 32 passkeys") func accountHasRoomForThirtyTwo() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for number in 0..<VaultRecord.externalKeyLimit {
                var owner = try PasskeyOwner(ada, prf: number % 2 == 0)
                #expect(try await owner.enrol("\(number)").status == 200)
            }
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol().code == "too-many-passkeys")
            #expect(Self.passkeys(try await ada.get("/api/methods")).isEmpty, "methods are the answer itself")
            #expect(
                (try await ada.get("/api/methods").json["passkeys"] as? [Any])?.count == VaultRecord.externalKeyLimit)
        }
    }
}
