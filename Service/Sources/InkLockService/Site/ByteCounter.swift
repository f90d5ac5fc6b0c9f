// SPDX-License-Identifier: MIT
import NIOCore

/// Reports the bytes on the socket to a ``ConnectionHandler``. It is the first handler of the pipeline.
final class ByteCounter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let handler: ConnectionHandler
    private var context: ChannelHandlerContext?

    init(_ handler: ConnectionHandler) { self.handler = handler }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        handler.counter = self
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Flushes the output, and calls a closure when the system has accepted all of it, or nothing more can be sent.
    func flush(_ completion: @escaping () -> Void) {
        guard let context else { return completion() }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in completion() }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
    }

    /// Sends bytes that need no encoder.
    func send(_ head: ByteBuffer, _ body: ByteBuffer) {
        guard let context else { return }
        handler.sent(head.readableBytes + body.readableBytes)
        context.write(wrapOutboundOut(.byteBuffer(head)), promise: nil)
        context.write(wrapOutboundOut(.byteBuffer(body)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard handler.receiving() else { return }
        context.fireChannelRead(data)
        handler.received(unwrapInboundIn(data).readableBytes)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        handler.sent(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }
}

@available(*, unavailable)
extension ByteCounter: Sendable {}
