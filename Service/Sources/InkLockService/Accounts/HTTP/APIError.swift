// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird

/// The one shape of everything that goes wrong under `/api/`: a word for programs, a sentence for people, and when to come
/// back.
struct APIError: HTTPResponseError, Hashable {
    let status: HTTPResponse.Status
    /// Does not change with versions or languages.
    let code: String
    /// What is wrong and what to do, in English; never a secret, or anything of what was sent.
    let message: String
    /// Whole seconds, above 0.
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

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let answer = Answer(
            error: Answer.Content(code: code, message: message, retryAfterSeconds: retryAfterSeconds))
        var response = try APIAnswer.response(answer, status: status)
        if let retryAfterSeconds { response.headers[.retryAfter] = "\(retryAfterSeconds)" }
        if let allow { response.headers[.allow] = allow }
        return response
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
}

/// JSON that goes out.
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
