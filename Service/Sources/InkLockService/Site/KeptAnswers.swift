// SPDX-License-Identifier: MIT
import NIOCore
import NIOHTTP1
import Synchronization

/// A cache of complete answers to requests for whole files, which a busy site sends again without the server library.
final class KeptAnswers: Sendable {
    /// The part of a plain request that decides about its answer, besides the file.
    struct Key: Hashable, Sendable {
        /// The target as the client sent it.
        let target: String
        let host: String
        /// The values of all `Accept-Encoding` fields.
        let codings: [String]
        /// The local address of the connection, which `Host` may name.
        let address: SocketAddress?
    }

    struct Answer: Sendable {
        /// The bytes of the status line and the fields, without the name of the request and the empty line.
        private let head: ByteBuffer
        let body: ByteBuffer

        /// - Parameter head: The status line and the fields, without the name of the request.
        init(head: HTTPResponseHead, body: ByteBuffer) {
            var bytes = ByteBuffer()
            bytes.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
            for (name, value) in head.headers { bytes.writeString("\(name): \(value)\r\n") }
            bytes.writeString("\(RequestID.field.rawName): ")
            self.head = bytes
            self.body = body
        }

        /// Returns the bytes before the body.
        func head(of id: RequestID) -> ByteBuffer {
            var bytes = head
            bytes.reserveCapacity(minimumWritableBytes: id.text.utf8.count + 4)
            bytes.writeString(id.text)
            bytes.writeStaticString("\r\n\r\n")
            return bytes
        }
    }

    /// The lifetime of an answer. With that of ``RecentFiles``, a file is served unchanged for a second.
    static let age = Duration.milliseconds(500)
    /// The maximum number of answers.
    static let limit = 256
    /// The maximum number of bytes of a body.
    static let bodyLimit = 1 << 18

    private struct Kept {
        let answer: Answer
        let since: ContinuousClock.Instant
    }

    /// The numbers to watch, or `nil` to count nothing.
    let metrics: ServiceMetrics?
    private let kept = Mutex<[Key: Kept]>([:])

    init(metrics: ServiceMetrics?) { self.metrics = metrics }

    subscript(key: Key) -> Answer? {
        guard let found = kept.withLock({ $0[key] }), ContinuousClock.now - found.since < Self.age else { return nil }
        return found.answer
    }

    /// Stores an answer. If there are too many, those that are too old are removed; if all are new, nothing is stored.
    /// - Parameter now: The time at which the answer's lifetime begins.
    func keep(_ answer: Answer, for key: Key, since now: ContinuousClock.Instant = .now) {
        guard answer.body.readableBytes <= Self.bodyLimit else { return }
        kept.withLock { kept in
            if kept.count >= Self.limit { kept = kept.filter { now - $0.value.since < Self.age } }
            guard kept.count < Self.limit || kept[key] != nil else { return }
            kept[key] = Kept(answer: answer, since: now)
        }
    }
}
