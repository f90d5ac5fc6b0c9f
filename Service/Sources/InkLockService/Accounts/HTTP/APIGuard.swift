// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// Stands before everything under `/api/`: turns away what other sites' pages send, and words what is not there.
struct APIGuard: RouterMiddleware {
    typealias Context = ServiceContext

    /// Where browsers reach the service, `https://ink.example` for example; `nil` for plain HTTP at whatever address the
    /// browser names.
    let publicOrigin: String?
    /// Which methods each path answers.
    let methods: [String: [HTTPRequest.Method]]

    /// A Boolean value that indicates whether the first part of a path that is not empty is `api`, as the router, which
    /// leaves out empty parts, sees it. Only a path that is equal to a registered one gets past the guard.
    private static func isAPI(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).first?.elementsEqual("api".utf8) ?? false
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.isAPI(request.uri.path) || methods[request.uri.path] != nil else {
            return try await next(request, context)
        }
        guard let methods = methods[request.uri.path] else { throw APIError.notFound }
        guard methods.contains(request.method) else {
            let allowed = methods.map(\.rawValue).joined(separator: ", ")
            throw APIError(
                .methodNotAllowed, "method-not-allowed", "This is answered to \(allowed) only.", allow: allowed)
        }
        if request.method != .get { try check(request) }
        return try await next(request, context)
    }

    /// A page of another site can make a browser send a request with its cookies, in spite of SameSite where sites share a
    /// domain; but not with our Origin, nor JSON without asking first.
    private func check(_ request: Request) throws {
        let own = publicOrigin ?? request.head.authority.map { "http://\($0)" }
        guard let own, request.headers[values: .origin] == [own] else {
            throw APIError(
                .forbidden, "foreign-origin",
                "Only this service's own pages may ask that. Behind a proxy, start the service with --origin.")
        }
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingSuffix { $0 == " " }
        guard type?.lowercased() == "application/json" else {
            throw APIError(.unsupportedMediaType, "unsupported-media-type", "Send application/json.")
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
