// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Testing

@testable import InkLockService

/// However a path is spelled, its handler runs only for requests that the guard has seen.
@Suite(.fewAtOnce) struct RouteGuardTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let posts = [
        "/api/accounts", "/api/accounts/name", "/api/sign-in", "/api/sign-in/options", "/api/recover", "/api/sign-out",
        "/api/methods/passcode", "/api/methods/passcode/remove", "/api/methods/picture",
        "/api/methods/picture/remove", "/api/methods/recovery-code", "/api/notes", "/api/notes/remove",
        "/api/passkeys/options", "/api/methods/passkeys", "/api/methods/passkeys/rename",
        "/api/methods/passkeys/remove", "/api/devices/forget", "/api/sessions/end", "/api/sessions/end-others",
        "/api/account/name", "/api/account/delete",
        "/api/proof",
    ]

    static func spellings(of path: String) -> [String] {
        let rest = String(path.dropFirst(4))
        let inner = path.replacingOccurrences(of: "/", with: "//")
        let last = path.last.map { String(format: "%%%02x", $0.asciiValue ?? 0) } ?? ""
        return [
            "/\(path)", "//\(path)", "///\(path)//", inner, "\(path)/", "\(path)//", "/./\(path.dropFirst())",
            "/.\(path)",
            "/x/..\(path)", "/..\(path)", "/api/./\(rest.dropFirst())", "/api/../api\(rest)", "/%61pi\(rest)",
            "/%2561pi\(rest)", "/%2fapi\(rest)", "/api%2f\(rest.dropFirst())", "%2fapi\(rest)",
            "\(path.dropLast())\(last)",
            "/API\(rest)", "/Api\(rest)", path.uppercased(), "\\api\(rest)", "/\\api\(rest)",
            "/api\\\(rest.dropFirst())",
            "/;/api\(rest)", "/api;a=b\(rest)", "\(path);", "\(path);x=1", "\(path)?", "\(path)?x=1", "/?\(path)",
            "\(path)%00",
            "\(path)%20", "\(path)#", "\(path).", "\(path)%3f", "http://localhost\(path)", "HTTP://localhost/\(path)",
            "https://localhost\(path)", "http://evil.example\(path)", "localhost\(path)", "http:\(path)", "*", "",
            "http://localhost//\(path)", "/\u{FF41}pi\(rest)", "\(path)\u{301}",
        ]
    }

    @Test("Other spellings of a path reach no handler", arguments: posts)
    func everySpellingIsGuardedOrNotFound(path: String) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            for spelling in Self.spellings(of: path) {
                let foreign: HTTPFields = [.origin: "http://evil.example", .contentType: "text/plain"]
                let own: HTTPFields = [.origin: "http://localhost", .contentType: "application/json"]
                for fields in [foreign, own, [:]] {
                    let answer = try await ada.send(.post, spelling, body: Data("{}".utf8), fields)
                    #expect([400, 404, 405].contains(answer.status), "\(spelling): \(answer.status)")
                    #expect(answer.headers[.setCookie] == nil)
                }
            }
            for fields in [[.contentType: "application/json"], [.origin: "http://localhost"]] as [HTTPFields] {
                #expect([403, 415].contains(try await ada.send(.post, path, body: Data("{}".utf8), fields).status))
            }
            #expect(try await ada.isSignedIn)
        }
    }

    /// The same over a socket, where nothing is tidied up on the way.
    @Test("Other spellings of a path reach no handler over a socket", .blocking)
    func noSpellingReachesAHandlerOverASocket() throws {
        try bench.folder.write("site/pictures/\(DrawnPassword.picture)", DrawnPassword.picture.utf8)
        let server = try RunningServer(
            ["--site", bench.folder.path("site"), "--data", bench.data], in: bench.folder)
        let message: [String: Any] = ["name": "mallory", "picture": DrawnPassword.enrolment]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
        func post(_ target: String, hosts: [String], origin: String, type: String) throws -> String {
            let fields = hosts.map { "Host: \($0)\r\n" }.joined()
            return try server.answer(
                "POST \(target) HTTP/1.1\r\n\(fields)Origin: \(origin)\r\nContent-Type: \(type)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)", seconds: 60)
        }
        let own = "localhost:\(server.port)"
        for spelling in Self.spellings(of: "/api/accounts") where !spelling.isEmpty && !spelling.contains("?/api") {
            for (origin, type) in [
                ("http://evil.example", "text/plain"), ("http://\(own)", "application/json"),
            ] {
                let target = spelling.replacingOccurrences(of: "//localhost", with: "//\(own)")
                let answer = try post(target, hosts: [own], origin: origin, type: type)
                #expect(
                    answer.firstMatch(of: #/^HTTP/1.1 (400|404|405) /#) != nil, "\(target): \(answer.prefix(60))")
                #expect(!answer.lowercased().contains("set-cookie"))
            }
        }
        for hosts in [
            [], [own, own], [own, "evil.example"], ["evil.example", own], ["a b"], [own + ", evil.example"],
        ] {
            let answer = try post(
                "/api/accounts", hosts: hosts, origin: "http://\(hosts.last ?? own)", type: "application/json")
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(hosts): \(answer.prefix(60))")
        }
        let guarded = try post("/api/accounts", hosts: [own], origin: "http://evil.example", type: "application/json")
        #expect(guarded.hasPrefix("HTTP/1.1 403 ") && guarded.contains("foreign-origin"))
        let made = try post("/api/accounts", hosts: [own], origin: "http://\(own)", type: "application/json")
        #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made.prefix(300))")
    }

    /// One Origin and one Content-Type: of two, one could be the guard's and the other another reader's.
    @Test("Repeated header fields and long bodies are refused", .blocking)
    func repeatedFieldsAndLongBodiesAreRefused() throws {
        let server = try RunningServer(
            ["--site", bench.folder.path("site"), "--data", bench.data], in: bench.folder)
        let host = "localhost:\(server.port)"
        func post(_ fields: [String], _ body: String) throws -> String {
            try server.answer(
                "POST /api/sign-in/options HTTP/1.1\r\nHost: \(host)\r\n\(fields.joined(separator: "\r\n"))\r\n"
                    + "Connection: close\r\n\r\n\(body)", seconds: 60)
        }
        let (good, evil) = ("Origin: http://\(host)", "Origin: http://evil.example")
        let (json, text) = ("Content-Type: application/json", "Content-Type: text/plain")
        let (length, body) = ("Content-Length: 14", "{\"name\":\"ada\"}")
        #expect(try post([good, json, length], body).hasPrefix("HTTP/1.1 200 "))
        for origins in [
            [good, evil], [evil, good], [good, good], ["Origin: http://\(host), http://evil.example"], [evil],
        ] {
            let answer = try post(origins + [json, length], body)
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("foreign-origin"), "\(origins)")
        }
        for types in [[json, text], [text, json], [json, json], ["Content-Type: text/plain, application/json"]] {
            let answer = try post([good] + types + [length], body)
            #expect(answer.hasPrefix("HTTP/1.1 415 ") && answer.contains("unsupported-media-type"), "\(types)")
        }
        // Without a length in the head, the bytes are counted as they come.
        func chunked(_ body: String) -> String {
            var (text, rest) = ("", Substring(body))
            while !rest.isEmpty {
                let piece = rest.prefix(16_000)
                text += "\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n"
                rest = rest.dropFirst(piece.count)
            }
            return text + "0\r\n\r\n"
        }
        let chunks = "Transfer-Encoding: chunked"
        #expect(try post([good, json, chunks], chunked(body)).hasPrefix("HTTP/1.1 200 "))
        let long = "{\"name\":\"ada\",\"x\":\"\(String(repeating: "a", count: APIRequest.byteLimit))\"}"
        let answer = try post([good, json, chunks], chunked(long))
        #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("too-large"), "\(answer.prefix(200))")
    }

    @Test("Posts that act on an account must name it")
    func everyPostDemandsTheAccountUnlessItSaysOtherwise() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let own = ada.account
            ada.learnsAccount = false
            for path in Self.posts where !OpenAPIDescription.withoutAccount.contains(path) {
                let isOptional = OpenAPIDescription.withOptionalAccount.contains(path)
                for named in [nil, "", "x", String(repeating: "0A", count: 16)] {
                    guard named != nil || !isOptional else { continue }
                    ada.account = nil
                    ada.headers = named.map { [APIGuard.accountField: $0] } ?? [:]
                    let answer = try await ada.post(path, [:])
                    #expect(answer.status == 400 && answer.code == "account-missing", "\(path): \(answer.text)")
                }
                ada.headers = [:]
                ada.account = bob.account
                let answer = try await ada.post(path, [:])
                #expect(answer.status == 409 && answer.code == "other-account", "\(path): \(answer.text)")
            }
            ada.account = own
            #expect(try await ada.isSignedIn)
            ada.account = nil
            #expect(try await ada.post("/api/sign-out", [:]).status == 200)
        }
    }

    @Test("Reads that name another account get nothing") func readsOfAnotherAccountAreRefused() async throws {
        try await bench.run { _, browser async throws in
            let (ada, bob) = (browser(), browser())
            try await ada.create("ada")
            try await bob.create("bob")
            let accounts = [(ada.account, nil), (nil, nil), (bob.account, "other-account"), ("x", "account-missing")]
            for path in ["/api/session", "/api/methods", "/api/devices", "/api/notes"] {
                for (named, code) in accounts {
                    ada.headers = named.map { [APIGuard.accountField: $0] } ?? [:]
                    let answer = try await ada.get(path)
                    #expect(answer.code == code && (answer.status == 200) == (code == nil), "\(path) \(named ?? "")")
                }
            }
        }
    }
}
