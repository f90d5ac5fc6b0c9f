// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// The handlers of all paths. A path is found only if the request target is equal to it, byte for byte.
///
/// ``APIGuard`` checks each request before its handler runs: handlers take an ``AccountAPI/Call``, which only the guard
/// creates.
final class APIRoutes {
    typealias Handler = @Sendable (AccountAPI.Call) async throws -> Response

    fileprivate struct Route: Sendable {
        let requirements: APIGuard.Requirements
        let handler: Handler
    }

    fileprivate private(set) var routes: [[UInt8]: [HTTPRequest.Method: Route]] = [:]

    /// Adds the handler of one method of a path. The handler of `get` also answers HEAD.
    func add(
        _ method: HTTPRequest.Method, _ path: String, account: APIGuard.AccountRule = .unused,
        byteLimit: Int = APIRequest.byteLimit, _ handler: @escaping Handler
    ) {
        precondition(method == .get || method == .post, "only GET and POST are guarded")
        routes[Array(path.utf8), default: [:]][method] = Route(
            requirements: APIGuard.Requirements(account: account, byteLimit: byteLimit), handler: handler)
    }
}

/// A request whose handler runs, for tests of the checks before the handlers.
package struct HandledRequest: Sendable {
    package let method: String
    package let target: String
    package let origins: [String]
    package let contentTypes: [String]

    init(_ request: Request, _ target: String) {
        method = request.method.rawValue
        self.target = target
        origins = request.headers[values: .origin]
        contentTypes = request.headers[values: .contentType]
    }
}

/// The complete routes of a service and their guard.
struct APITable: Sendable {
    private let routes: [[UInt8]: [HTTPRequest.Method: APIRoutes.Route]]
    private let gate: APIGuard
    private let onHandling: (@Sendable (HandledRequest) -> Void)?
    private let longestPath: Int

    /// - Parameter onHandling: A closure that is called before each handler, for tests.
    init(
        _ routes: APIRoutes, guardedBy gate: APIGuard, onHandling: (@Sendable (HandledRequest) -> Void)? = nil
    ) {
        self.onHandling = onHandling
        self.routes = routes.routes
        self.gate = gate
        longestPath = routes.routes.keys.map(\.count).max() ?? 0
    }

    /// All operations, such as `POST /api/sign-in`, in order.
    var operations: [String] {
        routes.flatMap { path, methods in
            methods.keys.map { "\($0.rawValue) \(String(decoding: path, as: UTF8.self))" }
        }.sorted()
    }

    /// Returns the path of a request target, or `nil` if no route has it.
    func route(_ target: some Collection<UInt8>) -> String? {
        guard target.count <= longestPath, routes[Array(target)] != nil else { return nil }
        return String(decoding: target, as: UTF8.self)
    }

    /// - Parameters:
    ///   - target: The request target as the client sent it.
    ///   - authority: The authority of the request, which ``HostRule`` has accepted.
    /// - Returns: The response, or `nil` if no route has that path.
    /// - Throws: ``APIError``, and the errors of the handler.
    func response(
        to request: Request, _ target: some Collection<UInt8>, authority: String, _ context: ServiceContext
    ) async throws -> Response? {
        guard target.count <= longestPath, let methods = routes[Array(target)] else { return nil }
        guard let route = methods[request.method == .head ? .get : request.method] else {
            let allowed = methods.keys.map { $0 == .get ? "GET, HEAD" : $0.rawValue }.sorted().joined(separator: ", ")
            throw APIError(
                .methodNotAllowed, .methodNotAllowed, "This is answered to \(allowed) only.", allow: allowed)
        }
        let admission = try gate.admit(request, context, authority: authority, route.requirements)
        onHandling?(HandledRequest(request, String(decoding: target, as: UTF8.self)))
        return try await route.handler(AccountAPI.Call(request, admission))
    }
}
