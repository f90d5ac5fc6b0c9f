// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Passkey
import PasskeySupport
import Testing

@testable import InkLockService

/// The cost of a request besides derivations, for the worst requests that are known.
@Suite(.serialized, .fewAtOnce) struct RequestCostTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    /// A request may take 50 ms of a core. Nothing is optimised here: the quadratic work that this finds takes seconds
    /// for each of these inputs.
    private static let limitSeconds = 0.4
    /// Other tests take the cores meanwhile.
    private static let timeoutSeconds = 8.0

    /// Marks in an order that sorting takes quadratic time to mend.
    private static func marks(_ count: Int) -> String {
        "a" + String(repeating: "\u{301}", count: count / 2) + String(repeating: "\u{323}", count: count / 2)
    }

    /// Marks of two bytes in the order that takes longest to mend: blocks of falling combining classes.
    static func fallingMarks(bytes: Int) -> String {
        let all = (0x300...0x7FF).compactMap { Unicode.Scalar(UInt32($0)) }
        let classes = Dictionary(grouping: all) { $0.properties.canonicalCombiningClass.rawValue }.filter { $0.key > 0 }
        let marks = classes.sorted { $0.key > $1.key }.compactMap(\.value.first)
        return "a" + marks.map { String(repeating: String($0), count: bytes / 2 / marks.count) }.joined()
    }

    /// The fields that the service or its libraries read.
    static let fieldNames = [
        "Cookie", "Origin", "Content-Type", "If-None-Match", "If-Match", "If-Modified-Since", "If-Unmodified-Since",
        "If-Range", "Range", "Accept-Encoding", "InkLock-Account", "X-Forwarded-For", "Forwarded", "Host", "Accept",
        "Expect", "Connection", "Sec-Fetch-Site", "User-Agent", "X-Request-Id", "traceparent", "tracestate",
        "InkLock-Target", "Upgrade", "Keep-Alive",
    ]

    /// CPU seconds of this thread.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        var (before, after) = (timespec(), timespec())
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
        try body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
        return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
    }

    private static var bodies: [String: String] {
        let (long, short) = (marks(120_000), marks(500))
        let escaped = "a" + String(repeating: "\\u0301", count: 20_000) + String(repeating: "\\u0323", count: 20_000)
        let wide = (0..<40_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        return [
            "name": "{\"name\":\"\(long)\"}", "escaped name": "{\"name\":\"\(escaped)\"}", "key": "{\"\(long)\":1}",
            "kind": "{\"name\":\"a\",\"passcode\":{\"kind\":\"\(long)\",\"text\":\"1\"}}",
            "text": "{\"name\":\"a\",\"passcode\":{\"kind\":\"alphanumeric\",\"text\":\"\(long)\"}}",
            "code":
                "{\"name\":\"a\",\"recoveryCode\":\"\(long)\",\"passcode\":{\"kind\":\"sixDigits\",\"text\":\"1\"}}",
            "picture": "{\"name\":\"a\",\"picture\":{\"name\":\"\(long)\",\"drawings\":[]}}",
            "proof": "{\"name\":\"a\",\"proof\":{\"passcode\":\"\(long)\"}}",
            "drawing": "{\"name\":\"a\",\"proof\":{\"drawing\":{\"gesture\":\"\(long)\",\"pictureDigest\":\"\"}}}",
            "id": "{\"id\":\"\(long)\",\"version\":0,\"sealed\":\"\"}",
            "short text": "{\"name\":\"\(short)\",\"passcode\":{\"kind\":\"\(short)\",\"text\":\"\(short)\"}}",
            "short code": "{\"name\":\"\(short)\",\"recoveryCode\":\"\(short)\"}",
            "deep": "{\"name\":" + String(repeating: "[", count: 250_000),
            "deep objects": String(repeating: "{\"a\":", count: 50_000), "many members": "{\(wide)}",
            "many elements": "{\"a\":[" + String(repeating: "0,", count: 125_000) + "0]}",
            "long number": "{\"version\":" + String(repeating: "9", count: 250_000) + "}",
            "long exponent": "{\"version\":1e" + String(repeating: "9", count: 250_000) + "}",
            "space": "{" + String(repeating: " ", count: 250_000) + "}",
            "backslashes": "{\"a\":\"" + String(repeating: "\\\\", count: 125_000) + "\"}",
            "base64": "{\"id\":\"a\",\"version\":0,\"sealed\":\"" + String(repeating: "AAAA", count: 60_000) + "\"}",
        ]
    }

    @Test("Decoding hostile bodies is fast") func decodingIsQuick() {
        for (name, body) in Self.bodies {
            let bytes = Array(body.utf8)
            let seconds = Self.seconds {
                _ = try? APIRequest.decode(AccountMessage.Creation.self, from: bytes)
                _ = try? APIRequest.decode(AccountMessage.Recovery.self, from: bytes)
                _ = try? APIRequest.decode(AccountMessage.SignIn.self, from: bytes)
                _ = try? APIRequest.decode(AccountMessage.NewNote.self, from: bytes)
                _ = try? APIRequest.decode(AccountMessage.Nothing.self, from: bytes)
            }
            #expect(seconds < Self.limitSeconds, "\(name): \(seconds) s")
        }
    }

    /// Each registration is compared with one of the same length, whose text has no marks to sort.
    @Test("A registration with hostile text costs what its length justifies", arguments: ["list", "map", "format"])
    func registrationsAreQuick(place: String) throws {
        let (authenticator, challenge) = (try SoftAuthenticator(.edDSA), [UInt8](repeating: 7, count: 32))
        let party = RelyingParty(id: "ink.example", origins: ["https://ink.example"])
        func seconds(_ text: String) throws -> Double {
            let data = try authenticator.authenticatorData(isNew: true)
            let long = [0x79, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
            let key: [UInt8] =
                switch place {
                case "list": [0x81] + long
                case "map": [0xA1, 0] + long
                default: [0]
                }
            let head = [0xA3, 0x63] + Array("fmt".utf8) + (place == "format" ? long : [0x60])
            let statement = [0x67] + Array("attStmt".utf8) + [0xA1] + key + [0]
            let object = head + statement + [0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
            let registration = PasskeyRegistration(
                clientDataJSON: authenticator.clientData("webauthn.create", challenge), attestationObject: object)
            return (0..<3).map { _ in
                Self.seconds {
                    #expect(throws: PasskeyError.self) {
                        try registration.verify(challenge: challenge, relyingParty: party)
                    }
                }
            }.min() ?? 0
        }
        let marks = Self.marks(15_000)
        let plain = try seconds("a" + String(repeating: "\u{E9}", count: 15_000))
        // Sorting the marks takes some hundred times as long.
        #expect(try seconds(marks) < 20 * plain)
    }

    /// The test calls the comparison without the connection's check, which refuses such fields.
    @Test("A field with hostile text is compared in the time that its length justifies") func fieldsAreQuick() throws {
        let field = try #require(HTTPField.Name("Sec-Fetch-Site"))
        func seconds(_ text: String) -> Double {
            let head = HTTPRequest(
                method: .get, scheme: nil, authority: nil, path: "/", headerFields: [field: text])
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            return (0..<5).map { _ in
                Self.seconds { #expect(throws: APIError.self) { try APIGuard.checkSource(of: request) } }
            }.min() ?? 0
        }
        let text = Self.fallingMarks(bytes: 15_700)
        #expect(seconds(text) < 20 * seconds(String(repeating: "\u{E9}", count: text.utf8.count / 2)))
    }

    /// The same from end to end, with hostile fields, cookies, paths and queries besides.
    @Test("Hostile requests are answered quickly") func requestsAreQuick() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            func time(_ name: String, _ body: () async throws -> Void) async throws {
                var seconds = Double.infinity
                // Other tests may hold up all tasks of this process for a while, and so for once.
                for _ in 0..<3 where seconds >= Self.timeoutSeconds {
                    let start = ContinuousClock.now
                    try await body()
                    seconds = start.duration(to: .now) / .seconds(1)
                }
                #expect(seconds < Self.timeoutSeconds, "\(name): \(seconds) s")
            }
            for (name, body) in Self.bodies {
                for path in ["/api/accounts", "/api/recover", "/api/sign-in", "/api/sign-out", "/api/notes"] {
                    try await time("\(path) \(name)") { _ = try await ada.post(path, bytes: Data(body.utf8)) }
                }
            }
            let marks = Self.marks(8_000)
            try await time("path") { _ = try await ada.get("/\(Self.marks(3_900))") }
            try await time("API path") { _ = try await ada.get("/api/\(Self.marks(3_900))") }
            try await time("query") { _ = try await ada.get("/?\(Self.marks(3_900))") }
            for name in Self.fieldNames {
                let field = try #require(HTTPField.Name(name))
                for value in [marks, "inklock-session=\(marks)", "a=\(marks); inklock-session=\(marks)"] {
                    try await time(name) { _ = try await ada.send(.get, "/", body: nil, [field: value]) }
                    try await time(name) { _ = try await ada.send(.get, "/api/session", body: nil, [field: value]) }
                    try await time(name) {
                        _ = try await ada.send(.post, "/api/sign-out", body: Data("{}".utf8), [field: value])
                    }
                }
            }
            #expect(try await ada.signIn("ada").status == 200)
        }
    }
}
