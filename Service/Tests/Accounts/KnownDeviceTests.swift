// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Testing

@testable import InkLockService

/// Devices that their owner signed in with: what makes them known, and what may be guessed there.
@Suite(.fewAtOnce) struct KnownDeviceTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func wrong(_ number: Int) -> String { String(format: "9%05d", number * 137) }

    private static func devices(_ browser: Browser) async throws -> [[String: Any]] {
        try #require(try await browser.get("/api/devices").json["devices"] as? [[String: Any]])
    }

    @Test("During a lockout the right passcode is refused like a wrong one")
    func rightPasscodeDoesNotOpenWhileLockedOut() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for number in 0..<4 {
                let answer = try await ada.signIn("ada", passcode: Self.wrong(number))
                #expect(answer.code == "rejected")
                #expect(answer.retryAfter == (number == 3 ? 60 : nil))
            }
            let right = try await ada.signIn("ada")
            let wrong = try await ada.signIn("ada", passcode: Self.wrong(4))
            #expect(right.code == "locked-out" && right.headers[.retryAfter] == "60")
            #expect(right.bytes == wrong.bytes && right.headers == wrong.headers)
            let options = try await ada.options("ada")
            #expect(options["standing"] == "locked-out" && options.json["retryAfterSeconds"] as? Int == 60)
            bench.clock.advance(seconds: 59)
            #expect(try await ada.signIn("ada").retryAfter == 1)
            bench.clock.advance(seconds: 1)
            let answer = try await ada.signIn("ada")
            #expect(answer.status == 200)
            let failures = try #require(answer.json["failures"] as? [String: Any])
            #expect(failures["count"] as? Int == 4 && failures["onThisDevice"] as? Int == 4)
        }
    }

    /// Ten guesses in a row on each device; a passkey, the recovery code or a passphrase goes on.
    @Test("Each device counts its own failures") func everyDeviceHasACountOfItsOwn() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let thief = browser()
            thief.cookies["inklock-device"] = other.cookies["inklock-device"]
            for number in 0..<10 {
                let answer = try await thief.signIn("ada", passcode: Self.wrong(number))
                #expect(answer.status == (number < 9 ? 401 : 403))
                #expect(answer.reason == (number < 9 ? nil : "passcode-failures"))
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await thief.signIn("ada").code == "recovery-required")
            let options = try await thief.options("ada")
            #expect(options["standing"] == "recovery-required" && options["reason"] == "passcode-failures")
            #expect(try await ada.signIn("ada").status == 200, "the owner's other device")
            let found = try await Self.devices(ada).first { $0["isCurrent"] as? Bool == false }
            #expect(found?["failures"] as? Int == 10)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            #expect(try await other.signIn("ada").status == 200)
        }
    }

    @Test("After five wrong drawings a passcode is required") func fiveDrawingsThenThePasscode() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": ["passcode": Browser.passcode], "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            for number in 0..<6 {
                let drawing = DrawnPassword.drawing(shift: Double(number), elsewhere: 100)
                let answer = try await ada.signIn("ada", drawing)
                #expect(answer.code == (number < 4 ? "rejected" : "passcode-required"))
                #expect(answer.reason == (number < 4 ? nil : "picture-failures"))
            }
            let options = try await ada.options("ada")
            #expect(options["standing"] == "passcode-required" && options["reason"] == "picture-failures")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 7)).status == 200)
        }
    }

    /// On a device that ten guesses closed, a passphrase goes on as on a new device.
    @Test("A passphrase signs in on a device with too many failures") func passphraseOpensAClosedDevice() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada", passphrase: Browser.passphrase)
            for number in 0..<10 {
                _ = try await ada.signIn("ada", passcode: Self.wrong(number))
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await ada.signIn("ada", passcode: "graue hügel 3 laternen").code == "rejected")
            #expect(try await ada.options("ada")["standing"] == "recovery-required")
            #expect(try await ada.signIn("ada", passcode: Browser.passphrase).status == 200)
        }
    }

    /// A new passcode puts the count in all back to 0 on the device where it was set.
    @Test("A new passcode resets the total count of failures") func aNewPasscodeBeginsTheCountInAll() async throws {
        var bench = bench
        bench.parameters.vault.lockout.passcodeTotalLimit = 3
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var old = Browser.passcode
            for new in ["581930", "581931", "581932"] {
                for number in 0..<2 {
                    #expect(try await ada.signIn("ada", passcode: Self.wrong(number)).code == "rejected")
                }
                let change: [String: Any] = [
                    "proof": ["passcode": old], "passcode": ["kind": "six-digits", "text": new],
                ]
                #expect(try await ada.post("/api/methods/passcode", change).status == 200)
                old = new
            }
            for number in 0..<2 {
                #expect(try await ada.signIn("ada", passcode: Self.wrong(number)).code == "rejected")
            }
            #expect(try await ada.signIn("ada", passcode: old).status == 200)
            for number in 0..<2 { _ = try await ada.signIn("ada", passcode: Self.wrong(number)) }
            #expect(try await ada.signIn("ada", passcode: old).code == "recovery-required", "less one for the opening")
        }
    }

    /// A writer of the database who copies one device's ledger over another's wins no guesses.
    @Test("A ledger copied from another device gives no more attempts")
    func aLedgerCountsOnItsOwnDeviceOnly() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            for number in 0..<3 {
                #expect(try await other.signIn("ada", passcode: Self.wrong(number)).code == "rejected")
            }
            let devices = try await Self.devices(ada)
            let ids = try [true, false].map { isOwn in
                let id = devices.first { $0["isCurrent"] as? Bool == isOwn }?["id"] as? String
                return try #require(id.flatMap { DeviceID($0) }).bytes
            }
            // Another server has the same database.
            let store = try await bench.service().accounts.database
            try await store.write { database in
                try database.run(
                    sql: """
                        UPDATE device SET (ledger, ledgerVersion) =
                            (SELECT ledger, ledgerVersion FROM device WHERE id = ?) WHERE id = ?
                        """,
                    arguments: [ids[0], ids[1]])
            }
            try store.close()
            #expect(try await other.signIn("ada").code == "recovery-required")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
        }
    }

    /// Each wrong answer is counted before it is given, however many ask at the same time.
    @Test("Simultaneous guesses are all counted") func guessesMadeAtOnceAreCountedOneByOne() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let codes = await withTaskGroup(of: String.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        let copy = browser()
                        copy.copy(ada)
                        return (try? await copy.signIn("ada", passcode: Self.wrong(number)).code) ?? "none"
                    }
                }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == "rejected" }.count <= 4)
            #expect(Set(codes).isSubset(of: ["rejected", "locked-out", "busy", "conflict"]), "\(codes)")
            #expect(codes.contains("locked-out"))
        }
    }

    /// A token that the service never gave a browser for this account is worth nothing.
    @Test("Planted device tokens and those of other accounts are ignored")
    func foreignTokensAreWorthNothing() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob, stranger) = (browser(), browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let planted = String(repeating: "22", count: 32)
            for token in [planted, bob.cookies["inklock-device"] ?? ""] {
                stranger.cookies = ["inklock-device": token]
                #expect(try await stranger.signIn("ada").code == "known-devices-only")
                #expect(try await stranger.options("ada")["device"] == "new")
            }
            // A planted token does not become a known one either.
            let victim = browser()
            victim.cookies = ["inklock-device": planted]
            #expect(try await victim.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            #expect(victim.cookies["inklock-device"] != planted)
            stranger.cookies = ["inklock-device": planted]
            #expect(try await stranger.signIn("ada").code == "known-devices-only")
        }
    }

    /// A new token at every sign-in. The old one ends with the first request of the new session: until then the answer
    /// may have been lost.
    @Test("Each sign-in replaces the device token") func tokensAreReplacedAtEverySignIn() async throws {
        try await bench.run { _, browser async throws in
            let (ada, old) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await ada.isSignedIn)
            old.copy(ada)
            for number in 0..<3 { _ = try await ada.signIn("ada", passcode: Self.wrong(number)) }
            #expect(try await ada.signIn("ada").status == 200)
            #expect(ada.cookies["inklock-device"] != old.cookies["inklock-device"])
            let lost = browser()
            lost.cookies = old.cookies
            #expect(try await lost.options("ada")["device"] == "known", "the answer may have been lost")
            #expect(try await ada.isSignedIn)
            #expect(try await old.options("ada")["device"] == "new")
            #expect(try await old.signIn("ada").code == "known-devices-only")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await Self.devices(ada).count == 1, "it is the same device")
        }
    }

    /// A thief signs in to an account of the thief's with the owner's device token, again and again. The owner stays
    /// known, and the thief only until the owner's next sign-in.
    @Test("A copied device token never makes the owner's device unknown")
    func copiedTokenKeepsNoOwnerOut() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, thief, second) = (browser(), browser(), browser())
            try await ada.create("ada")
            #expect(try await ada.isSignedIn)
            thief.cookies["inklock-device"] = ada.cookies["inklock-device"]
            second.cookies = thief.cookies
            for (number, client) in [thief, second].enumerated() {
                bench.clock.advance(seconds: 1)
                #expect(try await client.create("thief \(number)").status == 201)
                #expect(try await client.isSignedIn)
            }
            for _ in 0..<20 {
                bench.clock.advance(seconds: 1)
                #expect(try await thief.signIn("thief 0").status == 200)
                #expect(try await thief.isSignedIn)
            }
            #expect(try await ada.options("ada")["device"] == "known")
            bench.clock.advance(seconds: 1)
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await ada.isSignedIn)
            for client in [thief, second] { #expect(try await client.options("ada")["device"] == "new") }
        }
    }

    @Test(
        "A copied device token ends with the owner's sign-in, even if it was exchanged just before",
        arguments: [nil, "/api/passkeys/options", "/api/sign-out"])
    func copiedTokenEndsWithTheSignIn(first path: String?) async throws {
        try await bench.run { bench, browser async throws in
            let (ada, thief) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await ada.isSignedIn)
            try await thief.create("thief")
            #expect(try await thief.isSignedIn)
            thief.cookies["inklock-device"] = ada.cookies["inklock-device"]
            try await thief.create("other")
            #expect(try await thief.options("ada")["device"] == "known")
            bench.clock.advance(seconds: 1)
            #expect(try await ada.signIn("ada").status == 200)
            bench.clock.advance(seconds: 1)
            // The owner has the new token, and has not used it yet.
            #expect(try await thief.signIn("other").status == 200)
            if let path { #expect(try await ada.post(path, [:]).status == 200) }
            #expect(try await ada.isSignedIn == (path != "/api/sign-out"))
            #expect(try await thief.options("ada")["device"] == "new")
            #expect(try await ada.options("ada")["device"] == "known")
        }
    }

    /// A session's token without the device's gives no guesses.
    @Test("A session token alone allows no passcode attempts") func sessionTokenAloneGivesNoGuesses() async throws {
        try await bench.run { _, browser async throws in
            let (ada, thief) = (browser(), browser())
            try await ada.create("ada")
            thief.cookies["inklock-session"] = ada.cookies["inklock-session"]
            for passcode in [Self.wrong(1), Browser.passcode] {
                let answer = try await thief.post("/api/methods/recovery-code", ["proof": ["passcode": passcode]])
                #expect(answer.code == "known-devices-only")
            }
            #expect(try await Self.devices(ada).first?["failures"] as? Int == 0)
            let code = ["proof": ["recoveryCode": ada.recoveryCode ?? ""]]
            #expect(try await thief.post("/api/methods/recovery-code", code).status == 200)
        }
    }

    /// The ledger goes with the device, not with its token.
    @Test("Signing in with another method keeps the device")
    func signingInWithAnotherMethodKeepsTheDevice() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol().status == 200)
            for _ in 0..<2 {
                #expect(try await owner.signIn().status == 200)
                #expect(try await ada.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
                #expect(try await ada.signIn("ada").status == 200)
            }
            #expect(try await Self.devices(ada).count == 1)
        }
    }

    /// Two users of one browser stay known to both accounts.
    @Test("One browser is a known device of several accounts") func oneBrowserIsKnownToSeveralAccounts() async throws {
        try await bench.run { _, browser async throws in
            let shared = browser()
            try await shared.create("ada")
            try await shared.create("bob")
            for _ in 0..<3 {
                for name in ["ada", "bob"] {
                    #expect(try await shared.signIn(name).status == 200)
                    #expect(try await shared.isSignedIn)
                }
            }
            #expect(try await browser().options("ada")["device"] == "new")
        }
    }

    @Test("An account has at most 16 known devices and forgets the oldest") func sixteenDevicesAreKnown() async throws {
        try await bench.run { bench, browser async throws in
            let first = browser()
            try await first.create("ada")
            var devices = [first]
            for _ in 0..<DeviceTable.limit {
                bench.clock.advance(seconds: 1)
                let device = browser()
                #expect(try await device.signIn("ada", recoveryCode: first.recoveryCode).status == 200)
                devices.append(device)
            }
            #expect(try await first.options("ada")["device"] == "new", "the one longest unused is forgotten")
            #expect(try await !first.isSignedIn)
            for device in devices.dropFirst() { #expect(try await device.options("ada")["device"] == "known") }
            #expect(try await Self.devices(devices[1]).count == DeviceTable.limit)
        }
    }
}
