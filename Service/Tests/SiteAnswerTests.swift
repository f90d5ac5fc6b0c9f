// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import InkFiles
import Testing

@testable import InkLockService

/// Compression, validators and the headers of a site's answers.
@Suite struct SiteAnswerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("index.html", String(repeating: "<p>front", count: 500).utf8)
        try folder.write("picture.png", String(repeating: "aaaa", count: 500).utf8)
        try folder.write("tiny.txt", "a".utf8)
    }

    private func get(
        _ path: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get, origin: String? = nil
    ) async throws -> TestResponse {
        var server = SiteServer(site: try #require(Site(folder: folder.path)), host: "localhost", port: 0)
        server.publicOrigin = origin
        return try await server.application().test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers)
        }
    }

    private static let gzip: HTTPFields = [.acceptEncoding: "br, gzip;q=0.8"]

    @Test("Text is compressed for clients that accept it") func textIsCompressedForClientsThatAsk() async throws {
        let (plain, small) = (try await get("/"), try await get("/", Self.gzip))
        #expect(plain.headers[.contentEncoding] == nil && small.headers[.contentEncoding] == "gzip")
        #expect(small.body.readableBytes * 4 < plain.body.readableBytes)
        #expect(small.headers[.contentLength] == "\(small.body.readableBytes)")
        #expect(
            try Gzip.decompressed(Array(small.body.readableBytesView), limit: 1 << 20)
                == Array(plain.body.readableBytesView))
        for answer in [plain, small] { #expect(answer.headers[.vary] == "Accept-Encoding") }
        #expect(small.headers[.eTag] != plain.headers[.eTag])
        let head = try await get("/", Self.gzip, method: .head)
        #expect(head.headers[.contentLength] == small.headers[.contentLength] && head.body.readableBytes == 0)
        for path in ["/picture.png", "/tiny.txt"] {
            #expect(try await get(path, Self.gzip).headers[.contentEncoding] == nil)
        }
        #expect(try await get("/picture.png").headers[.vary] == nil)
    }

    @Test(
        "The Accept-Encoding field is parsed correctly",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("gzip;q=1.0", true),
            ("gzip ; q=0.001", true),
            ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false), ("gzip;q=0, *", false),
            ("br, *;q=0, gzip", true),
            ("identity", false), ("", false), ("gzipp", false), ("a,b,c", false),
            (String(repeating: "gzip,", count: 400), false),
        ])
    func codingsAreRead(field: String, takesGzip: Bool) {
        #expect(AcceptedCodings.takesGzip([field]) == takesGzip, "\(field)")
    }

    @Test("Compressed and plain answers have separate validators") func validatorsBelongToWhatIsSent() async throws {
        for headers in [[:], Self.gzip] as [HTTPFields] {
            let first = try await get("/", headers)
            let tag = try #require(first.headers[.eTag])
            var again = headers
            again[.ifNoneMatch] = tag
            let known = try await get("/", again)
            #expect(known.status == .notModified && known.headers[.eTag] == tag)
            #expect(known.headers[.vary] == "Accept-Encoding")
            var other: HTTPFields = headers[.acceptEncoding] == nil ? Self.gzip : [:]
            other[.ifNoneMatch] = tag
            #expect(try await get("/", other).status == .ok)
        }
    }

    @Test("The If-Unmodified-Since condition is respected") func datesAreConditions() async throws {
        let first = try await get("/")
        #expect(first.headers[.acceptRanges] == "bytes")
        let modified = try #require(first.headers[.lastModified])
        let early = "Sat, 01 Jan 2000 00:00:00 GMT"
        for (date, status) in [
            (early, 412), (modified, 200), ("Fri, 01 Jan 2100 00:00:00 GMT", 200), ("yesterday", 200), ("", 200),
            (early + String(repeating: "a", count: 100), 200),
        ] {
            #expect(try await get("/", [.ifUnmodifiedSince: date]).status.code == status, "\(date)")
        }
        // A tag counts more than a date, and two dates are none.
        let tag = try #require(first.headers[.eTag])
        #expect(try await get("/", [.ifUnmodifiedSince: early, .ifMatch: tag]).status == .ok)
        var twice: HTTPFields = [.ifUnmodifiedSince: early]
        twice.append(HTTPField(name: .ifUnmodifiedSince, value: early))
        #expect(try await get("/", twice).status == .ok)
        #expect(try await get("/", [.ifUnmodifiedSince: early, .ifNoneMatch: tag]).status == .preconditionFailed)
    }

    @Test(
        "A range is read as RFC 9110 says",
        arguments: [
            ("bytes=0-3", 0..<4), ("bytes=5-", 5..<10), ("bytes=-3", 7..<10), ("bytes=-30", 0..<10),
            ("BYTES=9-9", 9..<10),
            ("bytes=2-99999999999999999999999", 2..<10), ("bytes=-99999999999999999999999", 0..<10),
        ])
    func ranges(_ field: String, _ range: Range<Int>) {
        #expect(ByteRange(field, size: 10) == .part(range))
    }

    @Test("A malformed range gets the whole file, and one beyond its end is refused") func otherRanges() {
        for field in [
            "", "bytes", "bytes=", "bytes=-", "bytes=3-2", "bytes=a-b", "bytes=0-1,4-5", "bytes=+1-2", "bytes=0 - 3",
            "bytes=1-2-3", "lines=0-3", "bytes=٠-٣", "bytes=0-" + String(repeating: "1", count: 100),
        ] { #expect(ByteRange(field, size: 10) == .whole, "\(field)") }
        for field in ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999999-"] {
            #expect(ByteRange(field, size: 10) == .unsatisfiable, "\(field)")
        }
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable && ByteRange("bytes=-5", size: 0) == .whole)
    }

    @Test("The parts of a file, from memory and from the disk, are those of the whole file") func parts() async throws {
        let large = (0..<SiteCache.fileLimit + 70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try folder.write("large.txt", large)
        try folder.write("assets/front-ABCDEFGH.css", String(repeating: "p { color: red }", count: 100).utf8)
        for path in ["/", "/large.txt", "/assets/front-ABCDEFGH.css"] {
            for headers in [[:], Self.gzip] as [HTTPFields] {
                let whole = try await get(path, headers)
                let tag = try #require(whole.headers[.eTag])
                let size = whole.body.readableBytes
                let codings = whole.headers[.contentEncoding]
                let ranges = [("0-0", 0..<1), ("7-", 7..<size), ("-9", size - 9..<size), ("1-99999999", 1..<size)]
                for (field, range) in ranges {
                    var asked = headers
                    asked[.range] = "bytes=\(field)"
                    asked[.ifRange] = range.lowerBound == 7 ? tag : nil
                    let part = try await get(path, asked)
                    #expect(part.status == .partialContent && part.headers[.eTag] == tag)
                    #expect(part.headers[.contentEncoding] == codings && part.headers[.vary] == whole.headers[.vary])
                    let said = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
                    #expect(part.headers[.contentRange] == said)
                    #expect(part.headers[.lastModified] == whole.headers[.lastModified])
                    let start = whole.body.readerIndex + range.lowerBound
                    #expect(part.body == whole.body.getSlice(at: start, length: range.count))
                }
                var asked = headers
                asked[.range] = "bytes=0-3"
                for condition in ["\"other\"", "W/\(tag)", whole.headers[.lastModified] ?? "", "\(tag), \(tag)"] {
                    asked[.ifRange] = condition
                    let answer = try await get(path, asked)
                    #expect(answer.status == .ok && answer.body.readableBytes == size, "\(condition)")
                }
                asked[.ifRange] = nil
                asked[.ifNoneMatch] = tag
                #expect(try await get(path, asked).status == .notModified)
                asked[.ifNoneMatch] = nil
                asked[.range] = "bytes=\(size)-"
                let refused = try await get(path, asked)
                #expect(refused.status == .rangeNotSatisfiable && refused.headers[.contentRange] == "bytes */\(size)")
                #expect(refused.headers[values: .cacheControl] == ["no-cache"])
            }
        }
    }

    /// The tag of the same bytes is the same in another place at another time, and tells neither.
    @Test("The entity tag depends only on the contents") func tagTellsTheContentsOnly() async throws {
        let tag = try await get("/tiny.txt").headers[.eTag]
        try FileManager.default.removeItem(atPath: folder.path("tiny.txt"))
        try folder.write("other.txt", "x".utf8)
        try folder.write("tiny.txt", "a".utf8)
        #expect(try await get("/tiny.txt").headers[.eTag] == tag)
        #expect(try await get("/other.txt").headers[.eTag] != tag)
    }

    @Test("The If-Match condition is respected") func conditionOnTheStateHolds() async throws {
        let tag = try #require(try await get("/").headers[.eTag])
        #expect(try await get("/", [.ifMatch: tag]).status == .ok)
        #expect(try await get("/", [.ifMatch: "*"]).status == .ok)
        #expect(try await get("/", [.ifMatch: "\"other\""]).status == .preconditionFailed)
        #expect(try await get("/", [.ifMatch: "W/\(tag)"]).status == .preconditionFailed)
    }

    /// Large files and those for which there is no room are sent from the disk.
    @Test("The memory of the file cache is bounded") func memoryOfTheCacheIsBounded() async throws {
        let large = [UInt8](repeating: 65, count: SiteCache.fileLimit + 1)
        try folder.write("large.txt", large)
        let answer = try await get("/large.txt", Self.gzip)
        #expect(answer.headers[.contentEncoding] == nil && answer.body.readableBytes == large.count)
        #expect(answer.headers[.eTag] != nil)
        let cache = SiteCache()
        var files: [SiteFile] = []
        var kept = 0
        for number in 0..<60 {
            try folder.write("\(number).png", [UInt8](repeating: UInt8(number), count: 1_000_000))
            files.append(try #require(SiteFile(atRealPath: folder.path("\(number).png"))))
            if try await cache.entry(for: files[number]) != nil { kept += 1 }
        }
        // Entries from before an upgrade leave once. A site that is too large is not compressed again and again.
        #expect((20...32).contains(kept), "\(kept)")
        let bytes = files.compactMap { cache.known($0)?.plain.readableBytes }.reduce(0, +)
        #expect((10_000_000...SiteCache.totalLimit).contains(bytes), "\(bytes)")
        #expect(cache.known(files[0]) == nil && cache.known(files[20]) != nil)
    }

    @Test("HTTPS origins send Strict-Transport-Security") func secureOriginsAreRemembered() async throws {
        let field = HTTPField.Name.strictTransportSecurity
        for path in ["/", "/missing", "/api/missing", "/readyz"] {
            #expect(try await get(path).headers[field] == nil)
            let secure = try await get(path, origin: "https://localhost")
            #expect(secure.headers[field] == "max-age=63072000", "\(path)")
            let policy = try #require(secure.headers[.contentSecurityPolicy])
            #expect(policy.hasSuffix("require-trusted-types-for 'script'; trusted-types inklock-worker"))
        }
        #expect(try await get("/", origin: "http://localhost").headers[field] == nil)
    }

    @Test(
        "Only files whose names contain a hash are kept without revalidation",
        arguments: [
            ("assets/notes-2QGWXYZA.js", true), ("assets/part-7ABCDEFG.wasm", true), ("assets/a-b-2QGWXYZA.css", true),
            ("assets/notes.js", false), ("assets/notes-2qgwxyza.js", false), ("assets/notes-2QGWXYZ.js", false),
            ("assets/notes-2QGWXYZ1.js", false), ("assets/2QGWXYZA.js", false), ("assets/notes-2QGWXYZA.d.js", false),
            ("notes-2QGWXYZA.js", false), ("other/notes-2QGWXYZA.js", false),
        ])
    func namedByContentsAreKept(path: String, isKept: Bool) async throws {
        try folder.write(path, "text".utf8)
        let answer = try await get("/\(path)", Self.gzip)
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == (isKept ? "public, max-age=31536000, immutable" : "no-cache"))
        let again = try await get("/\(path)", [.ifNoneMatch: try #require(answer.headers[.eTag])])
        #expect(again.status == .notModified && again.headers[.cacheControl] == answer.headers[.cacheControl])
        try FileManager.default.removeItem(atPath: folder.path(path))
        #expect(try await get("/\(path)").headers[.cacheControl] == "no-cache")
    }

    @Test("Browsers must revalidate answers for missing files") func missingFilesAreAskedForAgain() async throws {
        #expect(try await get("/missing").headers[.cacheControl] == "no-cache")
    }

    @Test("The file security.txt follows the standard") func securityContactIsToldAsTheStandardSays() async throws {
        let own = try await get("/.well-known/security.txt")
        #expect(own.status == .ok && own.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(String(buffer: own.body).hasSuffix("\n"))
        let lines = String(buffer: own.body).split(separator: "\n").map(String.init)
        #expect(lines.contains("Contact: mailto:security@localhost"))
        let expires = try #require(lines.first { $0.hasPrefix("Expires: ") }?.dropFirst(9))
        let date = try Date(String(expires), strategy: .iso8601)
        #expect((150.0...200.0).contains(date.timeIntervalSinceNow / 86_400))
        let known = WellKnown(contact: nil, publicOrigin: "https://ink.example:8443")
        #expect(known.contact == "mailto:security@ink.example")
        #expect(known.securityText(at: Date()).contains("Canonical: https://ink.example:8443/.well-known/security.txt"))
        #expect(WellKnown(contact: "https://x.example/report", publicOrigin: nil).contact == "https://x.example/report")
    }

    @Test("The change-password address redirects to the settings") func passwordManagersFindTheSettings() async throws {
        let answer = try await get("/.well-known/change-password")
        #expect(answer.status == .found && answer.headers[.location] == "/notes.html#settings")
        for path in ["/.well-known/", "/.well-known/other", "/.well-known/security.txt/"] {
            #expect(try await get(path).status == .notFound)
        }
    }

    @Test("Unknown methods get status 501", arguments: ["BREW", "PROPFIND", "get", "LOCK"])
    func unknownMethodsAreNotImplemented(method: String) async throws {
        let answer = try await get("/", method: try #require(HTTPRequest.Method(method)))
        #expect(answer.status == .notImplemented)
    }
}

@Suite struct LogLimitTests {
    @Test("Each message is logged once a second with a repeat count") func oneLineASecondWithTheNumberOfOthers() {
        let clock = MutableSecond()
        let limit = LogLimit(now: { clock.value })
        #expect(limit.admit("busy") == 0)
        for _ in 0..<1000 { #expect(limit.admit("busy") == nil) }
        #expect(limit.admit("too-many-requests") == 0)
        clock.value = 1
        #expect(limit.admit("busy") == 1000)
        #expect(limit.admit("busy") == nil)
        clock.value = 5
        #expect(limit.admit("busy") == 1)
        // The clock of a shared database may be set back.
        clock.value = 2
        #expect(limit.admit("busy") == 0)
        #expect(limit.admit("busy") == nil)
    }

    @Test("Overload is not logged as an error") func fullServiceIsNoError() {
        let captured = CapturedLog()
        let log = AccountLog(logger: captured.logger)
        for _ in 0..<100 { log.failed("sign-in", APIError(.serviceUnavailable, .busy, ""), client: "192.0.2.1") }
        for _ in 0..<100 {
            log.failed("options", APIError(.tooManyRequests, .tooManyRequests, ""), client: "192.0.2.1")
        }
        log.failed("save-note", .internalFault, client: "192.0.2.1")
        let lines = captured.text.split(separator: "\n")
        #expect(lines.count <= 5)
        #expect(lines.count { $0.hasPrefix("error") } == 1)
    }
}

private final class MutableSecond: @unchecked Sendable {
    var value: Int64 = 0
}
