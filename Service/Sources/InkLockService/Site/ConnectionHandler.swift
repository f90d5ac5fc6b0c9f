// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Enforces the deadlines of a ``ConnectionState``, and completes what the server library lacks: HTTP/1.0, `100
/// Continue` and error responses. It follows the HTTP decoder in the pipeline.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    private let table: ConnectionTable
    private let id: ConnectionTable.ID
    private let errors: ConnectionErrors
    private let settings: LiveSettings
    private let bodies: BodyMemory
    /// The memory of the bodies of the requests that wait for responses, the oldest first.
    private var shares: [BodyMemory.Share] = []
    private var state: ConnectionState
    private var timer: Scheduled<Void>?
    private var timerDeadline: NIODeadline?
    private var context: ChannelHandlerContext?
    private var sentBytes = 0
    /// The answer to a request that cannot be parsed or is refused before a handler sees it.
    private var refusal: APIError?
    /// The body that replaces an empty one of the library's own errors.
    private var errorBody: ByteBuffer?
    /// A Boolean value that indicates whether the output is closed.
    private var isSilent = false
    /// A Boolean value that indicates whether the client waits for `100 Continue` before it sends the body.
    private var owesContinue = false
    /// A Boolean value that indicates whether further input is discarded.
    private var isDiscarding = false
    /// A Boolean value that indicates whether the server takes no more requests.
    private var isServerEnding = false
    /// The part of a request's body that was read and is not passed on yet.
    private var body: ByteBuffer?
    /// The number of parts of the body so far.
    private var bodyParts = 0
    /// A Boolean value that indicates whether bytes are being read, after which the progress is noted once.
    private var isReading = false
    private var owesProgress = false
    /// The first handler of the pipeline.
    weak var counter: ByteCounter?
    /// A Boolean value that indicates whether the library is about to close the connection, after an answer that it has
    /// just written.
    private var isClosedByLibrary = false

    init(
        _ limits: ConnectionLimits, _ table: ConnectionTable, _ id: ConnectionTable.ID, _ errors: ConnectionErrors,
        _ settings: LiveSettings, _ bodies: BodyMemory
    ) {
        self.limits = limits
        self.table = table
        self.id = id
        self.errors = errors
        self.settings = settings
        self.bodies = bodies
        state = ConnectionState(limits, at: .now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
        giveBackAll()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        giveBackAll()
        context.fireChannelInactive()
    }

    private func giveBackAll() {
        for share in shares { share.giveBack(to: bodies) }
        shares = []
    }

    /// Handles bytes before they are decoded.
    /// - Returns: A Boolean value that indicates whether to decode them.
    func receiving() -> Bool {
        guard !isSilent, !isDiscarding else { return false }
        isReading = true
        state.receiving(at: .now())
        schedule()
        return true
    }

    /// Handles bytes after they were decoded.
    func received(_ count: Int) {
        guard !isSilent, state.received(count) else { return }
        isDiscarding = true
        if state.waiting.isEmpty { answer(ConnectionErrors.largeHead) }
    }

    /// Counts bytes that are sent to the client.
    func sent(_ count: Int) { sentBytes += count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isSilent, !isDiscarding else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            if let error = ConnectionErrors.error(of: head) { return refuse(error, context) }
            bodyParts = 0
            let request = ConnectionState.Request(isHTTP10: !head.version.isCurrent, keepsAlive: keepsAlive(head))
            guard state.receivedHead(request, at: .now()) else {
                isDiscarding = true
                return
            }
            shares.append(BodyMemory.Share(of: client(head, context)))
            noteProgress()
            expect(head, context)
            Self.keepTarget(of: &head)
            schedule()
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let part):
            bodyParts += 1
            guard bodyParts <= limits.bodyParts else { return refuse(ConnectionErrors.malformed, context) }
            guard shares.isEmpty || shares[shares.count - 1].add(part.readableBytes, in: bodies) else {
                return refuse(.bodiesWait, context)
            }
            // Each chunk of a body is a part. The library handles a part at a time, whatever its size.
            if body == nil { body = part } else { body?.writeImmutableBuffer(part) }
            return
        case .end:
            passOnBody(context)
            state.receivedEnd(at: .now())
            owesContinue = false
            noteProgress()
        }
        schedule()
        context.fireChannelRead(data)
    }

    /// Treats a request as if it could not be parsed.
    private func refuse(_ error: APIError, _ context: ChannelHandlerContext) {
        isDiscarding = true
        body = nil
        refusal = error
        context.fireErrorCaught(HTTPParserError.unknown)
    }

    /// Passes on what has been read of a body.
    private func passOnBody(_ context: ChannelHandlerContext) {
        guard !isSilent, let part = body else { return }
        body = nil
        context.fireChannelRead(wrapInboundOut(.body(part)))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passOnBody(context)
        isReading = false
        if owesProgress { noteProgress() }
        context.fireChannelReadComplete()
    }

    /// Returns the key under which the bodies of a request's client are counted.
    private func client(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> String {
        guard head.headers.contains(name: "content-length") || head.headers.contains(name: "transfer-encoding") else {
            return ""
        }
        return settings.current.proxies.client(in: head.headers, from: context.remoteAddress).network
    }

    /// Stores the original request target in a header field, because the library changes absolute targets.
    private static func keepTarget(of head: inout HTTPRequestHead) {
        let isLong = head.uri.utf8.count > RequestTarget.lengthLimit
        let target = isLong ? String(repeating: "/", count: RequestTarget.lengthLimit + 1) : head.uri
        head.headers.replaceOrAdd(name: RequestTarget.field.rawName, value: target)
        head.uri = "/"
    }

    private func keepsAlive(_ head: HTTPRequestHead) -> Bool {
        // HTTP/1.0 has no chunked encoding, so a body without a length ends with the connection.
        head.version.isCurrent && head.isKeepAlive
    }

    /// Handles `Expect: 100-continue` (RFC 9110 §10.1.1): the client gets a response before it sends the body.
    private func expect(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.version.isCurrent,
            head.headers["expect"].contains(where: { $0.utf8.count == 12 && $0.lowercased() == "100-continue" })
        else { return }
        owesContinue = true
        sendContinue(context)
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        guard owesContinue, state.waiting.count == 1, !state.isAnswering else { return }
        owesContinue = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isServerEnding = true
            state.serverEnds()
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Closes the connection, unless the library does so while the client still receives an answer: after the client's
    /// last request, or because the server ends. Unsent bytes would be lost. The connection then ends like any other.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, unsentBytes > 0 || mode == .all && isClosedByLibrary else {
            return context.close(mode: mode, promise: promise)
        }
        isClosedByLibrary = false
        promise?.succeed(())
        guard !isSilent else { return }
        state.end(at: .now())
        isSilent = true
        closeOutput(context)
        schedule()
    }

    /// Closes the connection immediately, and loses unsent bytes.
    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is GivenUp else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }

    /// The event of a connection that makes room for another.
    struct GivenUp: Sendable {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError { refusal = ConnectionErrors.error(of: error) }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isSilent else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            owesContinue = false
            if !head.headers.contains(name: "content-security-policy") { describeError(&head, context) }
            var (request, isLast) = state.answerBegan(at: .now())
            if refusal != nil, errorBody != nil {
                state.end(at: .now())
                isLast = true
            }
            if request.isHTTP10 { head.version = .http1_0 }
            if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
            noteProgress()
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            if let errorBody {
                context.write(wrapOutboundOut(.body(.byteBuffer(errorBody))), promise: nil)
                self.errorBody = nil
            }
            let isLast = endAnswer(at: .now())
            context.write(data, promise: promise)
            noteProgress()
            if isLast { finish(context) } else { sendContinue(context) }
        }
        schedule()
    }

    /// Ends the response to the oldest request.
    /// - Returns: A Boolean value that indicates whether the connection ends.
    private func endAnswer(at now: NIODeadline) -> Bool {
        // The library holds what it has of a refused request for some time after the answer, which is the last one.
        if refusal == nil, !shares.isEmpty { shares.removeFirst().giveBack(to: bodies) }
        return state.answerEnded(at: now)
    }

    /// A Boolean value that indicates whether no further requests are read, which the next answers have to say.
    var isEnding: Bool { state.isLastRequest }

    /// Writes a complete answer to the oldest request, which has been read to its end.
    func send(_ head: ByteBuffer, _ body: ByteBuffer) {
        guard !isSilent, let context, let counter else { return }
        let now = NIODeadline.now()
        _ = state.answerBegan(at: now)
        let isLast = endAnswer(at: now)
        counter.send(head, body)
        noteProgress()
        if isLast { finish(context) } else { sendContinue(context) }
        schedule()
    }

    /// Replaces a response of the library itself, which has no body, with one that says what is wrong.
    private func describeError(_ head: inout HTTPResponseHead, _ context: ChannelHandlerContext) {
        let status = HTTPResponse.Status(code: Int(head.status.code))
        let error = refusal ?? (status == .internalServerError ? .internalFault : ConnectionErrors.malformed(status))
        let (fields, body) = errors.answer(to: error, from: context.channel.remoteAddress)
        head.status = HTTPResponseStatus(statusCode: error.status.code)
        head.headers = fields
        errorBody = body
    }

    /// Sends an error response and ends the connection.
    private func answer(_ error: APIError) {
        guard let context, !isSilent else { return }
        var (fields, body) = errors.answer(to: error, from: context.channel.remoteAddress)
        fields.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: error.status.code), headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        isDiscarding = true
        state.end(at: .now())
        finish(context)
        schedule()
    }

    /// Flushes the output and closes it. The input stays open for a moment, because closing it while the client still
    /// sends would reset the connection and lose the response.
    private func finish(_ context: ChannelHandlerContext) {
        isSilent = true
        closeOutput(context)
        guard isServerEnding else { return }
        isClosedByLibrary = true
        context.eventLoop.assumeIsolated().execute { [weak self] in self?.isClosedByLibrary = false }
    }

    /// Closes the output once the system has accepted everything. If the client has ended its requests, this closes the
    /// whole connection, and bytes that are not sent by then are lost.
    private func closeOutput(_ context: ChannelHandlerContext) {
        guard let counter else { return context.close(mode: .output, promise: nil) }
        counter.flush { [weak self] in self?.context?.close(mode: .output, promise: nil) }
    }

    /// The number of bytes that the system has not accepted yet.
    private var unsentBytes: Int {
        (try? context?.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    }

    private func noteProgress() {
        owesProgress = isReading
        if !isReading { table.progressed(id, isWorking: state.isWorking) }
    }

    private func schedule(notBefore earliest: NIODeadline = .distantPast) {
        guard let context else { return }
        let deadline = max(state.deadline, earliest)
        // A later deadline is checked when the current timer fires.
        if let timerDeadline, timerDeadline <= deadline { return }
        timer?.cancel()
        timerDeadline = deadline
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in self?.timeIsUp() }
    }

    private func timeIsUp() {
        timerDeadline = nil
        guard let context else { return }
        let unsent = unsentBytes
        switch state.timeout(at: .now(), accepted: sentBytes - unsent, unsent: unsent) {
        case .nothing:
            if state.isAnswering { noteProgress() }
            schedule(notBefore: .now() + .milliseconds(250))
        case .close: context.close(promise: nil)
        case .tellAndClose: answer(ConnectionErrors.tooSlow)
        }
    }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}
