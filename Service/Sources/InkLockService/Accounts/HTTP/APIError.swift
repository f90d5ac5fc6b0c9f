// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import HTTPTypes
import Hummingbird

/// An error response. Every error except those for static files has this form: a code for programs, a message for
/// users, and the delay before a retry.
struct APIError: HTTPResponseError, Hashable {
    /// The code of an error. `openapi.json` and `Web/demo/notes/api-codes.js` have the list; see `OpenAPICodeTests`.
    enum Code: CaseIterable {
        case accountDisabled
        case accountMissing
        case busy
        case closed
        case conflict
        case degraded
        case drawingRefused
        case drawingsMissing
        case foreignOrigin
        case `internal`
        case knownDevicesOnly
        case lastMethod
        case lockedOut
        case malformed
        case malformedHost
        case malformedRecoveryCode
        case methodNotAllowed
        case nameTaken
        case noRoom
        case notEnrolled
        case notFound
        case notImplemented
        case notSignedIn
        case noteTooLarge
        case otherAccount
        case otherHost
        case otherPicture
        case passcodeCommon
        case passcodeContainsName
        case passcodeRequired
        case passcodeTooLong
        case passcodeTooShort
        case passcodeUnchanged
        case passcodeWrongCharacters
        case passkeyKnown
        case passkeyRefused
        case passkeysUnavailable
        case recoveryRequired
        case rejected
        case staleChallenge
        case stopping
        case storageFull
        case tooLarge
        case tooManyPasskeys
        case tooManyRequests
        case tooSlow
        case invalidName
        case invalidPasskeyName
        case unknownDevice
        case unknownPasskey
        case unknownPicture
        case unknownSession
        case unsupportedMediaType

        /// The name of the code over HTTP and in the log.
        var name: String { CodeName.of(self) }
    }

    let status: HTTPResponse.Status
    /// The error code, stable across versions and languages.
    let code: Code
    /// The cause and the remedy, in English. It never contains a secret or any part of the request.
    let message: String
    /// The delay before a retry in whole seconds, greater than 0.
    var retryAfterSeconds: Int?
    /// The reason why only some methods are allowed, a `PasscodeReason` or a `RecoveryReason`.
    var reason: String?
    /// The number of wrong passcodes or drawings that are left on this device before the method no longer signs in.
    var attemptsLeft: Int?
    var allow: String?

    init(
        _ status: HTTPResponse.Status, _ code: Code, _ message: String, retryAfterSeconds: Int? = nil,
        reason: String? = nil, allow: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
        self.reason = reason
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
        Answer(
            error: Answer.Content(
                code: code.name, message: message, retryAfterSeconds: retryAfterSeconds, reason: reason,
                attemptsLeft: attemptsLeft))
    }

    private struct Answer: Encodable {
        struct Content: Encodable {
            let code: String
            let message: String
            let retryAfterSeconds: Int?
            let reason: String?
            let attemptsLeft: Int?
        }

        let error: Content
    }

    static let notFound = APIError(.notFound, .notFound, "There is nothing here.")
    static let malformed = APIError(
        .badRequest, .malformed, "The request is not what /api/openapi.json describes.")
    static let tooLarge = APIError(.contentTooLarge, .tooLarge, "The request is too large.")
    static let notImplemented = APIError(.notImplemented, .notImplemented, "That method is not known here.")
    static let foreignOrigin = APIError(
        .forbidden, .foreignOrigin,
        "Only this service's own pages may ask that. Behind a proxy, start the service with --origin.")
    static let otherAccount = APIError(
        .conflict, .otherAccount, "You are signed in to another account. Reload this page.")
    static let internalFault = APIError(
        .internalServerError, .internal, "Something went wrong here. Try again later.")
    static let stopping = APIError(
        .serviceUnavailable, .stopping, "The service is ending. Try again in a moment.", retryAfterSeconds: 5)
    static let bodiesWait = APIError(
        .serviceUnavailable, .busy, "Many long requests are arriving. Try again in a moment.", retryAfterSeconds: 2)
    static let degraded = APIError(
        .serviceUnavailable, .degraded, "The service cannot write at the moment. Try again later.",
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
        response(json: ByteBuffer(bytes: json), status: status)
    }

    static func response(json: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: json))
    }
}
