// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import InkTestSupport
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct HostileRequestTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let json = "application/json"
    private static let posts = [
        "/api/accounts", "/api/accounts/name", "/api/sign-in", "/api/sign-in/options", "/api/recover", "/api/sign-out",
        "/api/methods/passcode",
        "/api/methods/passcode/remove", "/api/methods/picture", "/api/methods/picture/remove",
        "/api/methods/recovery-code", "/api/notes", "/api/notes/remove", "/api/passkeys/options",
        "/api/methods/passkeys", "/api/methods/passkeys/rename", "/api/methods/passkeys/remove",
        "/api/devices/forget", "/api/sessions/end", "/api/sessions/end-others", "/api/account/name",
        "/api/account/delete", "/api/proof",
    ]

    @Test("Posts from other origins or with other media types are refused", arguments: posts)
    func otherSitesPagesAreTurnedAway(path: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for origin in [
                nil, "null", "http://evil.example", "https://localhost", "http://localhost:81", "http://localhost.evil",
                "http://localhost/",
            ] {
                var fields: HTTPFields = [.contentType: Self.json]
                if let origin { fields[.origin] = origin }
                let answer = try await ada.post(path, bytes: Data("{}".utf8), fields)
                #expect(answer.status == 403 && answer.code == "foreign-origin", "\(origin ?? "none")")
            }
            for type in [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
                var fields: HTTPFields = [.origin: "http://localhost"]
                if let type { fields[.contentType] = type }
                let answer = try await ada.post(path, bytes: Data("{}".utf8), fields)
                #expect(answer.status == 415 && answer.code == "unsupported-media-type")
            }
            #expect(try await ada.isSignedIn)
        }
    }

    /// Pages of the same site send the cookies with what they look at. They keep no session alive.
    @Test(
        "Pages of other origins cannot read account data",
        arguments: ["/api/session", "/api/methods", "/api/devices", "/api/notes"])
    func otherSitesPagesLookAtNothing(path: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for source in ["same-site", "cross-site", "anything"] {
                ada.headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = source
                let answer = try await ada.get(path)
                #expect(answer.status == 403 && answer.code == "foreign-origin")
            }
            for source in ["same-origin", "none", nil] {
                ada.headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = source
                #expect(try await ada.get(path).status == 200)
            }
        }
    }

    @Test("With a public origin, posts from other origins are refused")
    func behindAProxyItsOriginCounts() async throws {
        var bench = bench
        bench.settings.publicOrigin = "https://ink.example"
        try await bench.run { _, browser async throws in
            #expect(try await browser().create("ada").status == 201)
            let fields: HTTPFields = [.origin: "http://localhost", .contentType: Self.json]
            #expect(try await browser().post("/api/sign-out", bytes: Data("{}".utf8), fields).status == 403)
        }
    }

    @Test("Malformed and oversized bodies are refused", arguments: posts)
    func hostileBodiesAreRefused(path: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            let nested = String(repeating: "[", count: 100_000)
            var bodies = [
                "", "{", "[]", "null", "3", "\"ada\"", nested, "{\"name\":\"ada\",\"proof\":\(nested)",
                "{\"proof\":{\"passcode\":\"1\",\"drawing\":null}", "\u{FEFF}{}x", "{\"name\":\"ada\"}}",
            ]
            if !["/api/sign-out", "/api/passkeys/options", "/api/sessions/end-others"].contains(path) {
                bodies += ["{}", "{\"name\":1}", "{\"name\":\"\\ud800\",\"proof\":{\"passcode\":\"\\ud800\"}}"]
            }
            if ![
                "/api/sign-out", "/api/accounts/name", "/api/sign-in/options", "/api/passkeys/options",
                "/api/sessions/end-others",
            ].contains(path) {
                bodies += [
                    "{\"name\":\"ada\",\"proof\":{}}", "{\"name\":\"ada\",\"proof\":{\"passkey\":{}}}",
                    "{\"proof\":{\"passkey\":{\"id\":\"\",\"clientDataJSON\":\"\",\"authenticatorData\":\"!\",\"signature\":\"\"}}}",
                    "{\"name\":\"ada\",\"proof\":{\"drawing\":{\"gesture\":\"!!\",\"pictureDigest\":\"\"}}}",
                    "{\"name\":\"ada\",\"proof\":{\"drawing\":{\"gesture\":\"AAAA\",\"pictureDigest\":\"\"}}}",
                ]
            }
            for body in bodies {
                let answer = try await ada.post(path, bytes: Data(body.utf8))
                #expect(answer.status == 400 && answer.code == "malformed", "\(body.prefix(60)): \(answer.text)")
            }
            let limit = path == "/api/notes" ? AccountAPI.noteByteLimit : APIRequest.byteLimit
            let large = Data("{\"name\":\"\(String(repeating: "a", count: limit))\"}".utf8)
            let answer = try await ada.post(path, bytes: large)
            #expect(answer.status == 413 && answer.code == "too-large")
            #expect(try await ada.isSignedIn)
        }
    }

    @Test("Corrupted messages never cause a server error", arguments: [0, 1, 2, 3, 4] as [UInt64])
    func damagedMessagesNeverTrap(seed: UInt64) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var random = SplitMix64(seed: seed)
            let message: [String: Any] = [
                "name": "ada", "proof": ["drawing": DrawnPassword.drawing(shift: 3)],
                "picture": DrawnPassword.enrolment,
            ]
            let whole = try JSONSerialization.data(withJSONObject: message)
            for _ in 0..<40 {
                var bytes = whole
                for _ in 0...random.next() % 4 {
                    bytes[bytes.startIndex + Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 0xFF)
                }
                for path in Self.posts {
                    let answer = try await ada.post(path, bytes: bytes)
                    #expect(answer.status < 500, "seed \(seed), \(path): \(answer.text)")
                }
            }
        }
    }

    @Test(
        "Account names are limited in characters and length",
        arguments: [
            ("", false), (" ", false), ("a", true), ("Ada Lovelace", true), ("ada@example.org", true), ("Ωμέγα", true),
            ("李", true), ("a  b", false), ("a\nb", false), ("a<b", false), ("a/b", false),
            ("a\u{202E}b", false), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
            (String(repeating: "\u{301}", count: 300), false),
        ])
    func namesArePlain(name: String, isTaken: Bool) async throws {
        try await bench.run { _, browser async throws in
            let answer = try await browser().create(name)
            #expect(answer.status == (isTaken ? 201 : 422), "\(answer.text)")
            if !isTaken { #expect(answer.code == "invalid-name") }
        }
    }

    @Test("Account names that differ only in case or Unicode form are equal")
    func namesThatLookAlikeToUnicodeAreOne() async throws {
        try await bench.run { _, browser async throws in
            #expect(try await browser().create("Ada É").status == 201)
            for name in ["ADA É", "ada e\u{301}", " ada é ", "ａｄａ é"] {
                #expect(try await browser().create(name).code == "name-taken", "\(name)")
            }
            #expect(try await browser().create("ada e").status == 201)
        }
    }

    @Test("Unknown paths get status 404 and wrong methods status 405") func onlyWhatIsThereIsAnswered() async throws {
        try await bench.run { _, browser async throws in
            let missing = try await browser().get("/api/secrets")
            #expect(missing.status == 404 && missing.code == "not-found")
            let get = try await browser().get("/api/sign-in")
            #expect(get.status == 405 && get.code == "method-not-allowed" && get.headers[.allow] == "POST")
            let removal = try await browser().send(.delete, "/api/notes", body: nil, [:])
            #expect(removal.status == 405 && removal.headers[.allow] == "GET, HEAD, POST")
            #expect(try await eventually { try await browser().get("/readyz").status == 200 })
            let health = try await browser().get("/readyz")
            #expect(health.status == 200 && health["status"] == "ok")
            #expect(try await browser().get("/").text == "<p>front")
            for answer in [missing, get, health] {
                #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    /// The router leaves out empty parts of a path, so it would find these.
    @Test("A path with doubled slashes reaches no handler")
    func doubledSlashesReachNoHandler() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for path in ["//api/sign-out", "///api/sign-out", "/api//sign-out", "//api//sign-out", "/api/sign-out/"] {
                let foreign = try await ada.post(
                    path, bytes: Data("{}".utf8), [.origin: "https://other.example", .contentType: "text/plain"])
                #expect(foreign.status == 404, "\(path)")
                #expect(try await ada.post(path, [:]).status == 404, "\(path)")
            }
            #expect(try await ada.get("/api/session").status == 200)
        }
    }
}
