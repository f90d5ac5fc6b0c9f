// SPDX-License-Identifier: MIT
import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import InkLockService

/// Tests of request bodies that arrive slowly or in many pieces.
@Suite(.blocking) struct BodyTests {
    /// Collects what the library would receive.
    private final class Recorder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        private(set) var parts: [HTTPServerRequestPart] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { parts.append(unwrapInboundIn(data)) }
    }

    /// Keeps the channel when its output is closed. An embedded channel would end.
    private final class HalfClosing: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .output { promise?.succeed(()) } else { context.close(mode: mode, promise: promise) }
        }
    }

    /// Returns a connection and what the library receives from it.
    private func connection(_ bodies: BodyMemory = BodyMemory()) throws -> (EmbeddedChannel, Recorder) {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let settings = LiveSettings(ReloadableSettings())
        let (limits, table) = (ConnectionLimits(descriptors: 1024), ConnectionTable(total: 8, perClient: 8))
        let errors = ConnectionErrors(
            SecurityHeaders(isSecure: false), AccessLog(logger: logger, settings: settings))
        let handler = ConnectionHandler(limits, table, table.open(client: nil) {}, errors, settings, bodies)
        let (channel, recorder) = (EmbeddedChannel(), Recorder())
        try channel.pipeline.syncOperations.addHandlers([
            HalfClosing(), ByteCounter(handler), HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()),
            handler, recorder,
        ])
        return (channel, recorder)
    }

    @Test("A body of many chunks is passed on in a few parts, in order", arguments: [false, true])
    func manyChunks(isSentAtOnce: Bool) throws {
        let (channel, recorder) = try connection()
        let head = "POST /api/notes HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let letters = (0..<1000).map { "abcdefghij".dropFirst($0 % 10).prefix(1) }
        let pieces = [head] + letters.map { "1\r\n\($0)\r\n" } + ["0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"]
        for piece in isSentAtOnce ? [pieces.joined()] : pieces { try channel.writeInbound(ByteBuffer(string: piece)) }
        var (text, count) = ("", 0)
        for case .body(let part) in recorder.parts {
            text += String(buffer: part)
            count += 1
        }
        #expect(text == letters.joined())
        #expect(count == (isSentAtOnce ? 1 : 1000))
        // The next request follows the end of this one.
        let others = recorder.parts.filter { if case .body = $0 { false } else { true } }
        guard others.count == 4, case .end = others[1], case .head(let next) = others[2], next.method == .GET else {
            Issue.record("\(others.count) parts besides the body")
            return
        }
        _ = try? channel.finish()
    }

    @Test("A body of more chunks than anyone sends is not valid") func tooManyChunks() throws {
        let folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        let server = try RunningServer(["--site", folder.path("site"), "--data", folder.path("data")], in: folder)
        let host = "localhost:\(server.port)"
        let head =
            "POST /api/sign-out HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        for (count, status) in [(1000, "200"), (40_000, "400")] {
            let connection = try RawConnection(port: server.port)
            connection.send(head + String(repeating: "1\r\n \r\n", count: count) + "2\r\n{}\r\n0\r\n\r\n")
            let answer = connection.receive(until: "\r\n", seconds: 10)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(count): \(answer.prefix(100))")
        }
        #expect(try server.get("/").hasSuffix("front"))
    }

    @Test("Bodies share a memory, of which a client has a part") func memory() {
        let memory = BodyMemory(limit: 100, perClient: 60)
        #expect(memory.take(60, for: "a") && !memory.take(1, for: "a"))
        #expect(!memory.take(41, for: "b") && memory.take(40, for: "b") && !memory.take(1, for: "c"))
        memory.giveBack(10, of: "a")
        #expect(memory.take(10, for: "c"))
        memory.giveBack(50, of: "a")
        memory.giveBack(40, of: "b")
        memory.giveBack(10, of: "c")
        #expect(memory.take(60, for: "a") && memory.take(40, for: "b"))
    }

    @Test("A body counts until its request is answered or the connection ends", arguments: [false, true])
    func bodiesCountUntilTheAnswer(isAnswered: Bool) throws {
        let memory = BodyMemory(limit: 20_000, perClient: 20_000)
        let (channel, recorder) = try connection(memory)
        // The first 8 KiB of each are free.
        for count in [20_000, 8_000] {
            let head = "POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
            try channel.writeInbound(ByteBuffer(string: head + String(repeating: " ", count: count)))
        }
        #expect(recorder.parts.count == 6)
        #expect(!memory.take(10_000, for: "a") && memory.take(5_000, for: "a"))
        if isAnswered {
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-security-policy": ""])
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        } else {
            _ = try? channel.finish()
        }
        #expect(memory.take(15_000, for: "a") && !memory.take(1, for: "a"))
        if isAnswered { _ = try? channel.finish() }
    }

    @Test("A body that finds no memory is not passed on, and counts until the connection ends")
    func bodiesWithoutMemory() throws {
        let memory = BodyMemory(limit: 1000, perClient: 1000)
        let (channel, recorder) = try connection(memory)
        let request = "POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: request + String(repeating: " ", count: 9_000)))
        #expect(recorder.parts.count == 2)
        #expect(throws: HTTPParserError.self) {
            try channel.writeInbound(ByteBuffer(string: String(repeating: " ", count: 11_000)))
            try channel.throwIfErrorCaught()
        }
        #expect(recorder.parts.count == 2)
        let head = HTTPResponseHead(version: .http1_1, status: .badRequest)
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        let answer = try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        #expect(answer?.hasPrefix("HTTP/1.1 503 ") == true && answer?.contains("\r\nRetry-After: 2\r\n") == true)
        #expect(!memory.take(200, for: "a"))
        _ = try? channel.finish()
        #expect(memory.take(1000, for: "a"))
    }

    @Test("Bodies that are never finished are refused beyond a limit, and short requests are answered beside them")
    func unfinishedBodies() throws {
        let folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        let server = try RunningServer(["--site", folder.path("site"), "--data", folder.path("data")], in: folder)
        let host = "localhost:\(server.port)"
        func head(_ path: String, _ count: Int) -> String {
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(count)\r\n\r\n"
        }
        let body = String(repeating: " ", count: 250_000)
        var slow: [RawConnection] = []
        for _ in 0..<150 {
            let connection = try RawConnection(port: server.port)
            connection.send(head("/api/sign-in/options", body.utf8.count + 1))
            connection.send(body)
            slow.append(connection)
        }
        // A quarter of the memory is for one address: about sixty such bodies.
        var refused: Set<Int> = []
        #expect(
            eventually(within: 60) {
                for index in slow.indices where !refused.contains(index) {
                    let answer = slow[index].receive(until: "\r\n", seconds: 0.02)
                    if answer.hasPrefix("HTTP/1.1 503 ") { refused.insert(index) }
                }
                return refused.count >= 75
            })
        let short = try RawConnection(port: server.port)
        short.send(head("/api/sign-in/options", 14) + "{\"name\":\"ada\"}")
        #expect(short.receive(until: "}").hasPrefix("HTTP/1.1 200 "))
        // A body that ends or is given up frees its memory.
        slow = []
        var answer = ""
        for _ in 0..<50 where !answer.hasPrefix("HTTP/1.1 400 ") {
            usleep(100_000)
            let long = try RawConnection(port: server.port)
            long.send(head("/api/sign-in/options", body.utf8.count) + body)
            answer = long.receive(seconds: 5)
        }
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(100))")
    }
}
