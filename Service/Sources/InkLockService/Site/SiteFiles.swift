// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOPosix

/// Answers with a site's files: GET and HEAD, with validators, compressed where the client takes that, and nothing else.
struct SiteFiles: Sendable {
    let site: Site
    private let cache = SiteCache()

    /// A file of this name never changes (RFC 8246). A year is the longest that caches use.
    private static let keptForGood = "public, max-age=31536000, immutable"
    /// Caches keep the file, but ask each time whether it is still the same.
    private static let revalidated = "no-cache"

    init(site: Site) { self.site = site }

    func response(to request: Request, _ target: RequestTarget, _ context: ServiceContext) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, "Only GET and HEAD are answered here.", headers: [.allow: "GET, HEAD"])
        }
        guard let path = SitePath(percentEncoded: target.path) else { return .nothingHere }
        switch try await NIOThreadPool.singleton.runIfActive({ site.entry(at: path) }) {
        case .missing: return .nothingHere
        case .folderWithoutSlash: return .redirect(to: "\(target.path)/\(target.query)", type: .permanent)
        case .file(let file):
            return try await response(file, to: request, isImmutable: path.isNamedByContents, context)
        }
    }

    /// Returns a Boolean value that indicates whether a field may be a date (RFC 9110 §5.6.7) and is worth reading.
    private static func isDate(_ fields: [String]) -> Bool {
        fields.count == 1 && fields[0].utf8.count <= 64 && fields[0].utf8.allSatisfy { $0 < 0x80 }
    }

    private func response(
        _ file: SiteFile, to request: Request, isImmutable: Bool, _ context: ServiceContext
    ) async throws -> Response {
        let entry: SiteCache.Entry?
        do {
            entry = try await cache.entry(for: file)
        } catch is SiteFile.ChangedError {
            return .nothingHere
        }
        var headers: HTTPFields = [
            .cacheControl: isImmutable ? Self.keptForGood : Self.revalidated, .acceptRanges: "none",
        ]
        if SiteMediaType.isCompressible(file.path) { headers[.vary] = "Accept-Encoding" }
        let isGzip = entry?.gzip != nil && AcceptedCodings.takesGzip(request.headers[values: .acceptEncoding])
        let tag = entry.map { isGzip ? $0.gzipTag : $0.tag } ?? file.entityTag
        headers[.eTag] = tag
        // The refusal of a condition is about this request, and must not be kept as the file.
        var refused = headers
        refused[.cacheControl] = Self.revalidated

        let ifMatch = request.headers[values: .ifMatch]
        if !ifMatch.isEmpty, !EntityTagList(ifMatch).matchesStrongly(tag) {
            return .plain(.preconditionFailed, "The file has changed.", headers: refused)
        }
        if ifMatch.isEmpty, Self.isDate(request.headers[values: .ifUnmodifiedSince]) {
            let checked = try await request.ifUnmodifiedSince(modificationDate: file.modified, context: context) {
                Response(status: .ok)
            }
            guard checked.status == .ok else {
                return .plain(.preconditionFailed, "The file has changed.", headers: refused)
            }
        }
        var request = request
        let tags = request.headers[values: .ifNoneMatch]
        if !tags.isEmpty {
            // RFC 9110 §13.2.2: a tag that was sent counts, and the date beside it does not.
            var head = request.head
            head.headerFields[.ifModifiedSince] = nil
            request = Request(head: head, body: request.body)
            if EntityTagList(tags).matches(tag) { return Response(status: .notModified, headers: headers) }
        }
        if !Self.isDate(request.headers[values: .ifModifiedSince]) {
            var head = request.head
            head.headerFields[.ifModifiedSince] = nil
            request = Request(head: head, body: request.body)
        }
        return try await request.ifModifiedSince(headers: headers, modificationDate: file.modified, context: context) {
            var fields: HTTPFields = [.contentType: SiteMediaType.named(file.path)]
            guard let entry else { return Response(status: .ok, headers: fields, body: file.body) }
            if isGzip { fields[.contentEncoding] = "gzip" }
            let bytes = isGzip ? entry.gzip ?? entry.plain : entry.plain
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
        }
    }
}

extension Response {
    static var nothingHere: Response { .plain(.notFound, "There is nothing here.") }

    /// A line of text that is not kept.
    static func plain(_ status: HTTPResponse.Status, _ text: String, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}
