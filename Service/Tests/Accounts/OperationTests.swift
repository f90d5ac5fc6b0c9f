// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Synchronization
import Testing

@testable import InkLockService

/// A deriver whose next derivations wait for each other, so that their requests are under way at the same time.
private final class MeetingDeriver: Deriver {
    private let queue = DerivationQueue(threads: 2)
    /// The number of derivations that have not come.
    private let missing = Atomic(0)

    /// Makes as many derivations wait for each other, half a minute at most.
    func expects(_ count: Int) { missing.store(count, ordering: .relaxed) }

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await queue.withTurn(body) }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        missing.subtract(1, ordering: .relaxed)
        for _ in 0..<3000 where missing.load(ordering: .relaxed) > 0 {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return try await queue.derive(passcode, by: hash)
    }
}

/// One operation that is sent more than once has one result.
@Suite(.fewAtOnce) struct OperationTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static var proof: [String: Any] { ["passcode": Browser.passcode] }
    private static func operation(_ number: Int) -> String { String(format: "%032x", number) }

    private static func recovery(_ code: String?, text: String = "581936") -> [String: Any] {
        ["name": "ada", "recoveryCode": code ?? "", "passcode": ["kind": "six-digits", "text": text]]
    }

    /// Sends the same message from copies of one browser at the same time.
    private static func atOnce(
        _ count: Int, _ path: String, _ message: [String: Any], like original: Browser?,
        _ browser: @escaping @Sendable () -> Browser
    ) async throws -> [Browser.Answer] {
        let body = try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys])
        return try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
            for _ in 0..<count {
                let copy = browser()
                if let original { copy.copy(original) }
                group.addTask { try await copy.post(path, bytes: body) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("A repeated recovery request returns the same code") func aRecoverySentTwiceGivesOneCode() async throws {
        try await bench.run { bench, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let message = Self.recovery(ada.recoveryCode)
            let answers = try await Self.atOnce(6, "/api/recover", message, like: nil, browser)
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
            #expect(Set(answers.map { $0["recoveryCode"] }).count == 1)
            #expect(Set(answers.map { $0["notesKey"] }).count == 1)
            let body = try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys])
            bench.clock.advance(seconds: 599)
            let late = browser()
            let again = try await late.post("/api/recover", bytes: body)
            #expect(again.status == 200 && again["recoveryCode"] == answers[0]["recoveryCode"])
            #expect(try await late.isSignedIn)
            #expect(try await late.signIn("ada", passcode: "581936").status == 200)
            #expect(try await browser().signIn("ada", recoveryCode: answers[0]["recoveryCode"]).status == 200)
            bench.clock.advance(seconds: 2)
            #expect(try await browser().post("/api/recover", bytes: body).code == "rejected")
        }
    }

    /// Different requests with one code: one of them succeeds.
    @Test("Of several simultaneous recoveries only one succeeds")
    func ofSeveralRecoveriesAtOnceOneSucceeds() async throws {
        try await bench.run { _, browser async throws in
            for round in 0..<6 {
                let ada = browser()
                let name = "ada \(round)"
                let code = try await ada.create(name)["recoveryCode"]
                let answers = try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
                    for number in 0..<6 {
                        var message = Self.recovery(code, text: "58193\(number)")
                        message["name"] = name
                        let body = try JSONSerialization.data(withJSONObject: message)
                        group.addTask { try await browser().post("/api/recover", bytes: body) }
                    }
                    return try await group.reduce(into: [Browser.Answer]()) { $0.append($1) }
                }
                let good = answers.filter { $0.status == 200 }
                #expect(good.count == 1, "\(answers.map(\.text))")
                #expect(answers.allSatisfy { [200, 401, 409, 503].contains($0.status) }, "\(answers.map(\.text))")
                #expect(try await browser().signIn(name, recoveryCode: good.first?["recoveryCode"]).status == 200)
            }
        }
    }

    @Test("Of two simultaneous code renewals only one succeeds") func ofTwoRenewalsAtOnceOneSucceeds() async throws {
        var bench = bench
        let meeting = MeetingDeriver()
        bench.deriver = meeting
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for _ in 0..<4 {
                meeting.expects(2)
                let answers = try await Self.atOnce(
                    2, "/api/methods/recovery-code", ["proof": Self.proof], like: ada, browser)
                #expect(answers.map(\.status).sorted() == [200, 409], "\(answers.map(\.text))")
                #expect(answers.first { $0.status == 409 }?.code == "conflict")
                let code = answers.first { $0.status == 200 }?["recoveryCode"]
                #expect(try await browser().signIn("ada", recoveryCode: code).status == 200, "the code that was shown")
            }
        }
    }

    @Test("A repeated renewal request returns the same code") func aRenewalSentTwiceGivesOneCode() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let message: [String: Any] = ["proof": Self.proof, "operation": Self.operation(1)]
            let answers = try await Self.atOnce(5, "/api/methods/recovery-code", message, like: ada, browser)
            #expect(answers.allSatisfy { $0.status == 200 })
            let codes = Set(answers.compactMap { $0["recoveryCode"] })
            #expect(codes.count == 1)
            #expect(try await browser().signIn("ada", recoveryCode: codes.first).status == 200)
            // Another intent, or the same with another proof, is another operation.
            let other = try await ada.post(
                "/api/methods/recovery-code", ["proof": Self.proof, "operation": Self.operation(2)])
            #expect(other.status == 200 && other["recoveryCode"] != codes.first)
            let wrong: [String: Any] = ["proof": ["passcode": "904175"], "operation": Self.operation(2)]
            #expect(try await ada.post("/api/methods/recovery-code", wrong).code == "rejected")
            // Another session's is another's.
            let stranger = browser()
            try await stranger.create("bob")
            let foreign = try await stranger.post("/api/methods/recovery-code", message)
            #expect(foreign.status == 200 && foreign["recoveryCode"] != codes.first)
        }
    }

    @Test("A repeated creation request creates only one account") func anAccountMadeTwiceIsOne() async throws {
        try await bench.run { _, browser async throws in
            let message: [String: Any] = [
                "name": "ada", "passcode": ["kind": "six-digits", "text": Browser.passcode],
                "operation": Self.operation(1),
            ]
            let answers = try await Self.atOnce(4, "/api/accounts", message, like: nil, browser)
            #expect(answers.allSatisfy { $0.status == 201 }, "\(answers.map(\.text))")
            #expect(Set(answers.map { $0["recoveryCode"] }).count == 1)
            let again = browser()
            #expect(
                try await again.post(
                    "/api/accounts", bytes: try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys])
                ).status == 201)
            #expect(try await again.isSignedIn)
            #expect(try await browser().create("ada").code == "name-taken", "another intent")
        }
    }

    /// A drawing and a passkey answer once; what is repeated is answered as before.
    @Test("A repeated change succeeds although its proof is used up")
    func changesThatUseUpTheirProofAreRepeatable() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            var owner = try PasskeyOwner(ada)
            owner.userHandle = try await owner.options()["userId"]
            var creation = try owner.creation(
                "Phone", try await owner.challenge(), proof: ["drawing": DrawnPassword.drawing(shift: 3)])
            creation["operation"] = Self.operation(1)
            for answer in try await Self.atOnce(4, "/api/methods/passkeys", creation, like: ada, browser) {
                #expect(answer.status == 200, "\(answer.text)")
                let methods = answer.json["methods"] as? [String: Any]
                #expect((methods?["passkeys"] as? [Any])?.count == 1)
            }
            var change: [String: Any] = [
                "proof": try await owner.proof(), "passcode": ["kind": "six-digits", "text": "581936"],
                "operation": Self.operation(2),
            ]
            for answer in try await Self.atOnce(4, "/api/methods/passcode", change, like: ada, browser) {
                #expect(answer.status == 200, "\(answer.text)")
            }
            change = ["proof": ["passcode": "581936"], "operation": Self.operation(3)]
            for answer in try await Self.atOnce(4, "/api/methods/picture/remove", change, like: ada, browser) {
                #expect(answer.status == 200, "\(answer.text)")
            }
            let removal: [String: Any] = [
                "id": owner.id, "proof": ["passcode": "581936"], "operation": Self.operation(4),
            ]
            for answer in try await Self.atOnce(4, "/api/methods/passkeys/remove", removal, like: ada, browser) {
                #expect(answer.status == 200, "\(answer.text)")
            }
            #expect(try await ada.signIn("ada", passcode: "581936").json["failures"] == nil, "nothing went wrong")
        }
    }

    /// A drawing proves once, so that an answer that was lost has to be given again.
    @Test("A repeated sign-in begins one session and counts no wrong attempt", arguments: ["drawing", "passcode"])
    func aSignInSentTwiceIsOne(kind: String) async throws {
        try await bench.run { _, browser async throws in
            let (ada, lost, other) = (browser(), browser(), browser())
            try await ada.create("ada")
            let picture: [String: Any] = ["proof": Self.proof, "picture": DrawnPassword.enrolment]
            #expect(try await ada.post("/api/methods/picture", picture).status == 200)
            #expect(try await other.signIn("ada", recoveryCode: ada.recoveryCode).status == 200)
            #expect(try await ada.signIn("ada", passcode: "904175").code == "rejected")
            let proof = kind == "drawing" ? ["drawing": DrawnPassword.drawing(shift: 3)] : Self.proof
            let message: [String: Any] = ["name": "ada", "proof": proof, "operation": Self.operation(1)]
            let body = try JSONSerialization.data(withJSONObject: message)
            lost.copy(ada)
            let first = try await lost.post("/api/sign-in", bytes: body)
            #expect(first.status == 200)
            // The second time, the browser has got the first answer's cookies.
            for _ in 0..<2 {
                let again = try await ada.post("/api/sign-in", bytes: body)
                #expect(again.status == 200 && again["notesKey"] == first["notesKey"], "\(again.text)")
                #expect((again.json["failures"] as? [String: Any])?["count"] as? Int == 1)
                #expect(ada.cookies == lost.cookies)
            }
            let devices = try await ada.get("/api/devices").json["devices"] as? [[String: Any]] ?? []
            #expect(devices.compactMap { ($0["sessions"] as? [Any])?.count } == [1, 1])
            // Without the device, the request gets no result.
            #expect(try await browser().post("/api/sign-in", bytes: body).code == "known-devices-only")
            let elsewhere = try await other.post("/api/sign-in", bytes: body)
            #expect(elsewhere.code == (kind == "drawing" ? "rejected" : nil))
            #expect(other.cookies["inklock-session"] != ada.cookies["inklock-session"])
            let failures = try await ada.signIn("ada").json["failures"] as? [String: Any]
            #expect(failures?["count"] as? Int == (kind == "drawing" ? 1 : nil), "only the other device's")
        }
    }

    @Test("A sign-in that is sent several times at the same moment begins one session")
    func simultaneousSignInsAreOne() async throws {
        try await bench.run { _, browser async throws in
            var owner = try await PasskeyOwner.enrolled("ada", browser())
            owner = try owner.elsewhere(browser())
            try await browser().create("bob", passphrase: Browser.passphrase)
            let passkey: [String: Any] = ["proof": try await owner.proof(), "operation": Self.operation(1)]
            var passphrase: [String: Any] = ["name": "bob", "proof": ["passcode": Browser.passphrase]]
            passphrase["operation"] = Self.operation(2)
            for (message, original) in [(passkey, owner.browser), (passphrase, nil)] {
                let answers = try await Self.atOnce(4, "/api/sign-in", message, like: original, browser)
                #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
                let client = browser()
                if let original { client.copy(original) }
                let body = try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys])
                #expect(try await client.post("/api/sign-in", bytes: body).status == 200)
                let devices = try await client.get("/api/devices").json["devices"] as? [[String: Any]] ?? []
                #expect(devices.compactMap { ($0["sessions"] as? [Any])?.count } == [1, 1])
            }
            // In a browser that did not ask for the challenge, the assertion is worth nothing.
            let body = try JSONSerialization.data(withJSONObject: passkey, options: [.sortedKeys])
            #expect(try await browser().post("/api/sign-in", bytes: body).status != 200)
        }
    }

    @Test(
        "Malformed operation identifiers are refused",
        arguments: ["", "0", String(repeating: "g", count: 32), String(repeating: "A", count: 32)])
    func malformedOperationsAreRefused(operation: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let message: [String: Any] = ["proof": Self.proof, "operation": operation]
            #expect(try await ada.post("/api/methods/recovery-code", message).code == "malformed")
        }
    }

    /// Results are sealed with what only the request holds.
    @Test("Stored results are sealed and deleted after ten minutes") func storedResultsTellNothing() async throws {
        let code = try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let recovered = browser()
            let answer = try await recovered.post("/api/recover", Self.recovery(ada.recoveryCode))
            return answer["recoveryCode"] ?? ""
        }
        #expect(code.count == 33)
        let service = try await bench.service()
        let rows = try await service.accounts.database.read { database in
            try Data.fetchAll(database, sql: "SELECT sealed FROM operation")
        }
        #expect(rows.count == 1)
        for row in rows {
            #expect(row.range(of: Data(code.utf8)) == nil)
            #expect(Operation(Data(), service.accounts.secrets).opened(row) == nil)
        }
        bench.clock.advance(seconds: 601)
        #expect(await service.accounts.tidy().isEmpty)
        let left = try await service.accounts.database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM operation")
        }
        #expect(left == 0)
        try service.accounts.database.close()
    }
}
