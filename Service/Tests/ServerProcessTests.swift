// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

/// The process that serves, and how it speaks HTTP on a socket.
@Suite(.blocking) struct ServerProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        try folder.write("site/pictures/\(DrawnPassword.picture)", DrawnPassword.picture.utf8)
    }

    private func server(_ more: [String] = [], files: Int? = nil) throws -> RunningServer {
        try RunningServer(
            ["--site", folder.path("site"), "--data", folder.path("data")] + more, in: folder, files: files)
    }

    #if os(Linux)
        @Test("The server's memory cannot be dumped to a file") func memoryDoesNotReachAFile() throws {
            // Root's processes all belong to root in /proc.
            let user = 65_534
            let server = try RunningServer(["--site", folder.path("site")], in: folder, as: user)
            let path = "/proc/\(server.process.processIdentifier)"
            let limits = try String(contentsOfFile: "\(path)/limits", encoding: .utf8).split(separator: "\n")
            let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
            #expect(core.split(separator: " ")[4...5] == ["0", "0"])
            let files = try #require(limits.first { $0.hasPrefix("Max open files") }).split(separator: " ")
            #expect(files[3] == files[4])
            let status = try String(contentsOfFile: "\(path)/status", encoding: .utf8)
            let users = try #require(status.split(separator: "\n").first { $0.hasPrefix("Uid:") })
            #expect(!users.split(separator: "\t").contains("0"), "the server is not root's")
            // A process that cannot be dumped belongs to root in /proc, whichever user runs it.
            #expect(try Self.owner("\(path)/environ") == 0)
            #expect(try Self.owner("/proc/self/environ") == Int(geteuid()))
            guard geteuid() == 0 else { return }
            let other = Process()
            other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            other.arguments = ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "sleep", "60"]
            try other.run()
            defer { other.terminate() }
            let deadline = Date().addingTimeInterval(10)
            while try Self.owner("/proc/\(other.processIdentifier)/environ") != user, deadline.timeIntervalSinceNow > 0
            {
                usleep(10_000)
            }
            #expect(try Self.owner("/proc/\(other.processIdentifier)/environ") == user, "other programs can be dumped")
        }

        private static func owner(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
        }
    #endif

    @Test("A signal ends the server cleanly", arguments: [SIGHUP, SIGTERM, SIGINT])
    func signalsEndItPolitely(signal: Int32) throws {
        let server = try server()
        kill(server.process.processIdentifier, signal)
        #expect(server.ends(within: 30))
        #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
        #expect(server.errors.contains("start") && server.errors.contains("stop"))
        #expect(server.errors.contains("inklock 0."))
    }

    /// Sends a request whose last byte is missing. The server has read its head.
    private func unfinishedRequest(
        to server: RunningServer, _ path: String = "/api/sign-out", _ body: String = "{}"
    ) throws -> RawConnection {
        let host = "localhost:\(server.port)"
        let connection = try RawConnection(port: server.port)
        connection.send(
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nExpect: 100-continue\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        #expect(connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send(String(body.dropLast()))
        return connection
    }

    /// The first signal waits for a request whose body is on its way; the second does not.
    @Test("A second interrupt ends the server immediately") func secondInterruptEndsAtOnce() throws {
        let server = try server()
        let connection = try unfinishedRequest(to: server)
        kill(server.process.processIdentifier, SIGINT)
        // Two signals that come together are one.
        #expect(server.stopsListening())
        #expect(server.process.isRunning)
        kill(server.process.processIdentifier, SIGINT)
        #expect(server.ends(within: 30))
        withExtendedLifetime(connection) {}
        // The end after the longest wait has status 0.
        #expect(server.process.terminationStatus == 128 + SIGINT)
        #expect(server.errors.contains("outcome=at-once"), "the last line of the log")
    }

    /// The database accepts the connection, and waits for a request of another kind.
    @Test("A signal ends a server that is still starting", arguments: [SIGTERM, SIGINT])
    func signalsEndTheStart(signal: Int32) throws {
        let database = try TimestampServer { _ in TimestampServer.Answer([]) }
        try folder.write("key/device.key", [UInt8](repeating: 1, count: 32))
        chmod(folder.path("key"), 0o700)
        chmod(folder.path("key/device.key"), 0o600)
        let process = Process()
        process.executableURL = InkLockProcess.executable
        process.arguments = [
            "serve", "--port", "0", "--site", folder.path("site"), "--device-key", folder.path("key/device.key"),
            "--database", "postgres://a@127.0.0.1:\(database.port)/a?connect_timeout=60&sslmode=disable",
        ]
        try process.run()
        #expect(eventually(within: 60) { database.connectionCount > 0 })
        #expect(process.isRunning)
        kill(process.processIdentifier, signal)
        #expect(eventually(within: 20) { !process.isRunning })
        kill(process.processIdentifier, SIGKILL)
        process.waitForExit()
        withExtendedLifetime(database) {}
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// Clients that hold a connection, silent or in the middle of a request, do not keep the process from ending.
    @Test("Held connections do not delay the shutdown") func heldConnectionsDoNotDelayTheEnd() throws {
        let server = try server()
        let host = "localhost:\(server.port)"
        let held = try (0..<4).map { _ in try RawConnection(port: server.port) }
        held[1].send("GET / HTTP/1.1\r\nHost:")
        held[2].send(
            "POST /api/sign-out HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{")
        held[3].send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(held[3].receive(until: "<p>front").hasPrefix("HTTP/1.1 200 "))
        usleep(200_000)
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 20))
        withExtendedLifetime(held) {}
    }

    @Test("An unreadable front page causes a warning") func frontPageThatIsNotServedIsWarnedOf() throws {
        do {
            let open = try server()
            #expect(open.hasLogged("start") && !open.errors.contains("index.html"))
        }
        chmod(folder.path("site/index.html"), 0o600)
        let warned = try server()
        #expect(warned.hasLogged("index.html") && warned.errors.contains("warning"), "\(warned.errors)")
        #expect(try warned.get("/").hasPrefix("HTTP/1.1 404 "))
    }

    /// Once, because any client can send the field.
    @Test(
        "An untrusted forwarding field causes one warning",
        arguments: ["X-Forwarded-For: 198.51.100.7", "Forwarded: for=198.51.100.7"])
    func proxyThatIsNotBelievedIsWarnedOfOnce(field: String) throws {
        func ask(_ server: RunningServer, isWarned: Bool) throws -> Int {
            for _ in 0..<3 {
                _ = try server.answer(
                    "GET /api/session HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\(field)\r\nConnection: close\r\n\r\n"
                )
            }
            #expect(server.hasLogged("no trusted proxy", within: isWarned ? 30 : 1) == isWarned)
            return server.errors.split(separator: "\n").count { $0.contains("no trusted proxy") }
        }
        #expect(try ask(try server(), isWarned: true) == 1)
        #expect(try ask(try server(["--behind-proxy", "--trusted-proxy", "10.0.0.0/8"]), isWarned: true) == 1)
        #expect(try ask(try server(["--behind-proxy"]), isWarned: false) == 0)
    }

    @Test("A trusted proxy that names no client causes one warning") func silentProxyIsWarnedOfOnce() throws {
        let server = try server(["--behind-proxy"])
        func ask(_ field: String) throws {
            _ = try server.answer(
                "POST /api/sign-out HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
                    + "Origin: http://localhost:\(server.port)\r\nContent-Type: application/json\r\n\(field)"
                    + "Content-Length: 2\r\nConnection: close\r\n\r\n{}")
        }
        _ = try server.get("/readyz")
        try ask("X-Forwarded-For: 198.51.100.7\r\n")
        #expect(server.hasLogged("start") && !server.errors.contains("share one rate limit"))
        for _ in 0..<3 { try ask("") }
        #expect(server.hasLogged("share one rate limit"))
        #expect(server.errors.components(separatedBy: "share one rate limit").count == 2)
    }

    @Test("A request in progress is answered during the shutdown") func requestInFlightIsAnsweredAtTheEnd() throws {
        let server = try server()
        // It reads the database, and derives no key, for which a busy server might not wait.
        let connection = try unfinishedRequest(to: server, "/api/sign-in/options", #"{"name":"ada"}"#)
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.stopsListening())
        connection.send("}")
        #expect(connection.receive().hasPrefix("HTTP/1.1 200 "))
        #expect(server.ends(within: 30))
        #expect(server.process.terminationStatus == 0)
    }

    /// - Parameter isKept: A Boolean value that indicates whether the server has sent the file a moment before.
    @Test(
        "A file is sent whole to a client that ends its requests, and during the shutdown", arguments: [false, true],
        [false, true])
    func fileInFlightIsSentWhole(isKept: Bool, endsServer: Bool) throws {
        let size = 250_000
        try folder.write("site/large.bin", [UInt8](repeating: 7, count: size))
        let server = try server()
        let request = "GET /large.bin HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n"
        let before = try RawConnection(port: server.port)
        if isKept {
            before.send(request)
            #expect(before.byteCount(atLeast: size + 1) > size)
            before.send(request)
        }
        let reader = try RawConnection(port: server.port, receiveBuffer: 4096)
        reader.send(request)
        var begun = ""
        if endsServer {
            // The server has begun to answer.
            begun = reader.receive(until: "\r\n\r\n")
            kill(server.process.processIdentifier, SIGTERM)
        } else {
            reader.endSending()
        }
        usleep(200_000)
        let start = ContinuousClock.now
        #expect(begun.utf8.count + reader.byteCount(pause: 0.001, within: 20) > size)
        #expect(ContinuousClock.now - start < .seconds(10), "and the connection ends then")
    }

    /// The list takes more than the buffers between the server and its client.
    @Test("A list of notes that is being sent is sent whole during the shutdown")
    func listInFlightIsSentWholeAtTheEnd() throws {
        let server = try server()
        let host = "localhost:\(server.port)"
        var (cookies, account) = ("", "")
        func post(_ path: String, _ body: String) throws -> String {
            let answer = try server.answer(
                "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
                    + "Cookie: \(cookies)\r\n\(account)Content-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", seconds: 60)
            #expect(answer.hasPrefix("HTTP/1.1 20"), "\(answer)")
            return answer
        }
        let made = try post("/api/accounts", #"{"name":"ada","passcode":{"kind":"six-digits","text":"407152"}}"#)
        cookies = made.matches(of: #/(?i)set-cookie: ([^;]+)/#).map { String($0.1) }.joined(separator: "; ")
        account = "InkLock-Account: \(try #require(made.firstMatch(of: #/"account":"([0-9a-f]+)"/#)).1)\r\n"
        let sealed = String(repeating: "A", count: 240_000)
        for number in 1...9 {
            let id = String(repeating: "\(number)", count: 32)
            _ = try post("/api/notes", #"{"id":"\#(id)","version":0,"sealed":"\#(sealed)"}"#)
        }
        let reader = try RawConnection(port: server.port, receiveBuffer: 4096)
        reader.send("GET /api/notes HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookies)\r\n\r\n")
        let beginning = reader.receive(until: "\"sealed\"")
        kill(server.process.processIdentifier, SIGTERM)
        usleep(500_000)
        let list = beginning + reader.receive()
        #expect(list.hasSuffix("]}\r\n0\r\n\r\n") && list.utf8.count > 9 * sealed.utf8.count)
        #expect(server.ends(within: 20))
        #expect(server.process.terminationStatus == 0)
    }

    @Test(
        "Unusual requests get the right status and headers",
        arguments: [
            ("BREW /coffee HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 501 "),
            ("PROPFIND / HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 501 "),
            ("DELETE / HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 405 "),
            ("QUERY /api/notes HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 405 "),
            ("nonsense\r\n\r\n", "HTTP/1.1 501 "),
            ("GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 400 "),
            ("GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 501 "),
            ("GET / HTTP/1.1\r\nHost: HOST\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", "HTTP/1.1 431 "),
            ("GET / HTTP/1.1\r\nHost: HOST\r\n\(String(repeating: "X: a\r\n", count: 200))\r\n", "HTTP/1.1 431 "),
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 414 "),
            ("GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 431 "),
            ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "),
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 421 "),
            ("GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n", "HTTP/1.1 200 "),
        ])
    func everyAnswerHasItsStatusAndHeaders(request: String, status: String) throws {
        let server = try server()
        let connection = try RawConnection(port: server.port)
        connection.send(request.replacingOccurrences(of: "HOST", with: "localhost:\(server.port)"))
        connection.endSending()
        let answer = connection.receive()
        #expect(answer.hasPrefix(status), "\(answer.prefix(80))")
        #expect(answer.lowercased().contains("\r\ncontent-security-policy: default-src 'none'"))
        #expect(answer.lowercased().contains("\r\nx-content-type-options: nosniff"))
        #expect(!status.hasPrefix("HTTP/1.1 4") || answer.contains("\"error\"") || status.contains("405"))
        #expect(try server.get("/").hasPrefix("HTTP/1.1 200 "))
    }

    /// Bytes after such a request could belong to its body or to the next request.
    @Test(
        "A body's only coding is chunked, and nothing after another is a request",
        arguments: [
            ("gzip, chunked", "1.1", 501), ("identity, chunked", "1.1", 501), ("", "1.1", 501),
            (",chunked", "1.1", 501), ("identity\r\nTransfer-Encoding: chunked", "1.1", 501), ("identity", "1.1", 400),
            ("gzip", "1.1", 400),
            ("chunked, chunked", "1.1", 400), ("chunked\r\nTransfer-Encoding: chunked", "1.1", 400),
            ("chunked\r\nTransfer-Encoding: identity", "1.1", 400), ("chunked;q=1", "1.1", 400),
            ("xchunked", "1.1", 400), ("chunked", "1.0", 400), ("Chunked", "1.1", 200),
        ])
    func chunkedIsTheOnlyCoding(coding: String, version: String, status: Int) throws {
        let server = try server()
        let host = "Host: localhost:\(server.port)\r\n"
        let type = "Origin: http://localhost:\(server.port)\r\nContent-Type: application/json\r\n"
        let body = "f\r\n{\"name\":\"anna\"}\r\n0\r\n\r\n"
        let head = "POST /api/sign-in/options HTTP/\(version)\r\n\(host)\(type)"
        let next = "GET / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
        let answer = try server.answer("\(head)Transfer-Encoding: \(coding)\r\n\r\n\(body)\(next)")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(80))")
        #expect(answer.components(separatedBy: "HTTP/1.").count - 1 == (status == 200 ? 2 : 1))
        #expect(answer.contains("\"not-implemented\"") == (status == 501))
    }

    @Test(
        "A body whose end is not certain is refused, and nothing after it is a request",
        arguments: [
            "Content-Length: 15\r\nContent-Length: 15", "Content-Length: 15\r\nContent-Length: 16",
            "Content-Length: 15, 15", "Content-Length: +15", "Content-Length: 0xf", "Content-Length: -1",
            "Content-Length: 1 5", "Content-Length:", "Content-Length: 18446744073709551631",
            "Content-Length: 15\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 15",
            "Content-Length : 15", "Content-Length:\r\n 15", "Content-Length\0: 15",
        ])
    func ambiguousLengthsAreRefused(fields: String) throws {
        let server = try server()
        let host = "Host: localhost:\(server.port)\r\n"
        let type = "Origin: http://localhost:\(server.port)\r\nContent-Type: application/json\r\n"
        let next = "GET / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
        for (fields, count) in [("Content-Length: 15", 2), (fields, 1)] {
            let head = "POST /api/sign-in/options HTTP/1.1\r\n\(host)\(type)\(fields)\r\n\r\n"
            let answer = try server.answer(head + "{\"name\":\"anna\"}" + next)
            #expect(answer.hasPrefix("HTTP/1.1 \(count == 2 ? 200 : 400) "), "\(answer.prefix(80))")
            #expect(answer.components(separatedBy: "HTTP/1.").count - 1 == count)
        }
    }

    /// Comparing such a field as text takes quadratic time, and the library compares `Connection` for each request.
    @Test("A long field that is not ASCII is refused before anything compares it", .timeLimit(.minutes(15)))
    func longFieldsAreASCII() throws {
        let server = try server()
        let head = "Host: localhost:\(server.port)\r\n"
        let end = "Connection: close\r\n\r\n"
        let marks = RequestCostTests.fallingMarks(bytes: 15_700)
        for name in RequestCostTests.fieldNames + ["X-Own"] where name != "Cookie" {
            let before = try server.processorSeconds()
            for path in ["/", "/livez", "/api/session", "/nothing"] {
                let answer = try server.answer("GET \(path) HTTP/1.1\r\n\(head)\(name): \(marks)\r\n\(end)")
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(name) of \(path): \(answer.prefix(80))")
                #expect(answer.contains("\"malformed\""))
            }
            // The time of four requests. One comparison takes 0.05 s.
            #expect(try server.processorSeconds() - before < 0.15, "\(name)")
        }
        // Pages of other services on this host set cookies. A short field may have any text.
        for field in ["Cookie: a=\(marks)", "User-Agent: \(String(repeating: "\u{E9}", count: 100))"] {
            let answer = try server.answer("GET / HTTP/1.1\r\n\(head)\(field)\r\n\(end)")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
        let both = try server.answer("GET / HTTP/1.1\r\n\(head)\r\nGET / HTTP/1.1\r\n\(head)X: \(marks)\r\n\(end)")
        #expect(both.hasPrefix("HTTP/1.1 200 ") && both.contains("<p>front") && both.contains("HTTP/1.1 400 "))
    }

    @Test("An Expect field is answered before the body") func expectationIsAnsweredBeforeTheBody() throws {
        let server = try server()
        let connection = try unfinishedRequest(to: server)
        connection.send("}")
        #expect(connection.receive(until: "{}").hasPrefix("HTTP/1.1 200 "))
        // The connection is good for more.
        connection.send("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        #expect(connection.receive(until: "<p>front").hasPrefix("HTTP/1.1 200 "))
    }

    @Test("HTTP/1.0 clients get no chunks and a closed connection") func oldClientsGetNoChunksAndAnEnd() throws {
        let server = try server()
        #expect(server.isReady())
        for (path, end) in [("/", "<p>front"), ("/readyz", "}"), ("/api/openapi.json", "}")] {
            let connection = try RawConnection(port: server.port)
            connection.send("GET \(path) HTTP/1.0\r\nHost: localhost:\(server.port)\r\n\r\n")
            let answer = connection.receive()
            #expect(answer.hasPrefix("HTTP/1.0 200 ") && answer.hasSuffix(end), "\(answer.prefix(60))")
            #expect(!answer.lowercased().contains("transfer-encoding"))
            #expect(answer.lowercased().contains("\r\nconnection: close"))
            #expect(connection.closes(within: 15))
        }
    }

    @Test("A request to close the connection is respected") func closingIsKept() throws {
        let server = try server()
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nConnection: Close\r\n\r\n")
        #expect(connection.receive(until: "<p>front").lowercased().contains("\r\nconnection: close"))
        #expect(connection.closes(within: 15))
    }

    @Test("A body with too large a declared length is refused unread")
    func bodyThatIsTooLargeIsRefusedBeforeItComes() throws {
        let server = try server()
        let host = "localhost:\(server.port)"
        for length in ["100000000", "99999999999999999999"] {
            let answer = try server.answer(
                "POST /api/sign-out HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 413 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(80))")
            #expect(answer.lowercased().contains("\r\nconnection: close"))
        }
    }

    @Test("An HTTPS origin without a proxy causes a warning") func secureOriginWithoutAProxyIsWarnedOf() throws {
        let warned = try server(["--origin", "https://ink.example"])
        #expect(warned.isReady())
        #expect(try warned.get("/").hasPrefix("HTTP/1.1 421 "))
        #expect(warned.hasLogged("--behind-proxy"))
        kill(warned.process.processIdentifier, SIGTERM)
        #expect(warned.ends(within: 30))
        let quiet = try server(["--origin", "https://ink.example", "--behind-proxy"])
        #expect(
            try quiet.answer("GET / HTTP/1.1\r\nHost: ink.example\r\nConnection: close\r\n\r\n").contains("<p>front"))
        #expect(quiet.hasLogged("start") && !quiet.errors.contains("warning"))
    }
}
