// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import InkLockService

@Suite struct SiteTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("secret.txt", "secret".utf8)
        try folder.write("site/index.html", "<p>front".utf8)
        try folder.write("site/guide/index.html", "<p>guide".utf8)
        try folder.write("site/empty/readme.txt", "".utf8)
        try folder.write("site/.hidden", "hidden".utf8)
        try folder.write("site/.git/config", "hidden".utf8)
        try folder.link("site/out.txt", to: folder.path("secret.txt"))
        try folder.link("site/up", to: "..")
        try folder.link("site/peek.txt", to: ".hidden")
        try folder.link("site/again.html", to: "index.html")
        try folder.link("site/loop", to: "loop")
    }

    private func get(
        _ path: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:], over: TestingSetup = .router
    ) async throws -> TestResponse {
        let site = try #require(Site(folder: folder.path("site")))
        var server = SiteServer(site: site, host: "localhost", port: 0)
        // The live client leaves the port out of Host.
        server.publicOrigin = "http://localhost"
        let application = server.application()
        return try await application.test(over) { client in
            try await client.execute(uri: path, method: method, headers: headers)
        }
    }

    @Test("A folder is served by its index file") func folderIsServedByItsIndex() async throws {
        let front = try await get("/")
        #expect(front.status == .ok)
        #expect(String(buffer: front.body) == "<p>front")
        #expect(String(buffer: try await get("/guide/").body) == "<p>guide")
        #expect(String(buffer: try await get("/again.html").body) == "<p>front")
    }

    @Test("A folder without a trailing slash redirects within the site")
    func folderWithoutSlashIsRedirectedOnTheSameSite() async throws {
        let response = try await get("/guide?a=b")
        #expect(response.status == .movedPermanently)
        #expect(response.headers[.location] == "/guide/?a=b")
    }

    @Test(
        "Hidden files and files outside the site are not found",
        arguments: [
            "/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/guide/../../secret.txt",
            "/out.txt", "/up/secret.txt", "/.hidden", "/.git/config", "/peek.txt", "/loop", "/index.html/", "/empty/",
            "/empty", "/missing", "//etc/passwd", "/a%00b", "/index.html%00.txt", "/guide%5cindex.html",
            "/" + String(repeating: "a", count: 5000),
        ])
    func whatIsOutsideOrHiddenIsNotFound(path: String) async throws {
        let response = try await get(path)
        #expect(response.status == .notFound)
        #expect(String(buffer: response.body) == "There is nothing here.\n")
    }

    @Test("Every answer has the security headers", arguments: ["/", "/missing", "/guide"])
    func everyAnswerIsGuarded(path: String) async throws {
        let headers = try await get(path).headers
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"))
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.crossOriginResourcePolicy] == "same-origin")
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ] {
            #expect(headers[try #require(HTTPField.Name(name))] == value)
        }
        #expect(headers[try #require(HTTPField.Name("Permissions-Policy"))] != nil)
    }

    @Test(
        "Only GET and HEAD are allowed", arguments: [HTTPRequest.Method.post, .put, .delete, .patch, .options, .trace])
    func onlyReadingIsAllowed(method: HTTPRequest.Method) async throws {
        let response = try await get("/", method: method)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD")
    }

    @Test(
        "HEAD gets the same answer as GET without the body", arguments: ["/", "/missing", "/guide"],
        [TestingSetup.router, .live])
    func headAnswersAsGetWithoutTheBody(path: String, over: TestingSetup) async throws {
        let (get, head) = (try await get(path, over: over), try await get(path, method: .head, over: over))
        #expect(head.status == get.status)
        #expect(head.headers[.contentLength] == get.headers[.contentLength])
        #expect(head.headers[.contentType] == get.headers[.contentType])
        #expect(head.body.readableBytes == 0)
    }

    @Test(
        "Files have the media type of their extension",
        arguments: [
            ("a.html", "text/html; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
            ("a.js", "text/javascript; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
            ("a.json", "application/json; charset=utf-8"), ("a.wasm", "application/wasm"),
            ("a.svg", "image/svg+xml; charset=utf-8"), ("a.png", "image/png"), ("a.pdf", "application/pdf"),
            ("a.woff2", "font/woff2"), ("a.txt", "text/plain; charset=utf-8"), ("a.PNG", "image/png"),
            ("a.webmanifest", "application/manifest+json; charset=utf-8"), ("a.d.ts", "text/plain; charset=utf-8"),
            ("LICENSE", "application/octet-stream"), ("html", "application/octet-stream"),
        ])
    func fileHasItsMediaType(name: String, type: String) async throws {
        try folder.write("site/\(name)", "x".utf8)
        #expect(try await get("/\(name)").headers[.contentType] == type)
    }

    @Test("Files of any size arrive complete", arguments: [0, 1, 65_535, 65_536, 1_000_003])
    func fileArrivesWhole(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try folder.write("site/big.wasm", bytes)
        let response = try await get("/big.wasm", over: .live)
        #expect(response.headers[.contentLength] == "\(size)")
        #expect(response.body.readableBytesView.elementsEqual(bytes))
    }
}
