// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import Tracing

/// The responder for every request: first the HTTP interface, by exact path, and then files.
struct SiteResponder: HTTPResponder {
    typealias Context = ServiceContext

    let api: APITable
    let hosts: HostRule
    let files: SiteFiles
    let settings: LiveSettings
    let headers: SecurityHeaders
    let logger: Logger
    let metrics: ServiceMetrics?
    /// The tracer, or `nil` to trace nothing.
    let tracer: ServiceTracer?
    let accessLog: AccessLog
    /// The limit of one log line per second for each type of error.
    let logLimit = LogLimit()

    /// The path of the health check of the process.
    static let livePath = "/livez"
    /// The path of the health check of the accounts.
    static let readyPath = "/readyz"
    /// The name of all files among the routes of ``ServiceMetrics``.
    static let files = "files"

    /// The methods of RFC 9110 and RFC 5789, and QUERY, which the HTTP working group defines.
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, HTTPRequest.Method("QUERY")!,
    ]

    func respond(to received: Request, context: ServiceContext) async throws -> Response {
        let isTrusted = settings.current.proxies.trust(context.remoteAddress)
        let id = RequestID(received.headers, isTrusted: isTrusted)
        return try await RequestID.$current.withValue(id) {
            let request = Self.withTarget(received)
            return try await traced(request, isTrusted: isTrusted) { try await respond(to: request, id, context) }
        }
    }

    /// Answers a request as a span, whose name is the route. Health checks are not traced.
    /// - Parameter isTrusted: A Boolean value that indicates whether the request names its trace.
    private func traced(
        _ request: Request, isTrusted: Bool, _ body: () async throws -> Response
    ) async throws -> Response {
        let (method, route) = (Self.name(of: request.method), route(of: request))
        guard let tracer, route != Self.livePath, route != Self.readyPath else { return try await body() }
        var context = InstrumentationContext.topLevel
        if isTrusted { tracer.extract(request.headers, into: &context, using: TraceFields()) }
        return try await withTracer(tracer) {
            try await withSpan("\(method) \(route)", context: context, ofKind: .server) { span in
                let response = try await body()
                span.attributes["http.request.method"] = method
                span.attributes["http.route"] = route
                span.attributes["http.response.status_code"] = Int64(response.status.code)
                if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
                return response
            }
        }
    }

    /// Returns the path in the HTTP interface, or one name for all files.
    private func route(of request: Request) -> String { api.route((request.head.path ?? "").utf8) ?? Self.files }

    /// Returns the name of a known method, or one name for all others.
    private static func name(of method: HTTPRequest.Method) -> String {
        methods.contains(method) ? method.rawValue : "other"
    }

    private func respond(to request: Request, _ id: RequestID, _ context: ServiceContext) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            response = try await answer(request, context)
        } catch let error as APIError {
            response = try error.response()
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error as HTTPParserError {
            // The connection answers what cannot be read.
            throw error
        } catch {
            // The description may contain request data.
            let type = "\(type(of: error))"
            if let left = logLimit.admit(type) {
                logger.error("request", metadata: ["outcome": "internal", "type": "\(type)", "similar": "\(left)"])
            }
            response = try APIError.internalFault.response()
        }
        headers.apply(to: &response)
        response.headers[RequestID.field] = id.text
        let (route, method) = (route(of: request), Self.name(of: request.method))
        metrics?.answered(route, method, status: response.status.code, in: ContinuousClock.now - start)
        return accessLog.watch(
            response, id, route: route, method: method, since: start, isHead: request.method == .head,
            from: settings.current.proxies.client(request.headers, from: context.remoteAddress).network)
    }

    /// Returns the request with the target as the client sent it.
    private static func withTarget(_ request: Request) -> Request {
        guard let target = request.headers[RequestTarget.field] else { return request }
        var head = request.head
        head.path = target
        head.headerFields[RequestTarget.field] = nil
        return Request(head: head, body: request.body)
    }

    private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard Self.methods.contains(request.method) else { throw APIError.notImplemented }
        let sent = request.head.path ?? ""
        guard sent.utf8.count <= RequestTarget.lengthLimit else {
            throw APIError(.uriTooLong, .tooLarge, "The address is too long.")
        }
        guard let target = RequestTarget(sent) else { return .nothingHere }
        // The first Host field is the authority, others stay among the fields.
        let fields = (request.head.authority.map { [$0] } ?? []) + request.headers[values: Self.hostField]
        let authority = try hosts.authority(
            fields, target: target.authority, socket: context.localAddress,
            isHealthCheck: [Self.livePath, Self.readyPath].contains { target.text.utf8.elementsEqual($0.utf8) })
        if let response = try await api.response(to: request, target.text.utf8, authority: authority, context) {
            return response
        }
        guard !target.looksLikeAPI else { throw APIError.notFound }
        if target.text.hasPrefix(WellKnown.prefix),
            let response = WellKnown(contact: settings.current.securityContact, publicOrigin: hosts.publicOrigin)
                .response(to: request, target.text)
        {
            return response
        }
        return try await files.response(to: request, target, context)
    }

    static let hostField = HTTPField.Name("Host")!
}
