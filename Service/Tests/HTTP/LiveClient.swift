// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// Sends each request over a connection of its own.
private struct LiveClient: TestClientProtocol {
    let listener: Int

    var port: Int? { listener }

    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        var fields = headers
        fields[.connection] = "close"
        if let body { fields[.contentLength] = "\(body.readableBytes)" }
        var head = HTTPRequestHead(version: .http1_1, method: .init(rawValue: method.rawValue), uri: uri)
        head.headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        head.headers.replaceOrAdd(name: "Host", value: "localhost")

        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: TestResponse.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop)
                .connectTimeout(.seconds(60))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(AnswerHandler(answer))
                    }
                }
                .connect(host: "127.0.0.1", port: listener).get()
        } catch {
            answer.fail(error)
            throw error
        }
        let overdue = loop.scheduleTask(in: .seconds(120)) { channel.close(promise: nil) }
        defer { overdue.cancel() }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body { channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        return try await answer.futureResult.get()
    }
}

/// Puts an answer together from its parts.
private final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let answer: EventLoopPromise<TestResponse>
    private var head: HTTPResponseHead?
    private var body = ByteBuffer()

    init(_ answer: EventLoopPromise<TestResponse>) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(var bytes): body.writeBuffer(&bytes)
        case .end:
            guard let head else { return }
            answer.succeed(
                TestResponse(
                    status: .init(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase),
                    headers: HTTPFields(
                        head.headers.compactMap { name, value in
                            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
                        }), body: body))
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(ChannelError.eof)
    }
}

/// An application on a free port of loopback.
private struct LiveApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let port: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration.with(address: .hostname("127.0.0.1", port: 0)) }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        if let number = channel.localAddress?.port { port.yield(number) }
        port.finish()
    }
}

extension ApplicationProtocol {
    func withLiveClient<Value: Sendable>(
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = LiveApplication(base: self, port: port)
        let group = ServiceGroup(configuration: .init(services: [application], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // A server that cannot start ends the wait for its port.
                defer { port.finish() }
                try await group.run()
            }
            guard let number = await ports.first(where: { _ in true }) else {
                try await tasks.waitForAll()
                throw ChannelError.alreadyClosed
            }
            do {
                let value = try await body(LiveClient(listener: number))
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return value
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
    }
}
