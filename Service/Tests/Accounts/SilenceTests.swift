// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct SilenceTests {
    /// Every secret, and what users type into the wrong field.
    @Test("The log contains no secret, drawing or name") func logHoldsNoSecretDrawingOrName() async throws {
        let bench = try AccountBench()
        var secrets = try await bench.run { bench, browser async throws in
            let ada = browser()
            var secrets = [Browser.passcode, "581936", "904175", "hunter2 in the wrong field", "Ada Lovelace"]
            let made = try await ada.create("Ada Lovelace")
            secrets += [made["recoveryCode"] ?? "", made["notesKey"] ?? ""]
            let sealed = Data("what is sealed".utf8).base64EncodedString()
            let note: [String: Any] = ["id": String(repeating: "0", count: 32), "version": 0, "sealed": sealed]
            for _ in 0..<2 { _ = try await ada.post("/api/notes", note) }
            _ = try await ada.get("/api/notes")
            secrets += [sealed, "what is sealed"]
            var owner = try PasskeyOwner(ada)
            #expect(try await owner.enrol("the name of a passkey").status == 200)
            #expect(try await owner.signIn().status == 200)
            owner.userHandle = nil
            #expect(try await owner.signIn().status == 401)
            secrets += [owner.prfKey ?? "", "the name of a passkey", owner.id]
            secrets += ada.cookies.values
            let proof = ["passcode": Browser.passcode]
            _ = try await ada.post("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment])
            _ = try await ada.signIn("Ada Lovelace", passcode: "904175")
            _ = try await browser().signIn("hunter2 in the wrong field", passcode: "904175")
            _ = try await browser().signIn("hunter2 in the wrong field", passcode: Browser.passphrase)
            secrets.append(Browser.passphrase)
            _ = try await ada.signIn("Ada Lovelace", DrawnPassword.drawing(shift: 3))
            _ = try await ada.signIn("Ada Lovelace", DrawnPassword.drawing(shift: 4, elsewhere: 90))
            secrets += ada.cookies.values
            let change: [String: Any] = ["proof": proof, "passcode": ["kind": "six-digits", "text": "581936"]]
            _ = try await ada.post("/api/methods/passcode", change)
            let recovery: [String: Any] = [
                "name": "Ada Lovelace", "recoveryCode": secrets[5],
                "passcode": ["kind": "six-digits", "text": Browser.passcode],
            ]
            let recovered = try await browser().post("/api/recover", recovery)
            #expect(recovered.status == 200)
            secrets.append(recovered["recoveryCode"] ?? "")
            _ = try await ada.post("/api/sign-in", ["name": "Ada Lovelace", "proof": ["passcode": 904175]])
            _ = try await ada.post("/api/accounts", bytes: Data("{\"904175\"".utf8))
            #expect(recovered["notesKey"] == secrets[6])
            return secrets
        }
        let gestures = [0, 1, 2, 3].map { DrawnPassword.gesture(shift: $0) }
        secrets += gestures.map { Data($0.encoded()).base64EncodedString() }
        let text = bench.log.text
        #expect(
            text.contains("save-note") && text.contains("sign-in") && text.contains("rejected") && text.contains("done")
        )
        #expect(secrets.count == 24)
        for secret in secrets {
            #expect(secret.count >= 6)
            #expect(!text.localizedCaseInsensitiveContains(secret))
        }
        #expect(!text.contains("score"))
    }

    @Test("Secrets never appear in descriptions or dumps") func secretsDoNotDescribeThemselves() throws {
        let token = CookieToken.random()
        let text = try #require(TypedPasscode("904175"))
        let proof = Proof.passcode(text)
        let key = try #require(PRFKey(Data(repeating: 57, count: 32)))
        let method = NewMethod.passcode(text, .sixDigits, isPassphrase: false)
        #expect("\(token) \(String(reflecting: token))" == "CookieToken CookieToken")
        #expect("\(key)" == "PRFKey")
        #expect("\(proof) \(method)" == "Proof NewMethod")
        var dumped = ""
        dump(proof, to: &dumped)
        dump(method, to: &dumped)
        dump(text, to: &dumped)
        dump(OperationResult(recoveryCode: "904175"), to: &dumped)
        dump(token, to: &dumped)
        dump(key, to: &dumped)
        #expect(!dumped.contains("57") && !dumped.contains("904175") && !dumped.contains(token.text))
    }
}
