// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import NIOCore
import NIOHTTP1
import Testing

@testable import InkLockService

/// Tests of the answers that a busy site sends again. Each request goes over a connection that stays open.
@Suite(.blocking) struct KeptAnswersTests {
    private let folder: TemporaryFolder
    private let text = String(repeating: "<p>front\n", count: 100)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", text.utf8)
        try folder.write("site/a.txt", "first".utf8)
    }

    private func server(_ arguments: [String] = []) throws -> RunningServer {
        try RunningServer(["--site", folder.path("site")] + arguments, in: folder)
    }

    private func request(
        _ target: String, _ server: RunningServer, method: String = "GET", host: String? = nil, _ fields: [String] = []
    ) -> String {
        (["\(method) \(target) HTTP/1.1", "Host: \(host ?? "localhost:\(server.port)")"] + fields)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }

    private struct Answer {
        let status: String
        /// The lines of the fields, without `Date` and the name of the request, in order of the alphabet.
        let fields: [String]
        let id: String?
        let body: String

        init(_ text: String) throws {
            let end = try #require(text.range(of: "\r\n\r\n"), "\(text)")
            let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
            let name = "x-request-id: "
            status = lines[0]
            fields = lines.dropFirst().filter { !["date: ", name].contains(where: $0.lowercased().hasPrefix) }.sorted()
            id = lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
            body = String(text[end.upperBound...])
        }
    }

    /// Sends a request once through the library, and twice without it afterwards.
    private func answers(_ request: String, _ connection: RawConnection, until end: String) throws -> [Answer] {
        try (0..<3).map { _ in
            connection.send(request)
            return try Answer(connection.receive(until: end))
        }
    }

    @Test("A file is answered again as the first time, with a request ID of its own") func equalAnswers() throws {
        let server = try server()
        let connection = try RawConnection(port: server.port)
        for target in ["/a.txt", "/a.txt?x=1", "http://localhost:\(server.port)/a.txt"] {
            let answers = try self.answers(request(target, server), connection, until: "first")
            for answer in answers {
                #expect(answer.status == "HTTP/1.1 200 OK" && answer.body == "first")
                #expect(answer.fields == answers[0].fields)
                #expect(answer.fields.contains { $0.lowercased().hasPrefix("content-security-policy: ") })
            }
            #expect(Set(answers.compactMap(\.id)).count == 3)
        }
    }

    /// Makes the server keep its answer to a plain request, and sends another request on a connection of its own.
    /// - Returns: The answer, whose body may be incomplete.
    private func afterPlain(_ other: String, _ server: RunningServer) throws -> Answer {
        let plain = try self.answers(request("/", server), RawConnection(port: server.port), until: text)
        #expect(plain[2].body == text)
        let connection = try RawConnection(port: server.port)
        connection.send(other)
        return try Answer(connection.receive(until: "\r\n\r\n"))
    }

    @Test("Other requests for the file have answers of their own after it") func otherRequests() throws {
        let server = try server()
        let plain = try afterPlain(request("/", server), server)
        let tag = try #require(plain.fields.first { $0.lowercased().hasPrefix("etag: ") }).dropFirst(6)
        for (method, fields, status) in [
            ("HEAD", [], "200"), ("GET", ["Range: bytes=0-2"], "206"), ("GET", ["If-None-Match: \(tag)"], "304"),
            ("GET", ["If-Match: \"no\""], "412"), ("GET", ["if-modified-since: Fri, 01 Jan 2100 00:00:00 GMT"], "304"),
            ("GET", ["Range: bytes=5000-"], "416"), ("GET", ["Accept-Encoding: gzip"], "200"), ("POST", [], "405"),
            ("GET", ["Host: localhost:\(server.port)"], "400"), ("GET", ["Content-Length: 1"], "200"),
        ] as [(String, [String], String)] {
            let answer = try afterPlain(request("/", server, method: method, fields), server)
            #expect(answer.status.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(fields)")
            let isGzip = answer.fields.contains { $0.lowercased() == "content-encoding: gzip" }
            #expect(isGzip == (fields == ["Accept-Encoding: gzip"]))
            #expect(method != "HEAD" || answer.body.isEmpty)
        }
        for host in ["evil.example", "localhost:1", ""] {
            let answer = try afterPlain(request("/", server, host: host), server)
            #expect(["HTTP/1.1 421", "HTTP/1.1 400"].contains { answer.status.hasPrefix($0) }, "\(host)")
        }
        #expect(try afterPlain("GET / HTTP/1.0\r\n\r\n", server).status.hasPrefix("HTTP/1.0 400 "))
        let last = try afterPlain(request("/", server, ["Connection: close"]), server)
        #expect(last.fields.contains { $0.lowercased() == "connection: close" })
    }

    @Test("Requests that were sent together are answered in order") func pipelined() throws {
        try folder.write("site/b.txt", "the end".utf8)
        let server = try server()
        let connection = try RawConnection(port: server.port)
        _ = try self.answers(request("/a.txt", server), connection, until: "first")
        let paths = ["/a.txt", "/a.txt", "/none", "/a.txt", "/livez", "/a.txt", "/a.txt", "/b.txt"]
        connection.send(paths.map { request($0, server) }.joined())
        let answers = connection.receive(until: "the end").components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == ["200", "200", "404", "200", "200", "200", "200", "200"])
        #expect(answers.map { $0.hasSuffix("first") } == paths.map { $0 == "/a.txt" })
    }

    @Test("A changed and a private file are noticed a second later") func changesAreNoticed() throws {
        let server = try server()
        let connection = try RawConnection(port: server.port)
        /// Asks all the time, which must not keep the former answer alive.
        func settled() throws -> Answer {
            let deadline = ContinuousClock.now + RecentFiles.age + KeptAnswers.age
            while true {
                let isOver = ContinuousClock.now >= deadline
                connection.send(request("/a.txt", server))
                let answer = try Answer(connection.receive(until: "\r\n\r\n"))
                if isOver { return answer }
            }
        }
        #expect(try settled().fields.contains { $0.lowercased() == "content-length: 5" })
        try folder.write("site/a.txt", "second".utf8)
        #expect(try settled().fields.contains { $0.lowercased() == "content-length: 6" })
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("site/a.txt"))
        #expect(try settled().status.hasSuffix("HTTP/1.1 404 Not Found"))
    }

    @Test("A client that does not read makes the server keep little") func unreadAnswers() throws {
        try folder.write("site/large.bin", [UInt8](repeating: 7, count: 200_000))
        let server = try server()
        let asking = request("/large.bin", server)
        let warm = try RawConnection(port: server.port)
        warm.send(asking)
        #expect(warm.byteCount(atLeast: 200_001) > 200_000)
        let before = try server.memory()
        let (port, many) = (server.port, String(repeating: asking, count: 5000))
        for _ in 0..<20 {
            Thread.detachNewThread { (try? RawConnection(port: port, receiveBuffer: 4096))?.send(many) }
        }
        usleep(1_500_000)
        #expect(try server.memory() < before + 40_000)
        #expect(try server.get("/a.txt").hasSuffix("first"))
    }

    @Test("Each answer is logged and counted") func eachIsLoggedAndCounted() throws {
        let logged = try server(["--access-log", "requests"])
        let connection = try RawConnection(port: logged.port)
        let answers = try self.answers(request("/a.txt", logged), connection, until: "first")
        for answer in answers { #expect(logged.hasLogged(try #require(answer.id))) }

        let metrics = folder.path("metrics")
        let counted = try server(["--metrics", metrics])
        _ = try self.answers(request("/a.txt", counted), RawConnection(port: counted.port), until: "first")
        let outcome = try InkLockProcess(
            shell: "exec curl --silent --max-time 10 --unix-socket \(metrics) http://m/metrics", in: folder)
        let numbers = String(decoding: outcome.output, as: UTF8.self)
        #expect(numbers.contains("inklock_http_requests_total{route=\"files\",method=\"GET\",status=\"200\"} 3\n"))
    }

    @Test("The memory of answers is bounded, and old ones make room") func bounds() {
        // Neither is now, because the machine may be busy for longer than an answer is kept.
        let (old, new) = (ContinuousClock.now - KeptAnswers.age, ContinuousClock.now + .seconds(3600))
        let answers = KeptAnswers(metrics: nil)
        func key(_ number: Int) -> KeptAnswers.Key {
            KeptAnswers.Key(target: "/\(number)", host: "a", codings: [], address: nil)
        }
        func answer(_ size: Int) -> KeptAnswers.Answer {
            KeptAnswers.Answer(
                head: HTTPResponseHead(version: .http1_1, status: .ok),
                body: ByteBuffer(repeating: 0, count: size))
        }
        answers.keep(answer(KeptAnswers.bodyLimit + 1), for: key(-1), since: new)
        #expect(answers[key(-1)] == nil)
        for number in 0...KeptAnswers.limit { answers.keep(answer(1), for: key(number), since: new) }
        #expect(answers[key(0)] != nil && answers[key(KeptAnswers.limit)] == nil)
        let aged = KeptAnswers(metrics: nil)
        for number in 0..<KeptAnswers.limit { aged.keep(answer(1), for: key(number), since: old) }
        #expect(aged[key(0)] == nil)
        aged.keep(answer(1), for: key(KeptAnswers.limit), since: new)
        #expect(aged[key(KeptAnswers.limit)] != nil)
    }
}
