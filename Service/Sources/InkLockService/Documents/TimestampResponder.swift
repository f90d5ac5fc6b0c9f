// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SignedPDF

/// A responder of timestamps that is reached over HTTP (RFC 3161 §3.4).
///
/// Only plain HTTP is supported, which public responders offer. A timestamp is signed, so it needs no TLS.
struct TimestampResponder: TimestampSource, ExpressibleByArgument {
    /// The time in seconds after which a request fails.
    private static let timeout: Int64 = 30

    let address: String
    private let host: String
    private let port: Int
    private let target: String

    init?(argument: String) {
        guard let parts = URLComponents(string: argument), parts.scheme?.lowercased() == "http",
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            1...65_535 ~= parts.port ?? 80
        else { return nil }
        address = argument
        self.host = host
        port = parts.port ?? 80
        target =
            (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath)
            + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    func timestampResponse(to request: [UInt8]) async throws -> [UInt8] {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: [UInt8].self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop)
                .connectTimeout(.seconds(Self.timeout))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(TimestampHandler(answer))
                    }
                }
                .connect(host: bareHost, port: port).get()
        } catch {
            answer.fail(error)
            throw failure("cannot be reached")
        }
        let overdue = loop.scheduleTask(in: .seconds(Self.timeout)) { channel.close(promise: nil) }
        defer { overdue.cancel() }
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: target)
        head.headers = [
            "Host": port == 80 ? host : "\(host):\(port)", "Content-Type": "application/timestamp-query",
            "Content-Length": "\(request.count)", "Accept": "application/timestamp-reply", "Connection": "close",
        ]
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: request))), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        do {
            return try await answer.futureResult.get()
        } catch TimestampResponderError.status(let code) {
            throw failure("answers with status \(code)")
        } catch TimestampResponderError.size {
            throw failure("answers with too many bytes")
        } catch {
            throw failure("gives no answer")
        }
    }

    /// The host without the brackets of an IPv6 address.
    private var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    private func failure(_ words: String) -> CommandError {
        CommandError(.unavailable, "\(address): the timestamp responder \(words)")
    }
}

/// The reason why a responder's answer is not a timestamp.
private enum TimestampResponderError: Error {
    case status(UInt)
    case size
    case ended
}

/// Puts an answer together, within limits.
private final class TimestampHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let answer: EventLoopPromise<[UInt8]>
    private var body: [UInt8] = []

    init(_ answer: EventLoopPromise<[UInt8]>) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if head.status != .ok { end(context, TimestampResponderError.status(head.status.code)) }
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= PDFLimits.timestampBytes else {
                return end(context, TimestampResponderError.size)
            }
            body += bytes.readableBytesView
        case .end:
            answer.succeed(body)
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(context, error) }

    func channelInactive(context: ChannelHandlerContext) { answer.fail(TimestampResponderError.ended) }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }
}
