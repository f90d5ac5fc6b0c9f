// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct SignInTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    @Test("Cookies of other services on the host hide none of InkLock's")
    func otherCookiesHideNone() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for number in 0..<5 { ada.cookies["other-\(number)"] = String(repeating: "x", count: 2000) }
            #expect(try await ada.isSignedIn)
            #expect(try await ada.options("ada")["device"] == "known")
        }
    }

    @Test("An account is created once and its passcode signs in")
    func accountIsMadeOnceAndOpensWithItsPasscode() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let made = try await ada.create("Ada Lovelace")
            #expect(made.status == 201)
            #expect(made["name"] == "Ada Lovelace")
            #expect(made["recoveryCode"]?.count == 33)
            #expect((made.json["methods"] as? [String: Any])?["passcode"] as? String == "six-digits")
            #expect(try await ada.isSignedIn)
            #expect(try await ada.get("/api/session")["recoveryCode"] == nil, "shown once")

            let elsewhere = browser()
            let asked = try await elsewhere.post("/api/accounts/name", ["name": "ADA lovelace"])
            #expect(asked.status == 409 && asked.code == "name-taken")
            #expect(try await elsewhere.post("/api/accounts/name", ["name": "Ada Byron"]).status == 200)
            #expect(try await elsewhere.post("/api/accounts/name", ["name": "a\u{202E}b"]).code == "invalid-name")
            let again = try await elsewhere.create("ada lovelace")
            #expect(again.status == 409 && again.code == "name-taken")
            #expect(try await !elsewhere.isSignedIn)
            #expect(try await elsewhere.signIn("ADA LOVELACE").code == "known-devices-only")
            _ = try await ada.post("/api/sign-out", [:])
            #expect(try await ada.signIn("ADA LOVELACE", passcode: "407153").code == "rejected")
            #expect(try await ada.signIn("ADA LOVELACE").status == 200)
            #expect(try await ada.get("/api/session")["name"] == "Ada Lovelace")
        }
    }

    /// It finds the device and counts the request, counts the attempt, resets the count, and begins the session.
    @Test("A sign-in with a passcode uses the database four times") func signInsUseTheDatabaseFourTimes() async throws {
        var bench = bench
        let metrics = ServiceMetrics()
        bench.metrics = metrics
        /// The readings and transactions so far.
        @Sendable func uses() -> Int {
            metrics.countedText.split(separator: "\n").filter { $0.hasPrefix("inklock_database_seconds_count") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        }
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            // The service also uses its database by itself, now and then.
            var least = Int.max
            for _ in 0..<5 {
                let before = uses()
                #expect(try await ada.signIn("ada").status == 200)
                least = min(least, uses() - before)
            }
            #expect(least == 4)
        }
    }

    @Test("Signing out ends the session permanently") func signingOutEndsTheSessionForGood() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let stolen = browser()
            stolen.cookies = ada.cookies
            #expect(try await ada.post("/api/sign-out", [:]).status == 200)
            #expect(ada.cookies["inklock-session"] == nil)
            #expect(try await stolen.get("/api/session").code == "not-signed-in")
            #expect(try await ada.post("/api/sign-out", [:]).status == 200, "nothing to end is no error")
        }
    }

    @Test("A session ends when idle and after its maximum lifetime")
    func sessionEndsWhenIdleAndAtLatestAfterItsLifetime() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for _ in 0..<25 {
                bench.clock.advance(seconds: 29 * 60)
                let isLate = bench.clock.now().wallMilliseconds - 1_790_000_000_000 >= 12 * 3_600_000
                #expect(try await ada.isSignedIn == !isLate)
            }
            _ = try await ada.signIn("ada")
            bench.clock.advance(seconds: 30 * 60)
            #expect(try await !ada.isSignedIn)
            _ = try await ada.signIn("ada")
            bench.clock.advance(seconds: -120)
            #expect(try await !ada.isSignedIn, "its age is unknown")
        }
    }

    /// The time of a request is stored once a minute.
    @Test("A session lives as long as it says", arguments: [0, 30, 59, 60, 61, 119])
    func sessionsSayHowLongTheyLive(seconds: Int64) async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await ada.isSignedIn)
            bench.clock.advance(seconds: seconds)
            let left = try #require(try await ada.get("/api/session").json["endsInSeconds"] as? Int64)
            #expect((29 * 60...30 * 60).contains(left))
            let other = browser()
            other.copy(ada)
            bench.clock.advance(seconds: left - 1)
            #expect(try await other.isSignedIn, "\(left) s")
        }
    }

    @Test("Signing in issues new tokens and ends the old session")
    func signingInGivesANewTokenAndEndsTheOld() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let old = browser()
            old.cookies = ada.cookies
            #expect(try await ada.signIn("ada").status == 200)
            #expect(ada.cookies["inklock-session"] != old.cookies["inklock-session"])
            #expect(ada.cookies["inklock-device"] != old.cookies["inklock-device"])
            #expect(try await !old.isSignedIn)
            #expect(try await ada.isSignedIn)
        }
    }

    @Test("Cookies are restricted to this site", arguments: [nil, "https://ink.example"])
    func cookiesAreForThisSiteAlone(origin: String?) async throws {
        var bench = bench
        bench.settings.publicOrigin = origin
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(ada.lastCookies.count == 2)
            for cookie in ada.lastCookies {
                let parts = Set(cookie.split(separator: ";").map { $0.drop { $0 == " " } })
                #expect(parts.isSuperset(of: ["HttpOnly", "SameSite=Strict", "Path=/"]), "\(cookie)")
                #expect(parts.contains("Secure") == (origin != nil))
                #expect(cookie.hasPrefix("__Host-") == (origin != nil))
                #expect(!parts.contains { $0.hasPrefix("Domain") })
            }
        }
    }

    /// The database contains nothing that opens an account.
    @Test("The database contains no token, passcode, recovery code or key", AccountBench.onFile)
    func databaseHoldsNoTokenPasscodeCodeOrKey() async throws {
        let secrets = try await bench.run { _, browser async throws in
            let ada = browser()
            let made = try await ada.create("ada")
            let (code, key) = (made["recoveryCode"] ?? "", made["notesKey"] ?? "")
            return Array(ada.cookies.values) + [code, Browser.passcode, key]
        }
        #expect(secrets.count == 5)
        for name in try FileManager.default.contentsOfDirectory(atPath: bench.data) {
            let bytes = try bench.folder.bytes("data/\(name)")
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)") }
            let key = try #require(secrets.last.flatMap { Data(base64Encoded: $0) })
            #expect(key.count == 32 && bytes.range(of: key) == nil, "\(name)")
            for token in secrets.compactMap({ CookieToken($0) }) {
                #expect(bytes.range(of: Data(token.bytesForTests)) == nil, "\(name)")
            }
        }
    }
}

extension CookieToken {
    fileprivate var bytesForTests: [UInt8] {
        var digits = text[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }
}
