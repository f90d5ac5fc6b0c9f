// SPDX-License-Identifier: MIT
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A collector of traces that is reached over HTTP without encryption: on this machine or in its network.
struct TraceCollector: Hashable, Sendable {
    let host: String
    let port: Int
    let target: String

    /// The path of OTLP/HTTP for an address without one.
    private static let standardTarget = "/v1/traces"
    /// The port of OTLP/HTTP for an address without one.
    private static let standardPort = 4318

    /// Parses the address of a collector.
    /// - Parameter text: `http://`, a host, and an optional port and path.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            1...65_535 ~= parts.port ?? Self.standardPort
        else { return nil }
        self.host = host
        port = parts.port ?? Self.standardPort
        target = ["", "/"].contains(parts.percentEncodedPath) ? Self.standardTarget : parts.percentEncodedPath
    }

    /// Sends spans on a separate connection.
    /// - Returns: A Boolean value that indicates whether the collector took them, in the time that it has and before
    ///   the task was cancelled.
    func take(_ body: [UInt8], within timeout: TimeAmount) async -> Bool {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: Bool.self)
        let bareHost = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: target)
        head.headers = [
            "Host": "\(host):\(port)", "Content-Type": "application/json", "Content-Length": "\(body.count)",
            "Connection": "close",
        ]
        let connection = ClientBootstrap(group: loop).connectTimeout(timeout)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(CollectorHandler(answer))
                }
            }
            .connect(host: bareHost, port: port)
        connection.whenFailure { _ in answer.succeed(false) }
        connection.whenSuccess { [head] channel in
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        }
        let overdue = loop.scheduleTask(in: timeout) { answer.succeed(false) }
        defer {
            overdue.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
        }
        // The server does not wait for a collector when it ends.
        return await withTaskCancellationHandler {
            (try? await answer.futureResult.get()) ?? false
        } onCancel: {
            answer.succeed(false)
        }
    }
}

/// A handler that waits for the status of an answer, and reads no more of it.
private final class CollectorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let answer: EventLoopPromise<Bool>

    init(_ answer: EventLoopPromise<Bool>) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        answer.succeed(200..<300 ~= head.status.code)
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) { answer.succeed(false) }
}
