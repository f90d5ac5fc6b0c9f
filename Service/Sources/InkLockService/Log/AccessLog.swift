// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The log of requests: a line for each answer, with its route instead of its path. Off by default.
struct AccessLog: Sendable {
    /// The operator's choice of the lines.
    enum Choice: String, CaseIterable, Sendable {
        case off
        case requests
        /// A line for each request, with the address of the client.
        case clients
    }

    let logger: Logger
    let settings: LiveSettings

    /// The current choice.
    var choice: Choice { settings.current.accessLog }

    /// Returns a response whose body logs the request when it has been sent, or when it no longer can be.
    /// - Parameters:
    ///   - route: The path in the HTTP interface, or one name for all files.
    ///   - method: One of the known methods.
    ///   - address: The client.
    func watch(
        _ response: Response, _ id: RequestID, route: String, method: String, since start: ContinuousClock.Instant,
        isHead: Bool, from address: @autoclosure () -> String
    ) -> Response {
        let choice = choice
        guard choice != .off else { return isHead ? response.createHeadResponse() : response }
        var metadata: Logger.Metadata = [
            "request": .string(id.text), "method": .string(method), "route": .string(route),
            "status": .stringConvertible(response.status.code),
        ]
        if let trace = TraceContext.current { metadata["trace"] = .string(trace.traceText) }
        if choice == .clients { metadata["client"] = .string(address()) }
        let entry = AccessEntry(logger, metadata, start, length: response.body.contentLength)
        guard !isHead else {
            entry.finish()
            return response.createHeadResponse()
        }
        var response = response
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            // The head is on its way, which is all of an answer without a body.
            entry.sent(0)
            try await body.write(CountingWriter(base: writer, entry: entry))
        }
        return response
    }

    /// Logs a request that could not be read, and that the connection has answered.
    func refused(_ status: HTTPResponse.Status, _ id: RequestID, bytes: Int, from address: SocketAddress?) {
        let settings = settings.current
        guard settings.accessLog != .off else { return }
        var metadata: Logger.Metadata = [
            "request": .string(id.text), "route": "unreadable", "status": .stringConvertible(status.code),
            "bytes": .stringConvertible(bytes),
        ]
        if settings.accessLog == .clients {
            metadata["client"] = .string(settings.proxies.client([:], from: address).network)
        }
        logger.info("request", metadata: metadata)
    }
}

/// A line of the access log, written once: at the end of the answer, or when the connection is gone.
///
/// An answer of known length ends with its last byte. The client may close the connection there.
private final class AccessEntry: Sendable {
    private let logger: Logger
    private let metadata: Logger.Metadata
    private let start: ContinuousClock.Instant
    /// The number of bytes of the body, or `nil` if it is unknown.
    private let length: Int?
    private let bytes = Atomic(0)
    private let isFinished = Atomic(false)

    init(_ logger: Logger, _ metadata: Logger.Metadata, _ start: ContinuousClock.Instant, length: Int?) {
        self.logger = logger
        self.metadata = metadata
        self.start = start
        self.length = length
    }

    deinit { write(outcome: "aborted") }

    func sent(_ count: Int) {
        if bytes.add(count, ordering: .relaxed).newValue == length { finish() }
    }

    func finish() { write(outcome: nil) }

    private func write(outcome: String?) {
        guard !isFinished.exchange(true, ordering: .relaxed) else { return }
        var metadata = metadata
        metadata["bytes"] = .stringConvertible(bytes.load(ordering: .relaxed))
        let microseconds = ((ContinuousClock.now - start) / .microseconds(1)).rounded()
        metadata["seconds"] = .stringConvertible(microseconds / 1e6)
        if let outcome { metadata["outcome"] = .string(outcome) }
        logger.info("request", metadata: metadata)
    }
}

/// Counts the bytes of a body on their way to the connection.
private struct CountingWriter: ResponseBodyWriter {
    var base: any ResponseBodyWriter
    let entry: AccessEntry
    /// The maximum number of bytes that are written in one piece, so that a client that leaves earlier is noticed.
    private static let pieceSize = 1 << 16

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceSize)), piece.readableBytes > 0 {
            try await base.write(piece)
            entry.sent(piece.readableBytes)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
        entry.finish()
    }
}
