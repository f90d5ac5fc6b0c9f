// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Synchronization

/// Hands requests to an application's responder, in pieces as a socket would.
private struct RouterClient<Responder: HTTPResponder>: TestClientProtocol
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let responder: Responder
    let logger: Logger

    var port: Int? { nil }

    /// The most bytes of a body in one piece.
    private static var pieceSize: Int { 32 * 1024 }

    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        var headers = headers
        if let body { headers[.contentLength] = "\(body.readableBytes)" }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers),
            body: RequestBody(asyncSequence: Self.pieces(of: body ?? ByteBuffer())))
        let context = Responder.Context(source: .init(channel: NIOAsyncTestingChannel(), logger: logger))
        let response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            response = Response(status: .internalServerError)
        }
        let collected = CollectedBody()
        try await response.body.write(collected)
        return TestResponse(status: response.status, headers: response.headers, body: collected.bytes.withLock { $0 })
    }

    private static func pieces(of body: ByteBuffer) -> AsyncStream<ByteBuffer> {
        AsyncStream { stream in
            var rest = body
            while let piece = rest.readSlice(length: min(pieceSize, rest.readableBytes)), piece.readableBytes > 0 {
                stream.yield(piece)
            }
            stream.finish()
        }
    }
}

/// Keeps what a response writes.
private final class CollectedBody: ResponseBodyWriter {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Says when the services before it have started.
private struct StartSignal: Service {
    let started: AsyncStream<Never>.Continuation

    func run() async throws {
        started.finish()
        try? await gracefulShutdown()
    }
}

extension ApplicationProtocol {
    func withRouterClient<Value: Sendable>(
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let client = RouterClient(responder: try await responder, logger: logger)
        let (starting, started) = AsyncStream<Never>.makeStream()
        let group = ServiceGroup(
            configuration: .init(services: services + [StartSignal(started: started)], logger: logger))
        let processes = processesRunBeforeServerStart
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for process in processes { try await process() }
            for await _ in starting {}
            do {
                let value = try await body(client)
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
