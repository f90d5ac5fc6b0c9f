// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import LockVault
import Testing

@testable import InkLockService

/// What somebody learns, and may do, who does not know the passcode.
@Suite struct GuessingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let forwarded = HTTPField.Name("X-Forwarded-For")!

    private static func wrong(_ number: Int) -> String { String(format: "9%05d", number * 137) }

    /// A name of nobody's whose semblance has the methods that are wanted.
    static func unknownName(
        _ bench: AccountBench, where isWanted: (SignInOptions) -> Bool
    ) async throws -> String {
        let service = try await bench.service()
        let accounts = service.api.accounts
        defer { try? accounts.database.close() }
        for number in 0..<1000 {
            let name = "nobody \(number)"
            let options = SignInOptions(
                semblanceFor: AccountName(name)!, accounts.secrets, accounts.pictures)
            if isWanted(options) { return name }
        }
        throw VaultError.missing
    }

    /// The same fields and bytes, wrong after wrong, lockout after lockout, to the end.
    @Test func unknownNameIsAnsweredLikeAWrongPasscode() async throws {
        let nobody = try await Self.unknownName(bench) { $0.passcode == .sixDigits && $0.picture == nil }
        try await bench.run { bench, browser async throws in
            try await browser().create("ada")
            let (known, unknown) = (browser(), browser())
            var codes: [String] = []
            for number in 0..<30 {
                if number % 2 == 1 { bench.clock.advance(seconds: 1800) }
                if number == 20 || number == 25 { bench.clock.advance(seconds: 100_000) }
                for path in ["/api/sign-in", "/api/sign-in/options"] {
                    let answers = try await [(known, "ada"), (unknown, nobody)].asyncMap { browser, name in
                        try await browser.post(path, ["name": name, "proof": ["passcode": Self.wrong(number)]])
                    }
                    #expect(answers[0].bytes == answers[1].bytes, "\(number): \(answers.map(\.text))")
                    #expect(answers[0].status == answers[1].status)
                    #expect(answers[0].headers == answers[1].headers)
                    codes.append(answers[0].code ?? "options")
                }
            }
            #expect(Set(codes) == ["rejected", "locked-out", "recovery-required", "options"])
            #expect(codes.filter { $0 == "rejected" }.count == 9)
        }
    }

    @Test func unknownNameIsAnsweredLikeAWrongDrawing() async throws {
        let nobody = try await Self.unknownName(bench) { $0.passcode != nil && $0.picture == DrawnPassword.picture }
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let set = try await ada.post(
                "/api/methods/picture", ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment])
            #expect(set.status == 200)
            let stranger = browser()
            for number in 0..<7 {
                let drawing = DrawnPassword.drawing(shift: Double(number), elsewhere: 100)
                let known = try await stranger.signIn("ada", drawing)
                let unknown = try await stranger.signIn(nobody, drawing)
                #expect(known.bytes == unknown.bytes && known.headers == unknown.headers)
                #expect(known.code == (number < 4 ? "rejected" : "passcode-required"))
            }
            for code in ["0000-0000-0000-0000-0000-0000-000", "x"] {
                let recovery: [String: Any] = [
                    "recoveryCode": code, "passcode": ["kind": "sixDigits", "text": "581936"],
                ]
                let known = try await stranger.post("/api/recover", recovery.merging(["name": "ada"]) { $1 })
                let unknown = try await stranger.post("/api/recover", recovery.merging(["name": nobody]) { $1 })
                #expect(known.bytes == unknown.bytes && known.headers == unknown.headers)
                #expect(known.status != 200)
            }
        }
    }

    @Test func nobodysNamesKeepTheirAnswers() async throws {
        let answers = try await (0..<2).asyncMap { _ in
            try await bench.run { _, browser async throws in
                try await (0..<40).asyncMap { number in
                    try await browser().post("/api/sign-in/options", ["name": "nobody \(number)"]).text
                }
            }
        }
        #expect(answers[0] == answers[1])
        #expect(Set(answers[0]).count > 5, "they differ among each other")
    }

    @Test func rightPasscodeDoesNotOpenWhileLockedOut() async throws {
        try await bench.run { bench, browser async throws in
            try await browser().create("ada")
            let stranger = browser()
            for number in 0..<4 {
                let answer = try await stranger.signIn("ada", passcode: Self.wrong(number))
                #expect(answer.code == "rejected")
                #expect(answer.retryAfter == (number == 3 ? 60 : nil))
            }
            let right = try await stranger.signIn("ada")
            let wrong = try await stranger.signIn("ada", passcode: Self.wrong(4))
            #expect(right.code == "locked-out" && right.headers[.retryAfter] == "60")
            #expect(right.bytes == wrong.bytes && right.headers == wrong.headers)
            bench.clock.advance(seconds: 59)
            #expect(try await stranger.signIn("ada").retryAfter == 1)
            bench.clock.advance(seconds: 1)
            #expect(try await stranger.signIn("ada").status == 200)
        }
    }

    /// A stranger who is wrong until the end closes the account to strangers, not to its owner's own devices.
    @Test func strangerCannotLockOutTheOwnersDevice() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            _ = try await ada.post("/api/sign-out", [:])
            let stranger = browser()
            for number in 0..<10 {
                #expect(
                    try await stranger.signIn("ada", passcode: Self.wrong(number)).status == (number < 9 ? 401 : 403))
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await stranger.signIn("ada").code == "recovery-required")
            #expect(try await browser().signIn("ada").code == "recovery-required", "from anywhere unknown")
            #expect(try await ada.signIn("ada").status == 200)
            let methods = try await ada.get("/api/methods")
            #expect(methods["standing"] == "recoveryRequired", "what strangers may try")

            // A new passcode lets strangers guess anew.
            let change: [String: Any] = [
                "proof": ["passcode": Browser.passcode], "passcode": ["kind": "sixDigits", "text": "581936"],
            ]
            #expect(try await ada.post("/api/methods/passcode", change).status == 200)
            #expect(try await stranger.signIn("ada").code == "rejected")
            #expect(try await stranger.signIn("ada", passcode: "581936").status == 200)
        }
    }

    /// The device's own count ends as well: a stolen cookie gives ten guesses, not endless ones.
    @Test func deviceHasACountOfItsOwn() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for number in 0..<10 {
                _ = try await ada.signIn("ada", passcode: Self.wrong(number))
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await ada.signIn("ada").code == "recovery-required")
            #expect(try await browser().signIn("ada").status == 200, "strangers have theirs")
        }
    }

    /// However many ask at once, each wrong answer was counted first.
    @Test func guessesMadeAtOnceAreCountedOneByOne() async throws {
        try await bench.run { _, browser async throws in
            try await browser().create("ada")
            let codes = await withTaskGroup(of: String.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        (try? await browser().signIn("ada", passcode: Self.wrong(number)).code) ?? "none"
                    }
                }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == "rejected" }.count <= 4)
            #expect(Set(codes).isSubset(of: ["rejected", "locked-out", "busy"]), "\(codes)")
            #expect(codes.contains("locked-out"))
        }
    }

    @Test func oneAddressCannotAskWithoutEnd() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 5, intervalMilliseconds: 2000)
        bench.settings.trustsProxy = true
        try await bench.run { bench, browser async throws in
            let stranger = browser()
            stranger.headers[Self.forwarded] = "203.0.113.9, 198.51.100.7"
            for _ in 0..<5 {
                #expect(try await stranger.post("/api/sign-in/options", ["name": "ada"]).status == 200)
            }
            let answer = try await stranger.post("/api/sign-in/options", ["name": "bob"])
            #expect(answer.status == 429 && answer.code == "too-many-requests" && answer.retryAfter == 2)
            #expect(answer.headers[.retryAfter] == "2")
            // What a client says of itself before the proxy's word does not help it; another address is another client.
            stranger.headers[Self.forwarded] = "203.0.113.10, 198.51.100.7"
            #expect(try await stranger.post("/api/sign-in/options", ["name": "ada"]).status == 429)
            let other = browser()
            other.headers[Self.forwarded] = "198.51.100.8"
            #expect(try await other.post("/api/sign-in/options", ["name": "ada"]).status == 200)
            bench.clock.advance(seconds: 2)
            #expect(try await stranger.post("/api/sign-in/options", ["name": "ada"]).status == 200)
        }
    }

    /// More than can wait are sent away at once, uncounted, and told when to come back.
    @Test func beyondTheQueueThereIs503() async throws {
        var bench = bench
        bench.deriver = DerivationQueue(threads: 1, waiting: 0)
        bench.parameters.vault.cost = ScryptCost(logN: 14, parallelism: 1)!
        try await bench.run { _, browser async throws in
            try await browser().create("ada")
            let answers = await withTaskGroup(of: Browser.Answer?.self) { group in
                for _ in 0..<12 { group.addTask { try? await browser().signIn("ada") } }
                return await group.reduce(into: [Browser.Answer]()) { if let answer = $1 { $0.append(answer) } }
            }
            let busy = answers.filter { $0.status == 503 }
            #expect(answers.count == 12 && !busy.isEmpty)
            for answer in busy { #expect(answer.headers[.retryAfter] != nil) }
            #expect(answers.contains { $0.status == 200 })
            #expect(answers.allSatisfy { [200, 503].contains($0.status) }, "\(answers.map(\.text))")
        }
    }
}

extension Sequence {
    /// One after the other.
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
