// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The errors of requests that no handler sees, and the answers to them.
struct ConnectionErrors: Sendable {
    private let headers: SecurityHeaders
    private let accessLog: AccessLog

    init(_ headers: SecurityHeaders, _ accessLog: AccessLog) {
        self.headers = headers
        self.accessLog = accessLog
    }

    static let malformed = malformed(.badRequest)
    static let largeHead = APIError(
        .requestHeaderFieldsTooLarge, .tooLarge, "The head of the request is too large.")
    static let tooSlow = APIError(.requestTimeout, .tooSlow, "The request took too long.")

    static func malformed(_ status: HTTPResponse.Status) -> APIError {
        APIError(status, .malformed, "The request is not valid HTTP.")
    }

    /// Returns the error of a request that the library cannot decode.
    static func error(of error: HTTPParserError) -> APIError {
        switch error {
        case .invalidMethod: .notImplemented
        case .headerOverflow: largeHead
        case .invalidVersion: APIError(.httpVersionNotSupported, .notImplemented, "Use HTTP/1.1.")
        default: malformed
        }
    }

    /// Returns the error of a request's head, or `nil`.
    static func error(of head: HTTPRequestHead) -> APIError? {
        head.headers.allSatisfy(isQuickToCompare) ? transferCodingError(of: head) : malformed
    }

    /// Returns a Boolean value that indicates whether a field's value is short or ASCII. Comparing other text takes
    /// quadratic time, and the library compares some fields as text. Cookies, which pages of other services on this
    /// host set as well, are compared as bytes.
    private static func isQuickToCompare(name: String, value: String) -> Bool {
        value.utf8.count <= ConnectionLimits.textBytes || value.utf8.allSatisfy { $0 < 0x80 }
            || name.lowercased() == "cookie"
    }

    /// Returns the error of a body's transfer coding, or `nil`. The server knows `chunked` alone, and HTTP/1.0 has no
    /// codings (RFC 9112 §6.1). The library reads some others as `chunked` or as no body: a proxy that reads them
    /// differently would take the body's bytes for the next request, or the next request for the body.
    private static func transferCodingError(of head: HTTPRequestHead) -> APIError? {
        let codings = head.headers["transfer-encoding"]
        if codings.isEmpty { return nil }
        guard head.version.isCurrent else { return malformed }
        guard codings.count == 1, codings[0].utf8.count == 7, codings[0].lowercased() == "chunked" else {
            return APIError(.notImplemented, .notImplemented, "The only transfer coding here is chunked.")
        }
        return nil
    }

    /// Returns the answer to a request that no handler sees, and logs it.
    func answer(to error: APIError, from address: SocketAddress?) -> (HTTPHeaders, ByteBuffer) {
        let bytes = Array((try? APIAnswer.encoder.encode(error.content)) ?? Data())
        var fields = HTTPHeaders(headers.fields.map { ($0.name.rawName, $0.value) })
        fields.add(name: "Content-Type", value: "application/json; charset=utf-8")
        fields.add(name: "Cache-Control", value: "no-store")
        fields.add(name: "Content-Length", value: "\(bytes.count)")
        if let seconds = error.retryAfterSeconds { fields.add(name: "Retry-After", value: "\(seconds)") }
        let request = RequestID()
        fields.add(name: RequestID.field.rawName, value: request.text)
        accessLog.refused(error.status, request, bytes: bytes.count, from: address)
        return (fields, ByteBuffer(bytes: bytes))
    }
}

extension HTTPVersion {
    /// A Boolean value that indicates whether the version is 1.1 or later.
    var isCurrent: Bool { (major, minor) >= (1, 1) }
}
