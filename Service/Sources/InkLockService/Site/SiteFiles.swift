// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOPosix

/// The responder for a site's files: GET and HEAD with ranges, validators and compression.
struct SiteFiles: Sendable {
    let site: Site
    private let cache = SiteCache()
    private let recent = RecentFiles()

    /// The `Cache-Control` value of a file whose name changes with its contents (RFC 8246). Caches keep it for at most
    /// a year.
    private static let immutable = "public, max-age=31536000, immutable"
    /// The `Cache-Control` value of a file that caches keep but revalidate for each use.
    private static let revalidated = "no-cache"

    init(site: Site) { self.site = site }

    func response(to request: Request, _ target: RequestTarget, _ context: ServiceContext) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, "Only GET and HEAD are answered here.", headers: [.allow: "GET, HEAD"])
        }
        guard let path = SitePath(percentEncoded: target.path) else { return .nothingHere }
        let isImmutable = path.isNamedByContents
        if let file = recent[path], let entry = cache.known(file) {
            return try await response(file, entry, to: request, isImmutable: isImmutable, context)
        }
        let now = ContinuousClock.now
        switch try await NIOThreadPool.singleton.runIfActive({ site.entry(at: path) }) {
        case .missing: return .nothingHere
        case .folderWithoutSlash: return .redirect(to: "\(target.path)/\(target.query)", type: .permanent)
        case .file(let file):
            let entry: SiteCache.Entry?
            do {
                entry = try await cache.entry(for: file)
            } catch is SiteFile.ChangedError {
                return .nothingHere
            }
            // Only cached files are remembered. Others are looked up for each request.
            if entry != nil { recent.remember(file, at: path, since: now) }
            return try await response(file, entry, to: request, isImmutable: isImmutable, context)
        }
    }

    /// Returns a Boolean value that indicates whether a field may be a date (RFC 9110 §5.6.7) and is worth reading.
    private static func isDate(_ fields: [String]) -> Bool {
        fields.count == 1 && fields[0].utf8.count <= 64 && fields[0].utf8.allSatisfy { $0 < 0x80 }
    }

    private func response(
        _ file: SiteFile, _ entry: SiteCache.Entry?, to request: Request, isImmutable: Bool, _ context: ServiceContext
    ) async throws -> Response {
        var headers: HTTPFields = [
            .cacheControl: isImmutable ? Self.immutable : Self.revalidated, .acceptRanges: "bytes",
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
        var response = try await request.ifModifiedSince(
            headers: headers, modificationDate: file.modified, context: context
        ) {
            var fields: HTTPFields = [.contentType: SiteMediaType.named(file.path)]
            if isGzip { fields[.contentEncoding] = "gzip" }
            let bytes = entry.map { isGzip ? $0.gzip ?? $0.plain : $0.plain }
            let size = bytes?.readableBytes ?? file.size
            switch Self.range(of: request, size: size, tag: tag) {
            case .whole:
                return Response(status: .ok, headers: fields, body: bytes.map { .init(byteBuffer: $0) } ?? file.body)
            case .part(let range):
                fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
                let part = bytes.flatMap { $0.getSlice(at: $0.readerIndex + range.lowerBound, length: range.count) }
                let body = part.map { ResponseBody(byteBuffer: $0) } ?? file.body(range)
                return Response(status: .partialContent, headers: fields, body: body)
            case .unsatisfiable:
                return .plain(
                    .rangeNotSatisfiable, "The file has \(size) bytes.", headers: [.contentRange: "bytes */\(size)"])
            }
        }
        if response.status == .rangeNotSatisfiable { response.headers[.cacheControl] = Self.revalidated }
        return response
    }

    /// Returns the part of a file that a request asks for, unless the client has a part of another state of the file.
    private static func range(of request: Request, size: Int, tag: String) -> ByteRange {
        let fields = request.headers[values: .range]
        guard request.method == .get, fields.count == 1 else { return .whole }
        let conditions = request.headers[values: .ifRange]
        // A date does not tell two states within a second apart, so a tag alone is believed (RFC 9110 §13.1.5).
        guard conditions.isEmpty || conditions.count == 1 && conditions[0].utf8.elementsEqual(tag.utf8) else {
            return .whole
        }
        return ByteRange(fields[0], size: size)
    }
}

extension Response {
    static var nothingHere: Response { .plain(.notFound, "There is nothing here.") }

    /// Returns a response with a line of text that caches do not keep.
    static func plain(_ status: HTTPResponse.Status, _ text: String, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}
