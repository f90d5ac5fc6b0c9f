// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// A handler that sends ``KeptAnswers`` on the event loop, and keeps the library's answers. It follows the
/// ``ConnectionHandler`` in the pipeline, which treats its answers like all others.
///
/// Only plain requests count: GET in HTTP/1.1, without a body, a range, a condition or an expectation. A request whose
/// predecessors are unanswered goes to the library, as does each request if the client does not read.
final class KeptAnswerHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let answers: KeptAnswers
    private let settings: LiveSettings
    private let connection: ConnectionHandler
    /// The answer to the request whose end has not arrived yet.
    private var held: (answer: KeptAnswers.Answer, id: RequestID, since: ContinuousClock.Instant)?
    /// The requests that the library has not answered, the oldest first; `nil` if their answers are not kept.
    private var passedOn: [KeptAnswers.Key?] = []
    /// The answer that the library is sending.
    private var sent: (head: HTTPResponseHead, body: ByteBuffer?)?
    private var needsFlush = false

    init(_ answers: KeptAnswers, _ settings: LiveSettings, _ connection: ConnectionHandler) {
        self.answers = answers
        self.settings = settings
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let settings = settings.current
            let isPlain = settings.accessLog == .off && !connection.isEnding
            let key = isPlain ? Self.key(of: head, context.channel) : nil
            if let key, passedOn.isEmpty, context.channel.isWritable, let answer = answers[key] {
                let names = head.headers[RequestID.field.rawName]
                let isTrusted = !names.isEmpty && settings.proxies.trust(context.channel.remoteAddress)
                let id = RequestID(names, isTrusted: isTrusted)
                held = (answer, id, .now)
                return
            }
            passedOn.append(key)
        case .body: break
        case .end:
            if let (answer, id, start) = held {
                held = nil
                connection.send(answer.head(of: id), answer.body)
                answers.metrics?.answered(SiteResponder.files, "GET", status: 200, in: ContinuousClock.now - start)
                needsFlush = true
                return
            }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if needsFlush { context.flush() }
        needsFlush = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            sent = passedOn.first.flatMap { $0 } != nil && Self.isWholeFile(head) ? (head, nil) : nil
        case .body(.byteBuffer(let bytes)) where sent?.body == nil: sent?.body = bytes
        case .body: sent = nil
        case .end(let trailers):
            let key = passedOn.isEmpty ? nil : passedOn.removeFirst()
            if let key, trailers == nil, let sent, let body = sent.body { keep(sent.head, body, for: key) }
            sent = nil
        }
        context.write(data, promise: promise)
    }

    private func keep(_ head: HTTPResponseHead, _ body: ByteBuffer, for key: KeptAnswers.Key) {
        guard head.headers["content-length"] == ["\(body.readableBytes)"] else { return }
        var head = head
        head.headers.remove(name: RequestID.field.rawName)
        answers.keep(KeptAnswers.Answer(head: head, body: body), for: key)
    }

    /// Returns a Boolean value that indicates whether an answer is that of ``SiteFiles`` with all bytes of a file.
    private static func isWholeFile(_ head: HTTPResponseHead) -> Bool {
        head.status == .ok && head.headers.contains(name: "accept-ranges") && head.headers.contains(name: "etag")
            && !head.headers.contains(name: "connection") && !head.headers.contains(name: "set-cookie")
    }

    /// The fields that ask for more than a whole file.
    private static let special = [
        "content-length", "transfer-encoding", "expect", "upgrade", "range", "if-range", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since",
    ]
    private static let keyLimit = 512

    /// Returns the key of a plain request, or `nil` for any other.
    private static func key(of head: HTTPRequestHead, _ channel: any Channel) -> KeptAnswers.Key? {
        guard head.method == .GET, head.version == .http1_1, head.isKeepAlive else { return nil }
        var (target, host): (String?, String?)
        var codings: [String] = []
        var length = 0
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 4 where same(name, "host"):
                guard host == nil else { return nil }
                host = value
            case 14 where same(name, RequestTarget.field.rawName): target = value
            case 15 where same(name, "accept-encoding"): codings.append(value)
            default:
                if special.contains(where: { same(name, $0) }) { return nil }
                continue
            }
            length += value.utf8.count
        }
        guard length <= keyLimit, let target, let host else { return nil }
        return KeptAnswers.Key(target: target, host: host, codings: codings, address: channel.localAddress)
    }

    private static func same(_ name: String, _ other: String) -> Bool {
        name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}

@available(*, unavailable)
extension KeptAnswerHandler: Sendable {}
