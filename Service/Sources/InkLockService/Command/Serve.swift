// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Logging

/// `inklock serve`: serves the site, by default on this machine alone.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the site with the signature pad, and accounts.",
        discussion: """
            Prints the site's address once it can be opened, and ends on SIGINT (Ctrl-C) or SIGTERM; a second one ends it \
            immediately. With --data there are accounts: what is asked of them is described at /api/openapi.json, and \
            logged on standard error. One server at a time has a folder of accounts. With --database, several servers \
            share the accounts in a PostgreSQL database. libpq reads its password from the file that PGPASSFILE names.

            Each option can also be set by an environment variable, such as INKLOCK_TRUSTED_PROXY, and in a file of \
            settings in TOML. Options are stronger than the environment, and the environment than the file. With a \
            file, SIGHUP reads it again; without, SIGHUP ends the server.

            Requests have to name this service in Host: localhost, an address of this machine or what --host says, \
            with the port; with --origin that host alone, which a proxy has to hand on. /livez and /readyz are \
            answered to a request from this machine under its own address as well. --behind-proxy believes proxies on this machine, or \
            those that --trusted-proxy names.

            Passkeys work in browsers that reach the service over https at a name, which --origin gives: they belong to \
            that name for good. Without --origin they work at http://localhost and the port, not at 127.0.0.1.
            """)

    @Option(help: "A file of settings; INKLOCK_CONFIG names it too.")
    var config: String?

    @Flag(help: "Check the settings and what they name, print them, and end.")
    var check = false

    @Option(help: "The address to listen at; only this machine can reach the default. (default: 127.0.0.1)")
    var host: String?

    // Unconditional: a number below 0 is a value, and wrong, not the name of an option.
    @Option(
        parsing: .unconditional,
        help: "The port to listen at, 0 to 65535; 0 takes any that is free. (default: 8080)")
    var port: Int?

    @Option(help: "A socket of the file system to listen at instead, for a proxy on this machine; needs --origin.")
    var socket: String?

    @Option(help: "The folder to serve; by default InkLock's own site.")
    var site: String?

    @Option(help: "The folder of the accounts, made if it is not there; without, there are none.")
    var data: String?

    @Option(help: "A PostgreSQL database of the accounts instead, which several servers may share; needs --device-key.")
    var database: String?

    @Option(help: "The file of the accounts' key, if it is not device.key in the folder.")
    var deviceKey: String?

    @Option(help: "Where browsers reach the service through a proxy, https://ink.example for example.")
    var origin: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Believe the client's address that a proxy adds to X-Forwarded-For or Forwarded. (default: with --socket)"
    )
    var behindProxy: Bool?

    @Option(help: "A proxy's address or range of addresses, 10.0.0.0/8 for example; by default this machine's own.")
    var trustedProxy: [String] = []

    @Option(
        help:
            "The most space that the accounts may take, in GiB; at it there are no new accounts and notes. (default: 4)"
    )
    var storageLimit: Int?

    @Flag(inversion: .prefixedNo, help: "Let every visitor make an account. (default: --new-accounts)")
    var newAccounts: Bool?

    @Option(
        help:
            "Where weaknesses are reported, for security.txt: mailto:, https: or tel:; by default security@ at the origin."
    )
    var securityContact: String?

    @Option(help: "The address and port, or the socket, at which monitors read numbers, 127.0.0.1:9464 for example.")
    var metrics: String?

    @Option(help: "The collector that takes traces over OTLP/HTTP, http://127.0.0.1:4318 for example.")
    var traceEndpoint: String?

    @Option(help: "The form of the log: text, or json with an object a line. (default: text)")
    var logFormat: String?

    @Option(
        help: "The least level that is logged: trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?

    @Option(help: "A line in the log for each request: off, requests, or clients with their addresses. (default: off)")
    var accessLog: String?

    private static let logger = ServiceLog.standardError.logger("inklock")
    /// The longest wait for a reader of the log at the end, in seconds.
    private static let logTimeout = 1.0
    /// The same wait after a second signal, in seconds.
    private static let lastLogTimeout = 0.2

    /// The settings that the arguments give.
    private var arguments: SettingLayer {
        let texts: [(Setting, String?)] = [
            (.host, host), (.socket, socket), (.site, site), (.data, data), (.database, database),
            (.deviceKey, deviceKey), (.origin, origin), (.securityContact, securityContact), (.metrics, metrics),
            (.traceEndpoint, traceEndpoint), (.logFormat, logFormat), (.logLevel, logLevel), (.accessLog, accessLog),
        ]
        var values: [Setting: SettingValue] = [:]
        for (setting, text) in texts { values[setting] = text.map { .text($0) } }
        values[.port] = port.map { .number($0) }
        values[.storageLimit] = storageLimit.map { .number($0) }
        values[.behindProxy] = behindProxy.map { .boolean($0) }
        values[.newAccounts] = newAccounts.map { .boolean($0) }
        values[.trustedProxy] = trustedProxy.isEmpty ? nil : .texts(trustedProxy)
        return SettingLayer(arguments: values)
    }

    func run() async throws {
        let sources = SettingSources(
            arguments: arguments, environment: ProcessInfo.processInfo.environment, file: config)
        let settings = try sources.read()
        let folder = try settings.site ?? Self.ownSite()
        guard let site = Site(folder: folder) else {
            throw CommandError(
                .noInput, "\(folder): there is no folder here that can be read; choose one with --site")
        }
        guard !check else {
            defer { ServiceLog.standardError.flush(seconds: Self.logTimeout) }
            Self.warn(of: sources.misspeltVariables)
            return try await examine(settings, folder)
        }
        ServerProcess.prepare()
        // The lock and the accounts may wait for minutes.
        if sources.file != nil { ReloadSignal.prepare() }
        ServiceLog.standardError.choices = settings.reloadable.log
        defer { ServiceLog.standardError.flush(seconds: Self.logTimeout) }
        let signals = EndingSignals { isServing in
            if isServing { Self.logger.warning("stop", metadata: ["outcome": "at-once"]) }
            ServiceLog.standardError.flush(seconds: Self.lastLogTimeout)
        }
        defer { withExtendedLifetime(signals) {} }
        let lock = try lockFolder(settings, folder)
        defer { withExtendedLifetime(lock) {} }
        let metrics = settings.metrics == nil ? nil : ServiceMetrics()
        let accounts = try await accounts(settings, site, metrics)
        var server = SiteServer(site: site, host: settings.host, port: settings.port, accounts: accounts)
        server.socket = settings.socket
        server.metrics = metrics
        server.metricsAddress = settings.metrics
        server.exporter = settings.traceCollector.map { SpanExporter($0, metrics: metrics) }
        server.manager = ServiceManager(environment: sources.environment)
        server.publicOrigin = settings.origin
        server.apply(settings.reloadable)
        if sources.file != nil {
            server.onHangUp = { [server] in Self.reload(server, from: sources, since: settings) }
        }
        Self.warn(of: sources.misspeltVariables)
        warn(settings, site)
        let version = InkLockCommand.configuration.version
        let limit = server.limits.total
        do {
            try await server.run { [manager = server.manager] address in
                signals.serve()
                Self.logger.notice(
                    "start", metadata: ["version": "\(version)", "at": "\(address)", "connections": "\(limit)"])
                try? OpenFile.standardOutput.writeAll(Array("InkLock is at \(address)\n".utf8))
                manager.ready()
            }
        } catch let error as SiteServerError {
            throw CommandError(.unavailable, error.description)
        }
        Self.logger.notice("stop", metadata: ["version": "\(version)"])
    }

    /// Reads the settings again and applies those that a running server can change. Wrong settings change nothing.
    private static func reload(_ server: SiteServer, from sources: SettingSources, since old: ServerSettings) {
        server.manager.reloading()
        defer { server.manager.ready() }
        do throws(CommandError) {
            let new = try sources.read(isReload: true)
            try new.checkReload(of: server.live.current)
            let reloadable = new.reloadable(at: server.socket)
            server.apply(reloadable)
            ServiceLog.standardError.choices = reloadable.log
            let left = new.needingRestart(since: old).map(\.rawValue)
            logger.notice(
                "reload", metadata: left.isEmpty ? [:] : ["needs-restart": "\(left.joined(separator: " "))"])
        } catch {
            logger.error("reload", metadata: ["outcome": "refused", "reason": "\(error.message)"])
        }
    }

    /// Checks the files and accounts that the settings name without changing anything, and prints the settings.
    private func examine(_ settings: ServerSettings, _ site: String) async throws(CommandError) {
        if let data = settings.data {
            do throws(AccountServiceError) {
                guard !FolderIdentity(data).overlaps(FolderIdentity(site)) else { throw .insideSite(data, site: site) }
                let exists = access(data, F_OK) == 0
                guard exists || settings.deviceKey == nil else { throw .databaseMissing(data) }
                if exists { try await AccountFolder(path: data, key: settings.deviceKey).check() }
            } catch {
                throw CommandError(error)
            }
        }
        if let place = settings.database, let key = settings.deviceKey {
            do throws(AccountServiceError) {
                let secrets = ServiceSecrets(try await AccountService.sharedKeys(key))
                try await PostgresStore(place, for: .command, connections: 1, key: SharedKey(secrets)).close()
            } catch .tablesMissing, .olderTables {
                // The server makes the tables, or changes them.
            } catch {
                throw CommandError(error)
            }
        }
        try OutputFile(path: "-").write(Array(settings.description.utf8))
    }

    /// Warns of variables that look like misspelt settings. Their values may be secrets.
    private static func warn(of variables: [(name: String, setting: String)]) {
        for (name, setting) in variables {
            logger.warning(
                "a variable of the environment has no effect", metadata: ["name": "\(name)", "meant": "\(setting)"])
        }
    }

    private func warn(_ settings: ServerSettings, _ site: Site) {
        if let place = settings.metrics, !place.isLocal {
            Self.logger.warning(
                "--metrics at an address that other machines reach: the numbers need no password, so let only monitors reach it"
            )
        }
        if site.keepsFrontPagePrivate {
            Self.logger.warning(
                "index.html of the site is not served, because other users may not read it; chmod -R o+rX makes it public"
            )
        }
        if settings.origin?.hasPrefix("https://") ?? false, !settings.isBehindProxy {
            Self.logger.warning(
                "--origin with https means a proxy: without --behind-proxy all its clients share one rate limit")
        }
    }

    /// Keeps other servers and the site out of the folder of the accounts.
    private func lockFolder(_ settings: ServerSettings, _ site: String) throws(CommandError) -> FolderLock? {
        guard let data = settings.data else { return nil }
        do throws(AccountServiceError) {
            guard !FolderIdentity(data).overlaps(FolderIdentity(site)) else { throw .insideSite(data, site: site) }
            let folder = try AccountFolder(path: data)
            // A path through folders that were not there leads somewhere only once they are.
            guard !FolderIdentity(data).overlaps(FolderIdentity(site)) else {
                rmdir(data)
                throw .insideSite(data, site: site)
            }
            return try FolderLock(folder: folder.path)
        } catch {
            throw CommandError(error)
        }
    }

    private func accounts(
        _ settings: ServerSettings, _ site: Site, _ metrics: ServiceMetrics?
    ) async throws(CommandError) -> AccountService? {
        var parameters = Accounts.Parameters()
        if let limit = settings.storageLimit { parameters.storage.totalBytes = limit }
        do throws(AccountServiceError) {
            if let place = settings.database, let key = settings.deviceKey {
                return try await AccountService(
                    database: place, key: key, pictures: PictureCatalogue(site: site), parameters: parameters,
                    settings: AccountAPI.Settings(publicOrigin: settings.origin), metrics: metrics)
            }
            guard let data = settings.data else { return nil }
            return try await AccountService(
                folder: data, key: settings.deviceKey, pictures: PictureCatalogue(site: site), parameters: parameters,
                settings: AccountAPI.Settings(publicOrigin: settings.origin), metrics: metrics)
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns the folder `Web` of the copy of InkLock that contains the current folder or, if there is none, the
    /// running program.
    private static func ownSite() throws(CommandError) -> String {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        for start in [current, program].compactMap({ $0 }) {
            var folder = start.standardizedFileURL
            while folder.path != "/" {
                let files = ["Package.swift", "Web/package.json"].map { folder.appendingPathComponent($0).path }
                if files.allSatisfy(FileManager.default.fileExists(atPath:)) {
                    return folder.appendingPathComponent("Web").path
                }
                folder.deleteLastPathComponent()
            }
        }
        throw CommandError(.noInput, "InkLock's own site is not found from here; choose a folder with --site")
    }
}
