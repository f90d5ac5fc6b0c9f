// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import InkTestSupport
import Logging
import NIOCore
import Testing

@testable import InkLockService

/// The lines that an operator's programs read.
@Suite(.blocking) struct LogTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
    }

    private func server(_ arguments: [String], errors: FileHandle? = nil) throws -> RunningServer {
        try RunningServer(["--site", "site", "--data", "data"] + arguments, in: folder, errors: errors)
    }

    private static func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            #expect(line.utf8.count < LogLine.byteLimit)
            return try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private static func id(in answer: String) throws -> String {
        String(try #require(answer.firstMatch(of: #/\r\nX-Request-Id: ([^\r]+)\r\n/#), "\(answer)").1)
    }

    @Test("Whatever is logged is one bounded JSON object a line") func linesAreJSON() throws {
        let hostile = [
            "plain", "say \"\\\n\r\u{0}\u{1B}[31m", "\u{202E}\u{2028}\u{FEFF}\u{10FFFF}",
            String(repeating: "\u{1}", count: 9_000),
            String(repeating: "😀", count: 9_000), "", "{\"level\":\"none\"}", "a=b c=d",
        ]
        for text in hostile {
            var metadata: Logger.Metadata = [
                "time": "none", "number": .stringConvertible(7), "ratio": .stringConvertible(0.5),
            ]
            for key in 0..<40 { metadata["key\(key) \(text)"] = .string(text) }
            metadata["not a number"] = .stringConvertible(Double.nan)
            metadata["list"] = .array([.string(text)])
            let line = LogLine(level: .info, label: "test", message: text, metadata: metadata)
            for format in LogFormat.allCases {
                let bytes = line.bytes(format)
                #expect(bytes.count <= LogLine.byteLimit && bytes.last == 0x0A)
                let shown = try #require(String(validating: bytes.dropLast(), as: UTF8.self))
                #expect(
                    !shown.unicodeScalars.contains {
                        $0.value < 0x20 || $0 == "\u{7F}" || $0 == "\u{202E}" || $0 == "\u{2028}"
                    })
            }
            let object = try #require(try Self.objects(String(decoding: line.bytes(.json), as: UTF8.self)).first)
            #expect(object["level"] as? String == "info" && object["logger"] as? String == "test")
            #expect((object["time"] as? String)?.contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/#) == true)
            if text.count < 20 {
                #expect(object["message"] as? String == text && object["key0 \(text)"] as? String == text)
                #expect(object["number"] as? Int == 7 && object["ratio"] as? Double == 0.5)
            }
        }
        let moment = LogLine(
            level: .notice, label: "a", message: "m", metadata: ["b": "c d", "a": "x=y", "n": "1"],
            time: Date(timeIntervalSince1970: 951_782_399.999_4))
        #expect(
            String(decoding: moment.bytes(.text), as: UTF8.self)
                == "2000-02-28T23:59:59.999Z notice a: m a=\"x=y\" b=\"c d\" n=1\n")
    }

    @Test("Hostile requests leave whole JSON lines with nothing of what was sent") func hostileRequestsLeaveNothing()
        throws
    {
        let server = try server([
            "--log-format", "json", "--log-level", "debug", "--access-log", "clients", "--behind-proxy",
        ])
        let host = "Host: localhost:\(server.port)\r\n"
        let ids = [
            "EVIL\",\"level\":\"none", "EVIL\u{1B}[31m", "EVIL é", String(repeating: "EVIL", count: 40), "EVIL",
            "EVIL EVIL",
            "EVILEVIL, EVILEVIL", "",
        ]
        for id in ids {
            let answer = try server.answer(
                "GET /EVIL?EVIL HTTP/1.1\r\n\(host)X-Request-Id: \(id)\r\nConnection: close\r\n\r\n")
            // The control character makes a request that cannot be read.
            #expect(
                !answer.contains("EVIL") && (answer.hasPrefix("HTTP/1.1 404 ") || answer.hasPrefix("HTTP/1.1 400 ")))
            #expect(try Self.id(in: answer).count == 32)
        }
        let twice = "X-Request-Id: EVILEVIL\r\nX-Request-Id: EVILEVIL\r\n"
        for request in [
            "GET / HTTP/1.1\r\n\(host)\(twice)Connection: close\r\n\r\n",
            "EVIL / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n",
            "PATCH /api/sign-in/EVIL HTTP/1.1\r\n\(host)Connection: close\r\n\r\n",
            "GET /\u{1F600}\"\\EVIL HTTP/1.1\r\n\(host)Connection: close\r\n\r\n",
            "GET / HTTP/1.1\r\n\(host)User-Agent: EVIL\r\nReferer: EVIL\r\nX-Forwarded-For: EVIL\"\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: EVIL\r\nConnection: close\r\n\r\n", "EVIL EVIL EVIL\r\n\r\n",
            "GET / HTTP/9.9\r\nEVIL: 1\r\n\r\n",
            "POST /api/accounts HTTP/1.1\r\n\(host)Origin: http://localhost:\(server.port)\r\n"
                + "Content-Type: application/json\r\nContent-Length: 15\r\nConnection: close\r\n\r\n{\"name\":\"EVIL\"}",
        ] {
            #expect(try Self.id(in: server.answer(request)).count == 32, "\(request)")
        }
        let given = "7F000001:1F90_4F7B0A69-a.b+c/d=@1"
        let answer = try server.answer(
            "HEAD / HTTP/1.1\r\n\(host)X-Request-Id: \(given)\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n\r\n"
        )
        #expect(try Self.id(in: answer) == given)
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30))
        #expect(!server.errors.contains("EVIL"), "\(server.errors)")
        let lines = try Self.objects(server.errors)
        let requests = lines.filter { $0["message"] as? String == "request" }
        #expect(requests.count == ids.count + 10, "\(server.errors)")
        let named = try #require(requests.first { $0["request"] as? String == given })
        #expect(
            named["route"] as? String == "files" && named["method"] as? String == "HEAD"
                && named["status"] as? Int == 200)
        #expect(
            named["client"] as? String == "203.0.113.9" && named["bytes"] as? Int == 0
                && named["logger"] as? String == "inklock.access")
        #expect(requests.contains { $0["route"] as? String == "unreadable" && $0["status"] as? Int == 400 })
        #expect(
            requests.contains { $0["method"] as? String == "other" }
                || requests.contains { $0["status"] as? Int == 501 })
        for line in requests {
            #expect((line["seconds"] as? Double ?? 0) < 30 && line["bytes"] is Int)
        }
        // The line of an event names the same request.
        let event = try #require(lines.first { $0["message"] as? String == "create" })
        #expect(
            requests.contains {
                $0["request"] as? String == event["request"] as? String && $0["route"] as? String == "/api/accounts"
            })
        let messages = lines.compactMap { $0["message"] as? String }
        #expect(messages.starts(with: ["folder", "start"]) && messages.last == "stop")
    }

    @Test("Requests are logged as the operator chooses, and the choice can change") func choices() throws {
        func settings(_ lines: String) throws { try folder.write("inklock.toml", "site = \"site\"\n\(lines)".utf8) }
        try settings("")
        let server = try RunningServer(["--config", "inklock.toml"], in: folder)
        func ask() throws -> String {
            try Self.id(
                in: server.answer(
                    "GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nX-Request-Id: 0123456789\r\nConnection: close\r\n\r\n"
                ))
        }
        // A stranger does not choose the name of its request.
        let first = try ask()
        #expect(first != "0123456789" && !server.hasLogged(first, within: 1))
        try settings("access-log = \"requests\"\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(server.hasLogged("reload"))
        let second = try ask()
        #expect(server.hasLogged("request=\(second)"))
        let line = try #require(server.errors.split(separator: "\n").first { $0.contains(second) })
        #expect(
            line.contains(" info inklock.access: request bytes=8 method=GET ") && line.contains(" route=files ")
                && line.contains(" status=200"))
        #expect(!line.contains("client"))
        try settings("access-log = \"clients\"\nlog-level = \"notice\"\nsecurity-contact = \"tel:3\"\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(try eventually(within: 30) { try server.get("/.well-known/security.txt").contains("tel:3") })
        let third = try ask()
        #expect(!server.hasLogged(third, within: 1))
        for (option, value) in [("--log-format", "xml"), ("--log-level", "loud"), ("--access-log", "on")] {
            let wrong = try InkLockProcess(["serve", "--check", "--site", "site", option, value], in: folder)
            #expect(
                wrong.status == 64 && wrong.errors.hasPrefix("inklock: \(option) is ") && wrong.errors.contains(" or "))
        }
    }

    @Test("Only an answer that a client leaves early is an aborted one") func abortedAnswers() throws {
        // More than the system's buffers have room for.
        try folder.write("site/large", [UInt8](repeating: 7, count: 1 << 26))
        let server = try server(["--access-log", "requests"])
        func leave(_ path: String, after count: Int) throws {
            let connection = try RawConnection(port: server.port)
            connection.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
            #expect(connection.byteCount(atLeast: count) >= count)
            connection.breaksOff()
        }
        func lines() -> [Substring] {
            server.errors.split(separator: "\n").filter { $0.contains(" inklock.access: request ") }
        }
        let whole = try server.answer("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n", seconds: 1)
        #expect(whole.hasSuffix("<p>front"))
        for _ in 0..<300 { try leave("/", after: whole.utf8.count) }
        #expect(eventually(within: 30) { lines().count == 301 }, "\(lines().count)")
        #expect(lines().allSatisfy { $0.contains(" bytes=8 ") && !$0.contains("aborted") })
        try leave("/large", after: 1 << 10)
        #expect(eventually(within: 30) { lines().count == 302 })
        #expect(lines().last?.contains(" outcome=aborted ") == true, "\(lines().last ?? "")")
    }

    @Test("A body in one buffer counts as sent as far as the connection takes it") func partlySentBuffers() async throws
    {
        let log = CapturedLog()
        func send(_ count: Int) async throws {
            let access = AccessLog(
                logger: log.logger, settings: LiveSettings(ReloadableSettings(accessLog: .requests)))
            let response = access.watch(
                Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 7, count: count))),
                RequestID(), route: "files", method: "GET", since: .now, isHead: false, from: "")
            try await response.body.write(LimitedWriter(room: 100_000))
        }
        // The client leaves after the last byte, before the server ends the answer.
        await #expect(throws: POSIXError.self) { try await send(100_000) }
        #expect(log.text.contains("\"bytes\": 100000") && !log.text.contains("aborted"), "\(log.text)")
        await #expect(throws: POSIXError.self) { try await send(1 << 20) }
        #expect(log.text.contains("aborted"), "\(log.text)")
    }

    /// A connection whose client leaves after some bytes.
    private struct LimitedWriter: ResponseBodyWriter {
        var room: Int

        mutating func write(_ buffer: ByteBuffer) async throws {
            guard room > 0 else { throw POSIXError(.EPIPE) }
            room -= buffer.readableBytes
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { throw POSIXError(.EPIPE) }
    }

    @Test("A reader of the log that stops or goes does not hold up the service") func slowReaders() throws {
        let pipe = Pipe()
        let server = try server(
            ["--log-format", "json", "--access-log", "requests"], errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let one = "GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n"
        let connection = try RawConnection(port: server.port)
        // More lines than the pipe and the queue have room for.
        let count = 6_000
        for _ in 0..<(count / 4) {
            #expect(connection.send(String(repeating: one, count: 4)))
            var text = ""
            while text.components(separatedBy: "<p>front").count <= 4 {
                let more = connection.receive(until: "<p>front")
                guard !more.isEmpty else { break }
                text += more
            }
            try #require(text.components(separatedBy: "<p>front").count == 5)
        }
        let reading = pipe.fileHandleForReading
        var (rest, logged, omitted, isAsked) = (Data(), 0, 0, false)
        while logged + omitted < count + 1 {
            var state = pollfd(fd: reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&state, 1, 60_000) > 0, "\(logged) lines, and \(omitted) left out")
            let more = reading.availableData
            try #require(!more.isEmpty)
            rest += more
            guard let end = rest.lastIndex(of: 0x0A) else { continue }
            let lines = try Self.objects(String(decoding: rest[...end], as: UTF8.self))
            rest = Data(rest[end...].dropFirst())
            logged += lines.count { $0["message"] as? String == "request" }
            omitted += lines.compactMap { $0["lines"] as? Int }.reduce(0, +)
            // The line of the last request may follow its answer, and lines that are left out meanwhile are told with
            // the next one.
            if omitted > 0, !isAsked {
                isAsked = true
                connection.send(one)
                #expect(connection.receive(until: "<p>front").hasSuffix("<p>front"))
            }
        }
        #expect(omitted > 0 && logged + omitted == count + 1)
        // Without any reader the service goes on, and ends.
        try reading.close()
        for _ in 0..<3 { #expect(try server.get("/").hasPrefix("HTTP/1.1 200 ")) }
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30))
        #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
    }

    @Test("A full disk loses lines and nothing else") func fullDisk() throws {
        let output = LogOutput(descriptor: open("/dev/full", O_WRONLY))
        for _ in 0..<10 { output.write(Array("line\n".utf8)) { _ in [] } }
        output.flush(seconds: 5)
        let server = try server(["--access-log", "requests"], errors: FileHandle(forWritingAtPath: "/dev/full"))
        #expect(try server.get("/").hasPrefix("HTTP/1.1 200 "))
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30) && server.process.terminationStatus == 0)
    }
}
