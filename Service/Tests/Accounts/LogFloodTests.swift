// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

/// Requests that a client may repeat without end do not fill the disk with log lines.
@Suite(.fewAtOnce) struct LogFloodTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static func passcode(_ kind: String, _ text: String) -> [String: Any] {
        ["name": "bob lee", "passcode": ["kind": kind, "text": text]]
    }

    private static func picture(_ name: String, _ drawings: [String]) -> [String: Any] {
        ["name": "bob", "picture": ["name": name, "drawings": drawings]]
    }

    private static func signIn(_ proof: [String: Any]) -> [String: Any] { ["name": "ada", "proof": proof] }

    /// One of each outcome that needs no session: event, path, code, message.
    private static func refusals() -> [(event: String, path: String, code: String, message: [String: Any])] {
        let tap = Data(DrawnPassword.gesture(shift: 0).encoded()).base64EncodedString()
        let other = Data(DrawnPassword.gesture(shift: 0, elsewhere: 90).encoded()).base64EncodedString()
        let passkey = ["id": "AA==", "clientDataJSON": "AA==", "authenticatorData": "AA==", "signature": "AA=="]
        let wrong = "0000-0000-0000-0000-0000-0000-000"
        var list: [(event: String, path: String, code: String, message: [String: Any])] = [
            (
                "create", "/api/accounts", "invalid-name",
                passcode("six-digits", "407152").merging(["name": "\u{1}"]) { $1 }
            ),
            ("create", "/api/accounts", "name-taken", passcode("six-digits", "407152").merging(["name": "ada"]) { $1 }),
            ("create", "/api/accounts", "malformed", [:]),
            ("create", "/api/accounts", "passcode-too-short", passcode("numeric", "40715")),
            (
                "create", "/api/accounts", "passcode-too-long",
                passcode("alphanumeric", String(repeating: "x7", count: 40))
            ),
            ("create", "/api/accounts", "passcode-wrong-characters", passcode("six-digits", "40715x")),
            ("create", "/api/accounts", "passcode-common", passcode("alphanumeric", "dragon99")),
            ("create", "/api/accounts", "passcode-contains-name", passcode("alphanumeric", "bob lee 1")),
            ("create", "/api/accounts", "unknown-picture", picture("none.svg", [tap])),
            ("create", "/api/accounts", "drawings-missing", picture(DrawnPassword.picture, [tap])),
            ("create", "/api/accounts", "drawing-refused", picture(DrawnPassword.picture, [tap, other, tap])),
            ("options", "/api/sign-in/options", "invalid-name", ["name": ""]),
            ("options", "/api/sign-in/options", "malformed", ["name": 1]),
            ("sign-in", "/api/sign-in", "invalid-name", signIn(["passcode": "407152"]).merging(["name": ""]) { $1 }),
            ("sign-in", "/api/sign-in", "malformed", signIn([:])),
            ("sign-in", "/api/sign-in", "known-devices-only", signIn(["passcode": "904175"])),
            ("sign-in", "/api/sign-in", "rejected", signIn(["passcode": "graue hügel 3 laternen"])),
            (
                "sign-in", "/api/sign-in", "passcode-wrong-characters",
                signIn(["passcode": String(repeating: "x", count: 1100)])
            ),
            ("sign-in", "/api/sign-in", "malformed-recovery-code", signIn(["recoveryCode": "x"])),
            ("sign-in", "/api/sign-in", "stale-challenge", ["proof": ["passkey": passkey]]),
            (
                "recover", "/api/recover", "invalid-name",
                passcode("six-digits", "407152").merging(["name": "", "recoveryCode": wrong]) { $1 }
            ),
            ("recover", "/api/recover", "malformed", ["recoveryCode": wrong]),
            (
                "recover", "/api/recover", "malformed-recovery-code",
                passcode("six-digits", "407152").merging(["recoveryCode": "x"]) { $1 }
            ),
            ("sign-out", "/api/sign-out", "malformed", ["": ""]),
            ("passkey-options", "/api/passkeys/options", "malformed", ["": ""]),
        ]
        for (event, path) in [
            ("set-passcode", "/api/methods/passcode"), ("save-note", "/api/notes"),
            ("add-passkey", "/api/methods/passkeys"),
            ("delete-account", "/api/account/delete"), ("end-session", "/api/sessions/end"),
        ] {
            list.append((event, path, "not-signed-in", [:]))
        }
        return list
    }

    @Test("Repeated refusals are logged once a second") func refusalsAreLoggedOnceASecond() async throws {
        let refusals = Self.refusals()
        try await bench.run { bench, browser async throws in
            try await browser().create("ada")
            for (event, path, code, message) in Self.refusals() {
                for _ in 0..<15 {
                    // Every route rejects an array, because it is not an object.
                    let bytes = try JSONSerialization.data(withJSONObject: message.keys.contains("") ? [1] : message)
                    let answer = try await browser().post(path, bytes: bytes)
                    #expect(answer.code == code, "\(event): \(answer.text)")
                }
            }
            bench.clock.advance(seconds: 2)
            for (_, path, _, message) in Self.refusals() where path == "/api/sign-in/options" {
                _ = try await browser().post(path, message)
            }
            let closed = browser()
            for _ in 0..<15 { _ = try await closed.get("/api/methods") }
        }
        let lines = bench.log.text.split(separator: "\n").map(String.init)
        for (event, _, code, _) in refusals {
            let found = lines.filter { line in
                line.hasPrefix("info \(event) ")
                    && [",", "]"].contains { line.contains("\"outcome\": \(code)\($0)") }
            }
            #expect(found.count == (event == "options" ? 2 : 1), "\(event) \(code): \(found.count)")
        }
        #expect(lines.contains { $0.hasPrefix("info options ") && $0.contains("similar") && $0.contains("14") })
        #expect(lines.count <= refusals.count + 10, "\(lines.count)")
    }

    @Test("Unavailable passkeys are logged once a second")
    func passkeysThatAreUnavailableAreLoggedOnceASecond() async throws {
        var bench = bench
        bench.settings.publicOrigin = "http://ink.example"
        let server = SiteServer(site: bench.site, host: "localhost", port: 0, accounts: try await bench.service())
        let api = try #require(server.accounts).api
        // PostgreSQL's tables are new.
        let linesBefore = bench.log.text.split(separator: "\n").count
        for _ in 0..<50 { api.log.failed("passkey-options", APIError(.passkeysUnavailable), client: "192.0.2.1") }
        for _ in 0..<50 { api.log.failed("sign-in", APIError(.passkeysUnavailable), client: "192.0.2.1") }
        #expect(bench.log.text.split(separator: "\n").count == linesBefore + 2)
        try api.accounts.database.close()
    }
}
