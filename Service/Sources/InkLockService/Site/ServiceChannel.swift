// SPDX-License-Identifier: MIT
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The library's HTTP/1.1 connections within ``ConnectionLimits``.
struct ServiceChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let limits: ConnectionLimits
    let table: ConnectionTable
    let settings: LiveSettings
    let errors: ConnectionErrors
    /// The answers to send again, or `nil` if the library handles each request.
    let answers: KeptAnswers?
    let bodies = BodyMemory()

    init(
        _ limits: ConnectionLimits, _ table: ConnectionTable, _ settings: LiveSettings, _ headers: SecurityHeaders,
        _ accessLog: AccessLog, _ answers: KeptAnswers? = nil, responder: @escaping HTTPChannelHandler.Responder
    ) {
        self.limits = limits
        self.table = table
        self.settings = settings
        errors = ConnectionErrors(headers, accessLog)
        self.answers = answers
        base = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: limits.fieldBytes, maxHeaderListSize: limits.fieldBytes,
                    maxHeaderFieldCount: limits.fields)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = channel.remoteAddress.flatMap { IPAddress($0) }
        // A proxy speaks for many clients; the limit of one is not for it.
        let isProxy = settings.current.proxies.trust(channel.remoteAddress)
        let client = isProxy ? nil : address?.network ?? "unknown"
        let id = table.open(client: client) {
            channel.triggerUserOutboundEvent(ConnectionHandler.GivenUp(), promise: nil)
        }
        channel.closeFuture.whenComplete { _ in table.closed(id) }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let handler = ConnectionHandler(limits, table, id, errors, settings, bodies)
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self).handler
            try pipeline.addHandler(handler, position: .after(decoder))
            try pipeline.addHandler(ByteCounter(handler), position: .first)
            if let answers {
                try pipeline.addHandler(KeptAnswerHandler(answers, settings, handler), position: .after(handler))
            }
            return value
        }.flatMap { value in
            channel.setOption(ChannelOptions.socketOption(.so_sndbuf), value: .init(limits.sendBuffer))
                .map { value }.recover { _ in value }
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// A limiter that accepts no connections while replaced ones are still being closed, so that descriptors never run out.
struct ConnectionLimiter: AvailableConnectionsDelegate {
    let limit: Int
    private var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func connectionOpened() { count += 1 }
    mutating func connectionClosed() { count -= 1 }
    func isAcceptingNewConnections() -> Bool { count < limit }
}
