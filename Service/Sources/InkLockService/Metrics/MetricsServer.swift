// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The server of ``ServiceMetrics``. It has its own address, so that the site's proxy does not publish the metrics.
struct MetricsServer: Service {
    let place: ListeningAddress
    let metrics: ServiceMetrics
    let accounts: AccountService?
    /// The connections to the site.
    let table: ConnectionTable
    let logger: Logger
    /// A closure that is called once the server listens.
    let onListening: @Sendable () -> Void

    static let path = "/metrics"
    /// The connection limits for monitoring programs.
    private static let limits = ConnectionLimits(descriptors: 256)

    /// Runs until shutdown.
    /// - Throws: ``SiteServerError`` if the server cannot listen.
    func run() async throws {
        do {
            try await application().run()
        } catch let error as IOError {
            throw SiteServerError.monitors(place, errorNumber: error.errnoCode)
        } catch is SocketAddressError.UnknownHost {
            throw SiteServerError.monitors(place, errorNumber: EADDRNOTAVAIL)
        }
    }

    private func application() -> some ApplicationProtocol {
        let own = ConnectionTable(total: Self.limits.total, perClient: Self.limits.client)
        let live = LiveSettings(ReloadableSettings())
        let headers = SecurityHeaders(isSecure: false)
        return Application(
            responder: MetricsResponder(server: self, headers: headers),
            server: HTTPServerBuilder { respond in
                ServiceChannel(
                    Self.limits, own, live, headers, AccessLog(logger: logger, settings: live), responder: respond)
            },
            configuration: .init(
                address: place.bindAddress,
                availableConnectionsDelegate: ConnectionLimiter(limit: Self.limits.hardTotal)),
            onServerRunning: { [onListening] _ in onListening() }, logger: logger)
    }
}

/// The responder for metrics and for the health checks of the process and the accounts.
private struct MetricsResponder: HTTPResponder {
    typealias Context = ServiceContext

    let server: MetricsServer
    let headers: SecurityHeaders

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        var response =
            isAtOwnName(request, context)
            ? await answer(request) : Self.text("The monitors' place is not at that address.\n", .misdirectedRequest)
        headers.apply(to: &response)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Returns a Boolean value that indicates whether the Host field of a request is valid. On a loopback address, it
    /// must name this machine, as protection against DNS rebinding. On other addresses, any name is valid.
    private func isAtOwnName(_ request: Request, _ context: ServiceContext) -> Bool {
        guard case .port(_, let host) = server.place, let socket = context.localAddress,
            IPAddress(socket)?.isLoopback ?? false
        else { return true }
        let fields = (request.head.authority.map { [$0] } ?? []) + request.headers[values: SiteResponder.hostField]
        let rule = HostRule(publicOrigin: nil, host: host)
        return (try? rule.authority(fields, target: nil, socket: socket, isHealthCheck: false)) != nil
    }

    private func answer(_ request: Request) async -> Response {
        guard request.method == .get || request.method == .head else {
            return Self.text("Only GET and HEAD are answered here.\n", .methodNotAllowed, [.allow: "GET, HEAD"])
        }
        let target = request.headers[RequestTarget.field] ?? request.uri.path
        switch RequestTarget(target)?.path {
        case MetricsServer.path:
            return Self.text(
                await server.metrics.text(server.accounts, connections: (server.table.count, server.table.total)),
                type: "text/plain; version=0.0.4; charset=utf-8")
        case SiteResponder.livePath: return Self.text("ok\n")
        case SiteResponder.readyPath:
            guard await server.accounts?.isHealthy() ?? true else {
                return Self.text("The accounts cannot be written.\n", .serviceUnavailable)
            }
            return Self.text("ok\n")
        default: return Self.text("Here are /metrics, /livez and /readyz.\n", .notFound)
        }
    }

    private static func text(
        _ text: String, _ status: HTTPResponse.Status = .ok, _ more: HTTPFields = [:],
        type: String = "text/plain; charset=utf-8"
    ) -> Response {
        var fields = more
        fields[.contentType] = type
        fields[.cacheControl] = "no-store"
        return Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
