// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOPosix

/// Answers with the site's files what no route answers: GET and HEAD, with validators, and nothing else.
struct SiteMiddleware<Context: RequestContext>: RouterMiddleware {
    let site: Site

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let response = try await file(for: request, context: context)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func file(for request: Request, context: Context) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, "Only GET and HEAD are answered here.", headers: [.allow: "GET, HEAD"])
        }
        guard let path = SitePath(percentEncoded: request.uri.path) else { return .notFound }
        switch try await NIOThreadPool.singleton.runIfActive({ site.entry(at: path) }) {
        case .missing:
            return .notFound
        case .folderWithoutSlash:
            let query = request.uri.query.map { "?\($0)" } ?? ""
            return .redirect(to: "\(request.uri.path)/\(query)", type: .permanent)
        case .file(let file):
            return try await response(file, to: request, context: context)
        }
    }

    private func response(_ file: SiteFile, to request: Request, context: Context) async throws -> Response {
        // no-cache: keep it, but ask each time whether it is still the same.
        let validators: HTTPFields = [.eTag: file.entityTag, .cacheControl: "no-cache"]
        var request = request
        let tags = request.headers[values: .ifNoneMatch]
        if !tags.isEmpty {
            // RFC 9110 §13.2.2: a tag that was sent counts, and the date beside it does not.
            var head = request.head
            head.headerFields[.ifModifiedSince] = nil
            request = Request(head: head, body: request.body)
            if EntityTagList(tags).matches(file.entityTag) {
                return Response(status: .notModified, headers: validators)
            }
        }
        return try await request.ifModifiedSince(
            headers: validators, modificationDate: file.modified, context: context
        ) {
            Response(
                status: .ok, headers: [.contentType: SiteMediaType.named(file.path)], body: file.body)
        }
    }
}

extension Response {
    fileprivate static var notFound: Response { .plain(.notFound, "There is nothing here.") }

    fileprivate static func plain(
        _ status: HTTPResponse.Status, _ text: String, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}
