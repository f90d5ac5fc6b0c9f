// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import LockVault
import Testing

@testable import InkLockService

/// Tests the limits for requests, and the order in which clients are served.
@Suite(.fewAtOnce) struct LimitTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let forwarded = HTTPField.Name("X-Forwarded-For")!
    private static let wrong = "graue hügel 3 laternen"

    private static func client(_ address: String, _ browser: () -> Browser) -> Browser {
        let client = browser()
        client.headers[forwarded] = address
        return client
    }

    @Test("Requests from one address are rate limited") func oneAddressCannotAskWithoutEnd() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 5, intervalMilliseconds: 2000)
        bench.settings.trustsProxy = true
        try await bench.run { bench, browser async throws in
            let ada = Self.client("198.51.100.7", browser)
            try await ada.create("ada")
            let stranger = Self.client("203.0.113.9, 198.51.100.7", browser)
            for _ in 0..<5 { #expect(try await stranger.options("ada").status == 200) }
            let answer = try await stranger.options("bob")
            #expect(answer.status == 429 && answer.code == "too-many-requests" && answer.retryAfter == 2)
            #expect(answer.headers[.retryAfter] == "2")
            // Addresses that a client puts before the proxy's own do not count; another address is another client.
            stranger.headers[Self.forwarded] = "203.0.113.10, 198.51.100.7"
            #expect(try await stranger.options("ada").status == 429)
            #expect(try await stranger.signIn("ada").status == 429)
            #expect(try await Self.client("198.51.100.8", browser).options("ada").status == 200)
            // The known device behind the same address goes by a limit of its own.
            for _ in 0..<20 { #expect(try await ada.options("ada").status == 200) }
            #expect(try await ada.signIn("ada").status == 200)
            bench.clock.advance(seconds: 2)
            #expect(try await stranger.options("ada").status == 200)
        }
    }

    @Test("Requests from one device are rate limited") func oneDeviceCannotAskWithoutEnd() async throws {
        var bench = bench
        bench.settings.devices = .init(burst: 5, intervalMilliseconds: 2000)
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for _ in 0..<5 { #expect(try await ada.options("ada").status == 200) }
            #expect(try await ada.options("ada").code == "too-many-requests")
            #expect(try await ada.signIn("ada").code == "too-many-requests")
            let change = try await ada.post("/api/methods/recovery-code", ["proof": ["passcode": Browser.passcode]])
            #expect(change.status == 429 && change.retryAfter == 2)
        }
    }

    @Test("A copied device token does not use up the owner's attempts")
    func devicesAreLimitedForEachClient() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.devices = .init(burst: 5, intervalMilliseconds: 2000)
        bench.settings.members = .init(burst: 8, intervalMilliseconds: 2000)
        try await bench.run { _, browser async throws in
            let ada = Self.client("198.51.100.1", browser)
            try await ada.create("ada")
            let thief = Self.client("203.0.113.1", browser)
            thief.cookies["inklock-device"] = ada.cookies["inklock-device"]
            for _ in 0..<20 {
                _ = try await thief.options("ada")
                _ = try await thief.post("/api/passkeys/options", ["purpose": "sign-in"])
                _ = try await thief.signIn("ada", recoveryCode: "0000-0000-0000-0000-0000-0000-000")
            }
            #expect(try await thief.options("ada").code == "too-many-requests")
            #expect(try await ada.options("ada").status == 200)
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await ada.isSignedIn)
            #expect(try await thief.options("ada").code != "too-many-requests", "it is a new device now")
        }
    }

    /// Five in a row and one a minute for each network and name, the same for every name. No other network is slowed.
    @Test("Attempts are rate limited per network and account name") func oneNetworkIsSlowedAtEachName() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.strangers = .init()
        try await bench.run { bench, browser async throws in
            let ada = Self.client("192.0.2.1", browser)
            try await ada.create("ada", passphrase: Browser.passphrase)
            for name in ["ada", "unknown"] {
                for number in 0..<6 {
                    let answer = try await Self.client("198.51.100.\(number)", browser).signIn(
                        name, passcode: Self.wrong)
                    #expect(answer.code == (number < 5 ? "rejected" : "too-many-requests"), "\(name) \(number)")
                    #expect(answer.retryAfter == (number < 5 ? nil : 60))
                }
                #expect(try await Self.client("203.0.113.1", browser).signIn(name, passcode: Self.wrong).status == 401)
            }
            #expect(
                try await Self.client("203.0.113.1", browser).signIn("ada", passcode: Browser.passphrase).status == 200)
            bench.clock.advance(seconds: 60)
            #expect(try await Self.client("198.51.100.7", browser).signIn("ada", passcode: Self.wrong).status == 401)
            #expect(try await Self.client("198.51.100.7", browser).signIn("ada", passcode: Self.wrong).status == 429)
        }
    }

    /// A network has 65,536 addresses of an IPv6 tunnel, each with a limit of its own.
    @Test("Wrong recovery codes of unknown devices are rate limited per network")
    func networksTryFewRecoveryCodes() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.networkAttempts = .init(burst: 10, intervalMilliseconds: 60_000)
        try await bench.run { _, browser async throws in
            let ada = Self.client("192.0.2.1", browser)
            try await ada.create("ada")
            let wrong = "0000-0000-0000-0000-0000-0000-000"
            for number in 0..<11 {
                let client = Self.client("2001:db8:7:\(number)::1", browser)
                let answer = try await client.signIn("ada", recoveryCode: wrong)
                #expect(answer.status == (number < 10 ? 401 : 429), "\(number)")
            }
            let other = Self.client("2001:db8:8::1", browser)
            #expect(try await other.signIn("ada", recoveryCode: wrong).status == 401)
            #expect(try await ada.signIn("ada").status == 200, "a known device has limits of its own")
        }
    }

    /// Recovery codes are limited by address and network, and not by name, so that few strangers do not keep the owner
    /// from the recovery code. A mistyped code counts nowhere, and a known device has limits of its own.
    @Test("Other clients cannot exhaust the owner's recovery attempts")
    func strangersDoNotUseUpRecovery() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.strangers = .init()
        bench.settings.attempts = .init(burst: 8, intervalMilliseconds: 60_000)
        try await bench.run { bench, browser async throws in
            let known = Self.client("198.51.100.1", browser)
            try await known.create("ada")
            func recovery(_ code: String) -> [String: Any] {
                ["name": "ada", "recoveryCode": code, "passcode": ["kind": "six-digits", "text": "581936"]]
            }
            let wrong = "0000-0000-0000-0000-0000-0000-000"
            let neighbour = Self.client("198.51.100.2", browser)
            for _ in 0..<20 {
                #expect(try await neighbour.post("/api/recover", recovery("x")).code == "malformed-recovery-code")
                #expect(try await neighbour.signIn("ada", recoveryCode: "x").code == "malformed-recovery-code")
            }
            for _ in 0..<8 { #expect(try await neighbour.post("/api/recover", recovery(wrong)).status == 401) }
            #expect(try await neighbour.post("/api/recover", recovery(wrong)).status == 429)
            #expect(try await neighbour.signIn("ada", recoveryCode: wrong).status == 429)
            for number in 0..<30 {
                let client = Self.client("198.51.100.\(10 + number)", browser)
                #expect(try await client.signIn("ada", recoveryCode: wrong).status == 401)
            }
            let code = known.recoveryCode
            let owner = Self.client("198.51.100.3", browser)
            #expect(try await owner.signIn("ada", recoveryCode: code).status == 200)
            // At an address whose limit is used up, the known device recovers all the same.
            let spent = Self.client("198.51.100.2", browser)
            spent.copy(known)
            #expect(try await spent.post("/api/recover", recovery(code ?? "")).status == 200)
        }
    }

    /// Making accounts tells which names are taken, and so does the question before it, only not often.
    @Test("An address asks for few names") func namesAreAskedForRarely() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        try await bench.run { _, browser async throws in
            let stranger = Self.client("198.51.100.7", browser)
            for number in 0..<20 {
                #expect(try await stranger.post("/api/accounts/name", ["name": "ada \(number)"]).status == 200)
            }
            let refused = try await stranger.post("/api/accounts/name", ["name": "ada"])
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "30", "\(refused.text)")
            let other = Self.client("203.0.113.7", browser)
            #expect(try await other.post("/api/accounts/name", ["name": "ada"]).status == 200)
        }
    }

    @Test("Questions for free names have a limit in total") func namesAreLimitedInTotal() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.allNames = .init(burst: 4, intervalMilliseconds: 2000)
        try await bench.run { bench, browser async throws in
            func ask(_ network: Int) async throws -> Browser.Answer {
                try await Self.client("\(network).51.100.7", browser).post("/api/accounts/name", ["name": "ada"])
            }
            for network in 1...4 { #expect(try await ask(network).status == 200) }
            let refused = try await ask(5)
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "2", "\(refused.text)")
            bench.clock.advance(seconds: 2)
            #expect(try await ask(6).status == 200)
        }
    }

    /// Notes of several accounts that one client writes have a limit in common.
    @Test("Note writes of one client share a rate limit across accounts")
    func notesOfOneClientAreLimitedTogether() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.noteClients = .init(burst: 6, intervalMilliseconds: 60_000)
        try await bench.run { _, browser async throws in
            var statuses: [Int] = []
            for name in ["ada", "bob"] {
                let client = Self.client("192.0.2.1", browser)
                try await client.create(name)
                for number in 1...4 {
                    let note: [String: Any] = [
                        "id": String(repeating: "\(number)", count: 32), "version": 0, "sealed": "AAAA",
                    ]
                    statuses.append(try await client.post("/api/notes", note).status)
                }
            }
            #expect(statuses == [200, 200, 200, 200, 200, 200, 429, 429])
            let other = Self.client("192.0.2.2", browser)
            try await other.create("eve")
            let note: [String: Any] = ["id": String(repeating: "1", count: 32), "version": 0, "sealed": "AAAA"]
            #expect(try await other.post("/api/notes", note).status == 200)
        }
    }

    /// One wrong passphrase at each of many names slows the network down.
    @Test(
        "Password spraying from one network is rate limited",
        arguments: ["198.51.100.", "2001:db8:1:2::", "2001:db8:1:3:4:5:6:"])
    func sprayingIsSlowed(prefix: String) async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.strangers = .init()
        bench.settings.strangers.differentNames = 10
        try await bench.run { bench, browser async throws in
            for number in 0..<12 {
                let client = Self.client("\(prefix)\(number + 1)", browser)
                let answer = try await client.signIn("name \(number)", passcode: Self.wrong)
                #expect(answer.code == (number < 10 ? "rejected" : "too-many-requests"), "\(number)")
            }
            #expect(try await Self.client("192.0.2.1", browser).signIn("name 11", passcode: Self.wrong).status == 401)
            bench.clock.advance(seconds: 60)
            #expect(
                try await Self.client("\(prefix)1", browser).signIn("name 12", passcode: Self.wrong).status == 401)
        }
    }

    /// Half of the clients stay remembered where there are too many, also where all came at one moment.
    @Test("A flood of addresses resets no rate limit") func floodsOfAddressesResetNoLimit() throws {
        let throttle = ClientThrottle(
            .init(burst: 3, intervalMilliseconds: 60_000, clientLimit: 100), clock: bench.clock)
        for _ in 0..<3 { try throttle.admit("busy") }
        for number in 0..<1000 { try throttle.admit("client \(number)") }
        #expect(throws: AccountError.self) { try throttle.admit("busy") }
        var parameters = StrangerLimits.Parameters()
        parameters.networkLimit = 100
        parameters.differentNames = 2
        let limits = StrangerLimits(parameters, clock: bench.clock)
        for name in 0..<2 as Range<UInt8> { limits.failed(Data(repeating: name, count: 32), from: "192.0.2.1") }
        for number in 0..<1000 {
            limits.failed(Data(repeating: 1, count: 32), from: "10.\(number / 250).\(number % 250).1")
        }
        #expect(limits.networkCount > 40)
        #expect(throws: AccountError.self) { try limits.admit(Data(repeating: 9, count: 32), from: "192.0.2.2") }
    }

    @Test("The number of remembered networks is bounded") func limitsRememberSoManyNetworks() {
        var parameters = StrangerLimits.Parameters()
        parameters.networkLimit = 50
        let limits = StrangerLimits(parameters, clock: bench.clock)
        for number in 0..<1000 {
            limits.failed(Data(repeating: 1, count: 32), from: "10.\(number / 250).\(number % 250).1")
        }
        #expect(limits.networkCount <= 50)
        for number in 0..<1000 {
            limits.failed(Data((0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + number) }), from: "10.0.0.1")
        }
        #expect(throws: AccountError.self) { try limits.admit(Data(repeating: 9, count: 32), from: "10.0.0.2") }
    }

    @Test(
        "A network is an IPv4 /24 or an IPv6 /48",
        arguments: [
            ("192.0.2.17", "192.0.2"), ("2001:db8:1:2::", "20010db80001"), ("2001:db8:1:2::/64", "20010db80001"),
            ("::1", "000000000000"), ("unknown", "unknown"),
        ])
    func networksAreOfTheirSize(address: String, network: String) {
        #expect(ClientNetwork.of(address) == network)
    }

    /// More than can wait are sent away immediately, uncounted, and told when to come back.
    @Test("Requests beyond the queue get status 503 and a retry time") func beyondTheQueueThereIs503() async throws {
        var bench = bench
        bench.deriver = DerivationQueue(threads: 1, waiting: 0, unknownWaiting: 0)
        bench.parameters.vault.cost = ScryptCost(logN: 14, parallelism: 1)!
        let metrics = ServiceMetrics()
        bench.metrics = metrics
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let answers = await withTaskGroup(of: Browser.Answer?.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        let copy = browser()
                        copy.copy(ada)
                        return try? await copy.signIn("ada")
                    }
                }
                return await group.reduce(into: [Browser.Answer]()) { if let answer = $1 { $0.append(answer) } }
            }
            let busy = answers.filter { $0.status == 503 }
            #expect(answers.count == 12 && !busy.isEmpty)
            for answer in busy { #expect(answer.headers[.retryAfter] != nil) }
            #expect(answers.contains { $0.status == 200 })
            #expect(answers.allSatisfy { [200, 503].contains($0.status) }, "\(answers.map(\.text))")
            // One derivation creates the account.
            for line in [
                "derivations_refused_total{device=\"known\"} \(busy.count)",
                "derivations_refused_total{device=\"unknown\"} 0",
                "derivation_seconds_count{device=\"known\"} \(answers.count - busy.count)",
                "derivation_seconds_count{device=\"unknown\"} 1",
            ] {
                #expect(metrics.countedText.contains("\ninklock_\(line)\n"), "\(line) \(metrics.countedText)")
            }
        }
    }

    /// Measures up to three times, because other tests may hold up all tasks of this process for seconds.
    /// - Parameter measure: A closure that measures with a bench of its own, and returns what is wrong.
    private static func holdsOnce(_ measure: (AccountBench) async throws -> String?) async throws {
        var fault: String?
        for _ in 0..<3 {
            fault = try await measure(try AccountBench())
            if fault == nil { return }
        }
        Issue.record("\(fault ?? "")")
    }

    /// While 200 addresses try passphrases, a known device waits for none of them: its derivation is done while theirs
    /// wait.
    @Test("Known devices are served before a flood of new devices")
    func knownDevicesGoBeforeAFloodOfStrangers() async throws { try await Self.holdsOnce(Self.floodOfStrangers) }

    private static func floodOfStrangers(_ bench: AccountBench) async throws -> String? {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.deriver = DerivationQueue(threads: 2, waiting: 64, unknownWaiting: 64)
        bench.parameters.vault.cost = ScryptCost(logN: 13, parallelism: 1)!
        return try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada", passphrase: Browser.passphrase)
            let done = Counter()
            let (statuses, before, during) = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let client = Self.client("10.\(number).0.1", browser)
                        let status = try await client.signIn("ada", passcode: Self.wrong).status
                        if status == 401 { await done.add() }
                        return status
                    }
                }
                while await done.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
                let before = await done.count
                #expect(try await ada.signIn("ada", passcode: Browser.passphrase).status == 200)
                let during = await done.count - before
                var statuses: [Int] = []
                for try await status in group { statuses.append(status) }
                return (statuses, before, during)
            }
            #expect(statuses.allSatisfy { [401, 503].contains($0) })
            #expect(statuses.contains(503), "no more than so many wait")
            let answered = statuses.count { $0 == 401 }
            return answered - before > 2 * during ? nil : "\(during) of \(answered) strangers went first"
        }
    }

    /// Other accounts' owners sign in as fast as they can from one network: the owner in another network waits for few
    /// of them.
    @Test("Many sign-ins to other accounts barely delay an owner") func otherAccountsKeepNoOwnerOut() async throws {
        try await Self.holdsOnce(Self.floodOfOwners)
    }

    private static func floodOfOwners(_ bench: AccountBench) async throws -> String? {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.deriver = DerivationQueue(threads: 2)
        bench.parameters.vault.cost = ScryptCost(logN: 13, parallelism: 1)!
        return try await bench.run { _, browser async throws in
            let ada = Self.client("192.0.2.1", browser)
            try await ada.create("ada")
            let others = try await ["eve", "mallory"].asyncMap { name async throws in
                let other = browser()
                try await other.create(name)
                return (name, other)
            }
            let done = Counter()
            let most = try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<120 {
                    let (name, other) = others[number % 2]
                    group.addTask {
                        while !Task.isCancelled {
                            let copy = Self.client("198.51.100.\(number)", browser)
                            copy.copy(other)
                            let status = try await copy.signIn(name).status
                            #expect([200, 409, 429, 503].contains(status))
                            if status == 200 { await done.add() }
                            try? await Task.sleep(for: .milliseconds(200))
                        }
                    }
                }
                while await done.count < 8 { try await Task.sleep(for: .milliseconds(1)) }
                var most = 0
                for _ in 0..<3 {
                    let before = await done.count
                    let answer = try await ada.signIn("ada")
                    most = max(most, await done.count - before)
                    #expect(answer.status == 200, "\(answer.text)")
                }
                group.cancelAll()
                return most
            }
            // In the order of arrival it would be all that wait: 64.
            return most < 32 ? nil : "\(most) of the others went first"
        }
    }

    /// Attempts on known devices are limited by address, whichever accounts they are at.
    @Test("Sign-ins from one address are rate limited across accounts")
    func oneAddressCannotSignInWithoutEnd() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.settings.members = .init(burst: 4, intervalMilliseconds: 2000)
        try await bench.run { bench, browser async throws in
            for (address, near) in [("198.51.100.7", "198.51.100.7"), ("2001:db8:1:2::1", "2001:db8:1:ffff::1")] {
                let (ada, bob) = (Self.client(address, browser), Self.client(near, browser))
                try await ada.create("ada \(address.prefix(4))")
                try await bob.create("bob \(address.prefix(4))")
                for _ in 0..<2 {
                    #expect(try await ada.signIn("ada \(address.prefix(4))").status == 200)
                    #expect(try await bob.signIn("bob \(address.prefix(4))").status == 200)
                }
                let answer = try await ada.signIn("ada \(address.prefix(4))")
                #expect(answer.status == 429 && answer.retryAfter == 2)
                let change = try await bob.post(
                    "/api/methods/recovery-code", ["proof": ["passcode": Browser.passcode]])
                #expect(change.code == "too-many-requests")
                ada.headers[Self.forwarded] = "192.0.2.1"
                #expect(try await ada.signIn("ada \(address.prefix(4))").status == 200)
                bench.clock.advance(seconds: 600)
            }
        }
    }
}

private actor Counter {
    var count = 0
    func add() { count += 1 }
}
