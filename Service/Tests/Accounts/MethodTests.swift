// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct MethodTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static var proof: [String: Any] { ["passcode": Browser.passcode] }

    private static func methods(_ browser: Browser) async throws -> Set<String> {
        Set(try await browser.get("/api/methods").json.keys).intersection(["passcode", "picture"])
    }

    @Test("Browsers learn that another passcode was set") func passcodesHaveVersions() async throws {
        try await bench.run { _, browser async throws in
            func version(_ browser: Browser) async throws -> String? {
                try await browser.get("/api/methods")["passcodeVersion"]
            }
            let ada = browser()
            let made = try await ada.create("ada").json["methods"] as? [String: Any]
            let first = try await version(ada)
            #expect(first?.count == 16 && made?["passcodeVersion"] as? String == first)
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await version(ada) == first)
            let change: [String: Any] = ["proof": Self.proof, "passcode": ["kind": "six-digits", "text": "581936"]]
            #expect(try await ada.post("/api/methods/passcode", change).status == 200)
            let second = try await version(ada)
            #expect(second?.count == 16 && second != first)
            let proof = ["passcode": "581936"]
            #expect(try await ada.post("/api/methods/passcode/remove", ["proof": proof]).status == 200)
            #expect(try await version(ada) == nil)
            #expect(try await browser().options("ada")["passcodeVersion"] == nil)
        }
    }

    @Test("A picture password signs in and no drawing works twice")
    func pictureOpensTheAccountAndNoDrawingTwice() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let set = try await ada.post(
                "/api/methods/picture", ["proof": Self.proof, "picture": DrawnPassword.enrolment])
            #expect(set.status == 200)
            #expect(try await Self.methods(ada) == ["passcode", "picture"])

            let elsewhere = browser()
            #expect(try await elsewhere.signIn("ada", DrawnPassword.drawing(shift: 9)).code == "known-devices-only")
            #expect(try await elsewhere.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            let options = try await elsewhere.options("ada")
            #expect(options["picture"] == DrawnPassword.picture && options["device"] == "known")
            #expect(try await elsewhere.signIn("ada", DrawnPassword.drawing(shift: 0)).code == "rejected", "enrolled")
            #expect(try await elsewhere.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            // From another device, too.
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).code == "rejected")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 4, elsewhere: 100)).code == "rejected")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 5)).status == 200)
            let other = DrawnPassword.drawing(shift: 6, on: "lake.svg")
            #expect(try await ada.signIn("ada", other).code == "other-picture")
        }
    }

    @Test("An account with only a picture password works") func accountWithAPictureAloneWorks() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let made = try await ada.post("/api/accounts", ["name": "ada", "picture": DrawnPassword.enrolment])
            #expect(made.status == 201 && made["recoveryCode"] != nil)
            #expect(try await Self.methods(ada) == ["picture"])
            #expect(try await ada.signIn("ada").code == "not-enrolled")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 3)).status == 200)
            let proof = ["drawing": DrawnPassword.drawing(shift: 4)]
            let set = try await ada.post(
                "/api/methods/passcode", ["proof": proof, "passcode": ["kind": "numeric", "text": "58193627"]])
            #expect(set.status == 200)
            #expect(try await ada.signIn("ada", passcode: "58193627").status == 200)
        }
    }

    @Test("Changing a passcode needs a proof and ends other sessions")
    func changeNeedsAProofAndEndsOtherSessions() async throws {
        try await bench.run { _, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada")
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            var change: [String: Any] = [
                "proof": ["passcode": "111222"], "passcode": ["kind": "alphanumeric", "text": "naïve façade"],
            ]
            #expect(try await ada.post("/api/methods/passcode", change).code == "rejected")
            let stranger = browser()
            stranger.account = ada.account
            #expect(try await stranger.post("/api/methods/passcode", change).code == "not-signed-in")
            #expect(try await other.isSignedIn)
            change["proof"] = Self.proof
            #expect(try await ada.post("/api/methods/passcode", change).status == 200)
            #expect(try await ada.isSignedIn)
            #expect(try await !other.isSignedIn)
            #expect(try await other.signIn("ada").code == "rejected")
            #expect(try await other.post("/api/methods/passcode", change).code == "not-signed-in")
            // However the letters were composed.
            #expect(try await other.signIn("ada", passcode: "nai\u{308}ve fac\u{327}ade").status == 200)
        }
    }

    @Test("A new passcode is judged only after the proof, and differs from the current one")
    func newPasscodeIsJudgedAfterTheProof() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let common = ["kind": "six-digits", "text": "123456"]
            let wrong: [String: Any] = ["proof": ["passcode": "111222"], "passcode": common]
            #expect(try await ada.post("/api/methods/passcode", wrong).code == "rejected")
            let right: [String: Any] = ["proof": Self.proof, "passcode": common]
            #expect(try await ada.post("/api/methods/passcode", right).code == "passcode-common")
            let same: [String: Any] = [
                "proof": Self.proof, "passcode": ["kind": "six-digits", "text": Browser.passcode],
            ]
            #expect(try await ada.post("/api/methods/passcode", same).code == "passcode-unchanged")
            #expect(try await ada.isSignedIn)
            #expect(try await ada.signIn("ada").status == 200)
        }
    }

    @Test("A secret can be checked before a change, and wrong ones count")
    func secretsAreCheckedBeforeAChange() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            func check(_ proof: [String: Any]) async throws -> Browser.Answer {
                try await ada.post("/api/proof", ["proof": proof])
            }
            let recovery = ["recoveryCode": try #require(ada.recoveryCode)]
            #expect(try await check(Self.proof).status == 200)
            #expect(try await check(recovery).status == 200)
            #expect(try await check(["drawing": DrawnPassword.drawing(shift: 3)]).code == "malformed")
            #expect(try await check([:]).code == "malformed")
            for number in 0..<6 { _ = try await check(["passcode": "90417\(number)"]) }
            #expect(try await check(Self.proof).code == "locked-out")
            #expect(try await check(recovery).status == 200)
            let stranger = browser()
            stranger.account = ada.account
            #expect(try await stranger.post("/api/proof", ["proof": Self.proof]).code == "not-signed-in")
        }
    }

    @Test("A wrong passcode on a known device tells how many are left, and on a new device nothing")
    func wrongPasscodesTellHowManyAreLeft() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            func left(_ answer: Browser.Answer) -> Int? {
                (answer.json["error"] as? [String: Any])?["attemptsLeft"] as? Int
            }
            #expect(try await left(ada.signIn("ada", passcode: "904170")) == 9)
            #expect(try await left(ada.signIn("ada", passcode: "904171")) == 8)
            // The same again is no new guess.
            #expect(try await left(ada.signIn("ada", passcode: "904171")) == 8)
            #expect(try await left(ada.post("/api/proof", ["proof": ["passcode": "904172"]])) == 7)
            #expect(try await left(ada.signIn("ada", recoveryCode: "0000-0000-0000-0000-0000-0000-000")) == nil)
            #expect(try await left(browser().signIn("ada", passcode: Browser.passphrase)) == nil)
            for number in 3..<9 {
                bench.clock.advance(seconds: 86_400)
                _ = try await ada.signIn("ada", passcode: "90417\(number)")
            }
            bench.clock.advance(seconds: 86_400)
            let last = try await ada.signIn("ada", passcode: "904179")
            #expect(last.code == "recovery-required" && left(last) == nil)
        }
    }

    @Test("A wrong drawing on a known device tells how many are left")
    func wrongDrawingsTellHowManyAreLeft() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let set = try await ada.post(
                "/api/methods/picture", ["proof": Self.proof, "picture": DrawnPassword.enrolment])
            #expect(set.status == 200)
            for left in [4, 3, 2, 1, nil] as [Int?] {
                let drawing = DrawnPassword.drawing(shift: Double(left ?? 0), elsewhere: 100)
                let answer = try await ada.signIn("ada", drawing)
                #expect((answer.json["error"] as? [String: Any])?["attemptsLeft"] as? Int == left, "\(answer.text)")
            }
            let elsewhere = try await browser().signIn("ada", DrawnPassword.drawing(shift: 9, elsewhere: 100))
            #expect(elsewhere.code == "known-devices-only" && !elsewhere.text.contains("attemptsLeft"))
            #expect(try await ada.signIn("ada").status == 200)
        }
    }

    @Test("The last unlock method cannot be removed") func lastMethodStays() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            #expect(try await ada.post("/api/methods/passcode/remove", ["proof": Self.proof]).code == "last-method")
            _ = try await ada.post("/api/methods/picture", ["proof": Self.proof, "picture": DrawnPassword.enrolment])
            #expect(try await ada.post("/api/methods/passcode/remove", ["proof": Self.proof]).status == 200)
            #expect(try await Self.methods(ada) == ["picture"])
            #expect(try await ada.signIn("ada").code == "not-enrolled")
            let proof = ["drawing": DrawnPassword.drawing(shift: 4)]
            #expect(try await ada.post("/api/methods/picture/remove", ["proof": proof]).code == "last-method")
            let set = try await ada.post(
                "/api/methods/passcode",
                [
                    "proof": ["drawing": DrawnPassword.drawing(shift: 5)],
                    "passcode": ["kind": "six-digits", "text": Browser.passcode],
                ])
            #expect(set.status == 200)
            #expect(try await ada.post("/api/methods/picture/remove", ["proof": Self.proof]).status == 200)
            #expect(try await Self.methods(ada) == ["passcode"])
            #expect(try await ada.options("ada")["picture"] == nil)
        }
    }

    /// All devices and sessions end but the one that recovered; the old code opens nothing.
    @Test("Recovery replaces the code and method and ends devices and sessions")
    func recoveryReplacesCodeMethodDevicesAndSessions() async throws {
        try await bench.run { bench, browser async throws in
            let (ada, thief) = (browser(), browser())
            let code = try await ada.create("ada")["recoveryCode"] ?? ""
            thief.copy(ada)
            for number in 0..<10 {
                _ = try await ada.signIn("ada", passcode: "9\(10_000 + number * 371)")
                bench.clock.advance(seconds: 100_000)
            }
            #expect(try await ada.signIn("ada").code == "recovery-required")
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": code.lowercased().replacingOccurrences(of: "-", with: " "),
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            let elsewhere = browser()
            let answer = try await elsewhere.post("/api/recover", recovery)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try await elsewhere.isSignedIn)
            #expect(try await !ada.isSignedIn)
            #expect(answer["recoveryCode"] != nil && answer["recoveryCode"] != code)
            #expect((answer.json["failures"] as? [String: Any])?["count"] as? Int == 10)
            #expect(try await ada.signIn("ada", passcode: "581936").code == "known-devices-only", "forgotten")
            #expect(try await thief.signIn("ada", passcode: "581936").code == "known-devices-only")
            #expect(try await elsewhere.signIn("ada").code == "rejected")
            #expect(try await elsewhere.signIn("ada", passcode: "581936").status == 200)
            var other = recovery
            other["passcode"] = ["kind": "six-digits", "text": "581937"]
            #expect(try await browser().post("/api/recover", other).code == "rejected", "it opens once")
            #expect(try await browser().signIn("ada", recoveryCode: code).code == "rejected")

            let renewed = try await elsewhere.post(
                "/api/methods/recovery-code", ["proof": ["passcode": "581936"]])
            #expect(renewed.status == 200 && renewed["recoveryCode"] != answer["recoveryCode"])
            var again = recovery
            again["recoveryCode"] = answer["recoveryCode"]
            #expect(try await browser().post("/api/recover", again).code == "rejected")
            again["recoveryCode"] = renewed["recoveryCode"]
            again["passcode"] = nil
            again["picture"] = DrawnPassword.enrolment
            let last = browser()
            #expect(try await last.post("/api/recover", again).status == 200)
            #expect(try await last.signIn("ada", DrawnPassword.drawing(shift: 5)).status == 200)
        }
    }

    /// The method that the owner does not choose again may be the one that a thief knows.
    @Test("A recovery leaves the new method alone") func recoveryLeavesOneMethod() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            let drawn: [String: Any] = [
                "name": "ada", "recoveryCode": ada.recoveryCode ?? "", "picture": DrawnPassword.enrolment,
            ]
            #expect(try await ada.post("/api/recover", drawn).status == 200)
            #expect(try await Self.methods(ada) == ["picture"])
            #expect(try await browser().signIn("ada", passcode: Browser.passphrase).code == "rejected")
            #expect(try await ada.signIn("ada", passcode: Browser.passphrase).code == "not-enrolled")
            #expect(try await ada.signIn("ada", DrawnPassword.drawing(shift: 4)).status == 200)

            try await bob.create("bob")
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await bob.post("/api/methods/picture", picture).status == 200)
            let typed: [String: Any] = [
                "name": "bob", "recoveryCode": bob.recoveryCode ?? "",
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await bob.post("/api/recover", typed).status == 200)
            #expect(try await Self.methods(bob) == ["passcode"])
            #expect(try await bob.options("bob")["picture"] == nil)
            #expect(try await bob.signIn("bob", DrawnPassword.drawing(shift: 5)).code == "not-enrolled")
            #expect(try await bob.signIn("bob", passcode: "581936").status == 200)
        }
    }

    /// A recovery code signs in and stays valid.
    @Test("A recovery code signs in on new devices and stays valid")
    func recoveryCodeSignsInOnNewDevices() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for _ in 0..<2 {
                let other = browser()
                #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
                #expect(try await other.signIn("ada").status == 200, "the device is known from then on")
            }
            #expect(try await ada.isSignedIn)
            #expect(try await ada.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
        }
    }

    @Test(
        "Weak or malformed passcodes are refused",
        arguments: [
            ("six-digits", "123456", "passcode-common"), ("four-digits", "5819", "passcode-too-short"),
            ("six-digits", "12345", "passcode-too-short"), ("six-digits", "5819362", "passcode-too-long"),
            ("numeric", "58193", "passcode-too-short"), ("alphanumeric", "xk9wq", "passcode-too-short"),
            ("alphanumeric", "x7#kw", "passcode-too-short"),
            ("six-digits", "58193x", "passcode-wrong-characters"), ("alphanumeric", "qwertyuiop", "passcode-common"),
            ("sevenDigits", "5819362", "malformed"),
        ])
    func poorPasscodesAreNotTaken(kind: String, text: String, code: String) async throws {
        try await bench.run { _, browser async throws in
            let answer = try await browser().post(
                "/api/accounts", ["name": "ada", "passcode": ["kind": kind, "text": text]])
            #expect(answer.code == code, "\(answer.text)")
            #expect(!answer.text.contains(text))
        }
    }

    @Test("Invalid enrolments of a picture password are refused") func poorDrawingsAreNotTaken() async throws {
        try await bench.run { _, browser async throws in
            func create(_ gestures: [Data], on picture: String = DrawnPassword.picture) async throws -> String? {
                let drawings = gestures.map { $0.base64EncodedString() }
                return try await browser().post(
                    "/api/accounts", ["name": "ada", "picture": ["name": picture, "drawings": drawings]]
                ).code
            }
            let good = [0, 1, 2].map { Data(DrawnPassword.gesture(shift: $0).encoded()) }
            let other = Data(DrawnPassword.gesture(shift: 0, elsewhere: 100).encoded())
            #expect(try await create([good[0], good[1]]) == "drawings-missing")
            #expect(try await create(good + [good[0]]) == "drawings-missing")
            #expect(try await create([good[0], other, good[1]]) == "drawing-refused")
            #expect(try await create([good[0], good[1], Data("INK".utf8)]) == "malformed")
            #expect(try await create(good, on: "photo.jpg") == "unknown-picture")
            #expect(try await create(good, on: "../index.html") == "unknown-picture")
            #expect(try await create(good) == nil)
        }
    }

    @Test("Picture passwords that are easy to guess are refused") func weakDrawingsAreRefused() throws {
        func refusal(_ parts: GesturePart...) -> AccountError? {
            do throws(AccountError) {
                let gesture = PictureGesture(parts)
                let pictures = PictureCatalogue(site: bench.site)
                _ = try NewMethod.checked(
                    drawings: [gesture, gesture, gesture], on: DrawnPassword.picture, pictures)
                return nil
            } catch {
                return error
            }
        }
        func path(_ points: [InkPoint]) -> GesturePart {
            let path = points.enumerated().map { GesturePoint($1, time: Double($0) / 60) }
            return GesturePart(.path(isClosed: false), fingers: [FingerPath(path)])
        }
        let tap = GesturePart(.tap(count: 1), fingers: [FingerPath([GesturePoint(InkPoint(x: 300, y: 300), time: 9)])])
        let good = DrawnPassword.gesture(shift: 0).parts[0]
        #expect(refusal(good, tap) == nil)
        #expect(refusal(good) == .drawingRefused(number: 1, .tooFewPlaces))
        let circle = path(
            (0...60).map {
                InkPoint(x: 150 + 60 * cos(Double($0) / 30 * .pi), y: 150 + 60 * sin(Double($0) / 30 * .pi))
            })
        #expect(refusal(circle, tap) == .drawingRefused(number: 1, .guessable))
    }

    @Test("A closed service creates no accounts") func accountsAreNotMadeWhereTheServiceIsClosed() async throws {
        var bench = bench
        let code = try await bench.run { _, browser async throws in try await browser().create("ada")["recoveryCode"] }
        bench.parameters.isOpenToNewAccounts = false
        try await bench.run { _, browser async throws in
            #expect(try await browser().create("bob").code == "closed")
            #expect(try await browser().create("ada").code == "closed", "it does not tell which names are taken")
            #expect(try await browser().signIn("ada", recoveryCode: code).status == 200)
        }
    }
}
