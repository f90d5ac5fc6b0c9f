// SPDX-License-Identifier: MIT
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// An HTTP/1.1 server of one site that ends politely on SIGTERM and SIGINT.
package struct SiteServer: Sendable {
    let site: Site
    /// A name or an address of this machine.
    let host: String
    /// 0 takes any free port.
    let port: Int
    /// `nil` where nobody has an account: then there are files only.
    var accounts: AccountService?

    package init(site: Site, host: String, port: Int, accounts: AccountService? = nil) {
        self.site = site
        self.host = host
        self.port = port
        self.accounts = accounts
    }

    /// Serves until a signal ends it; `onListening` is given the site's address once.
    /// - Throws: ``SiteServerError`` if it cannot listen.
    package func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        let application = application { channel in
            guard let port = channel.localAddress?.port else { return }
            onListening("http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
        }
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
        // A client that stops reading must not keep the server from ending.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            return
        } catch let error as IOError {
            throw SiteServerError(errorNumber: error.errnoCode, host: host, port: port)
        } catch is SocketAddressError.UnknownHost {
            throw SiteServerError.unknownHost(host)
        }
    }

    /// What answers requests; the tests ask it without a socket too.
    func application(
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = router()
        var logger = Logger(label: "inklock", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .critical
        return Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname(host, port: port)),
            services: accounts.map { [$0] } ?? [],
            onServerRunning: onServerRunning, logger: logger)
    }

    /// Files, and what programs ask.
    func router() -> Router<ServiceContext> {
        let routes = Router(context: ServiceContext.self)
        add(to: routes)
        let methods = Dictionary(grouping: routes.routes) { $0.path.description }.mapValues { $0.map(\.method) }
        let router = Router(context: ServiceContext.self)
        router.addMiddleware {
            SecurityHeaders()
            SiteMiddleware(site: site)
            APIGuard(publicOrigin: accounts?.api.settings.publicOrigin, methods: methods)
        }
        add(to: router)
        return router
    }

    private func add(to router: Router<ServiceContext>) {
        router.get("/healthz") { [accounts] _, _ in
            guard await accounts?.isHealthy() ?? true else {
                throw APIError(.serviceUnavailable, "unhealthy", "The database does not answer.")
            }
            return try APIAnswer.response(AccountAnswer.Health(status: "ok"))
        }
        guard let accounts else { return }
        router.get(RouterPath(OpenAPIDescription.path)) { _, _ in APIAnswer.response(json: OpenAPIDescription.json) }
        accounts.api.add(to: router)
    }
}
