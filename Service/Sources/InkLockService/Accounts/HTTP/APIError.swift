// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird

/// An error response. Every error except those for static files has this form: a code for programs, a message for
/// users, and the delay before a retry.
struct APIError: HTTPResponseError, Hashable {
    let status: HTTPResponse.Status
    /// The error code, stable across versions and languages.
    let code: String
    /// The cause and the remedy, in English. It never contains a secret or any part of the request.
    let message: String
    /// The delay before a retry in whole seconds, greater than 0.
    var retryAfterSeconds: Int?
    var allow: String?

    init(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, retryAfterSeconds: Int? = nil,
        allow: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
        self.allow = allow
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { try response() }

    func response() throws -> Response {
        var response = try APIAnswer.response(content, status: status)
        if let retryAfterSeconds { response.headers[.retryAfter] = "\(retryAfterSeconds)" }
        if let allow { response.headers[.allow] = allow }
        // RFC 9110 §15.5.2 requires a scheme. Browsers do not know this one and so do not open their own sign-in
        // dialog.
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "InkLock realm=\"accounts\"" }
        return response
    }

    var content: some Encodable {
        Answer(error: Answer.Content(code: code, message: message, retryAfterSeconds: retryAfterSeconds))
    }

    private struct Answer: Encodable {
        struct Content: Encodable {
            let code: String
            let message: String
            let retryAfterSeconds: Int?
        }

        let error: Content
    }

    static let notFound = APIError(.notFound, "not-found", "There is nothing here.")
    static let malformed = APIError(
        .badRequest, "malformed", "The request is not what /api/openapi.json describes.")
    static let tooLarge = APIError(.contentTooLarge, "too-large", "The request is too large.")
    static let notImplemented = APIError(.notImplemented, "not-implemented", "That method is not known here.")
    static let foreignOrigin = APIError(
        .forbidden, "foreign-origin",
        "Only this service's own pages may ask that. Behind a proxy, start the service with --origin.")
    static let otherAccount = APIError(
        .conflict, "other-account", "You are signed in to another account. Reload this page.")
    static let internalFault = APIError(
        .internalServerError, "internal", "Something went wrong here. Try again later.")
    static let stopping = APIError(
        .serviceUnavailable, "stopping", "The service is ending. Try again in a moment.", retryAfterSeconds: 5)
    static let degraded = APIError(
        .serviceUnavailable, "degraded", "The service cannot write at the moment. Try again later.",
        retryAfterSeconds: 60)
}

/// Encodes JSON responses.
enum APIAnswer {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    static func response(
        _ answer: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        response(json: try encoder.encode(answer), status: status)
    }

    static func response(json: some Sequence<UInt8>, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}
