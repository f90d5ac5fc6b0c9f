// SPDX-License-Identifier: MIT
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// An HTTP/1.1 server for one site. It shuts down gracefully on SIGTERM, on SIGINT, and on SIGHUP unless something else
/// handles that signal.
package struct SiteServer: Sendable {
    let site: Site
    /// A name or address of this machine.
    let host: String
    /// The port. 0 selects any free port.
    let port: Int
    /// The accounts, or `nil` to serve only files.
    var accounts: AccountService?
    /// The public origin behind a proxy, or `nil` if browsers use this machine's own addresses. It must equal that of
    /// the accounts.
    var publicOrigin: String?
    /// The path of a socket of the file system to listen at instead of the host and the port.
    var socket: String?
    /// The settings that may change while the server runs. Copies of this value share them.
    let live: LiveSettings
    /// The program that has started this process, and is told of the server's state.
    var manager = ServiceManager(environment: [:])
    /// A closure that SIGHUP calls, or `nil` to shut down on SIGHUP.
    var onHangUp: (@Sendable () -> Void)?
    /// The numbers to watch, or `nil` to count nothing.
    var metrics: ServiceMetrics?
    /// The place at which monitors read the numbers, or `nil` without one.
    var metricsAddress: ListeningAddress?
    /// The exporter of spans, or `nil` to trace nothing.
    var exporter: SpanExporter?
    /// The log of requests that fail, and of all requests if the operator chooses so.
    var log = ServiceLog.standardError
    /// A closure that receives each request to the accounts before its handler runs. For tests.
    package var onHandling: (@Sendable (HandledRequest) -> Void)?
    var limits = ConnectionLimits(descriptors: ServerProcess.descriptorLimit)

    package init(site: Site, host: String, port: Int, accounts: AccountService? = nil) {
        self.site = site
        self.host = host
        self.port = port
        self.accounts = accounts
        publicOrigin = accounts?.api.settings.publicOrigin
        live = LiveSettings(
            ReloadableSettings(
                isOpenToNewAccounts: accounts?.accounts.newAccounts.isOpen ?? true,
                proxies: accounts?.api.settings.trustedProxies ?? .none))
    }

    /// Replaces the settings that may change while the server runs.
    func apply(_ settings: ReloadableSettings) {
        live.update { $0 = settings }
        accounts?.accounts.newAccounts.isOpen = settings.isOpenToNewAccounts
    }

    /// Runs the server until a signal ends it. Calls `onListening` once with the site's address.
    /// - Throws: ``SiteServerError`` if the server cannot listen.
    package func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        var sockets = socket.map { [SocketFile(path: $0)] } ?? []
        if case .socket(let path) = metricsAddress { sockets.append(SocketFile(path: path)) }
        for socket in sockets { try socket.prepare() }
        defer { for socket in sockets { socket.remove() } }
        let table = ConnectionTable(total: limits.total, perClient: limits.client)
        let notice = ListeningNotice(awaitsMonitors: metrics != nil && metricsAddress != nil, onListening: onListening)
        let application = application(table) { channel in
            if let socket { notice.siteListens(at: "unix:\(socket)") }
            guard let port = channel.localAddress?.port else { return }
            notice.siteListens(at: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
        }
        // Services end in the opposite order: the exporter is the last one.
        var services: [any Service] = (exporter.map { [$0] } ?? []) + [application]
        if let metrics, let metricsAddress {
            services.append(
                MetricsServer(
                    place: metricsAddress, metrics: metrics, accounts: accounts, table: table,
                    logger: application.logger, onListening: notice.monitorsListen))
        }
        if let onHangUp { services.append(await ReloadSignal(onSignal: onHangUp)) }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: ServerProcess.endingSignals.filter { onHangUp == nil || $0 != .sighup },
            logger: application.logger)
        // A client that stops reading must not delay shutdown.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            return
        } catch let error as SiteServerError {
            throw error
        } catch let error as IOError {
            if let socket { throw SiteServerError.socket(socket, errorNumber: error.errnoCode) }
            throw SiteServerError(errorNumber: error.errnoCode, host: host, port: port)
        } catch is SocketAddressError.UnknownHost {
            throw SiteServerError.unknownHost(host)
        }
    }

    /// Returns the application. Tests also use it without a socket.
    /// - Parameter table: The table of the connections, or `nil` to create one.
    func application(
        _ table: ConnectionTable? = nil, onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let table = table ?? ConnectionTable(total: limits.total, perClient: limits.client)
        let responder = responder()
        var logger = log.logger("inklock")
        logger.logLevel = .critical
        // Each request is a span of its own.
        let answers = exporter == nil ? KeptAnswers(metrics: metrics) : nil
        var services: [any Service] = accounts.map { [$0] } ?? []
        services.append(MemoryKeeper(table: table))
        services.append(StopNotice(manager: manager))
        return Application(
            responder: responder,
            server: HTTPServerBuilder { [limits, live] respond in
                ServiceChannel(
                    limits, table, live, responder.headers, responder.accessLog, answers, responder: respond)
            },
            configuration: .init(
                address: socket.map { .unixDomainSocket(path: $0) } ?? .hostname(host, port: port), backlog: 1024,
                availableConnectionsDelegate: ConnectionLimiter(limit: limits.hardTotal)),
            services: services,
            onServerRunning: onServerRunning, logger: logger)
    }

    /// Returns the responder for files and for the HTTP interface.
    func responder() -> SiteResponder {
        let hosts = HostRule(publicOrigin: publicOrigin, host: socket == nil ? host : "localhost")
        let logger = accounts?.api.log.logger ?? log.logger("inklock")
        let gate = APIGuard(
            hosts: hosts, settings: live, cookies: accounts?.api.cookies, proxyWarnings: ProxyWarnings(logger: logger))
        return SiteResponder(
            api: APITable(routes(), guardedBy: gate, onHandling: onHandling), hosts: hosts,
            files: SiteFiles(site: site),
            settings: live,
            headers: SecurityHeaders(isSecure: publicOrigin?.hasPrefix("https://") ?? false),
            logger: logger, metrics: metrics, tracer: exporter.map { ServiceTracer(exporter: $0) },
            accessLog: AccessLog(logger: log.logger("inklock.access"), settings: live))
    }

    private func routes() -> APIRoutes {
        let routes = APIRoutes()
        routes.add(.get, SiteResponder.livePath) { _ in try APIAnswer.response(AccountAnswer.Health.ok) }
        routes.add(.get, SiteResponder.readyPath) { [accounts] _ in
            guard await accounts?.isHealthy() ?? true else { throw APIError.degraded }
            return try APIAnswer.response(AccountAnswer.Health.ok)
        }
        guard let accounts else { return routes }
        routes.add(.get, OpenAPIDescription.path) { _ in APIAnswer.response(json: OpenAPIDescription.json) }
        accounts.api.add(to: routes)
        return routes
    }
}

/// Returns memory to the system after connections have closed.
private struct MemoryKeeper: Service {
    let table: ConnectionTable

    private static let interval = Duration.seconds(10)
    private static let connections = 100

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var seen = 0
            while true {
                try await Task.sleep(for: Self.interval)
                let closed = table.closedCount
                guard closed - seen >= Self.connections else { continue }
                seen = closed
                ServerProcess.releaseMemory()
            }
        }
    }
}
