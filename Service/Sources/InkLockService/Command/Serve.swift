// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Logging

/// `inklock serve`: the site, on this machine alone unless told otherwise.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the site with the signature pad, and accounts.",
        discussion: """
            Prints the site's address once it can be opened, and ends on SIGINT (Ctrl-C), SIGTERM or SIGHUP; a second \
            SIGINT or SIGTERM ends it at once. With --data there are accounts: what is asked of them is described at \
            /api/openapi.json, and logged on standard error. One server at a time has a folder of accounts.

            Requests have to name this service in Host: localhost, an address of this machine or what --host says, \
            with the port; with --origin that host alone, which a proxy has to hand on. /healthz is answered to a \
            request from this machine under its own address as well. --behind-proxy believes proxies on this machine, or \
            those that --trusted-proxy names.

            Passkeys work in browsers that reach the service over https at a name, which --origin gives: they belong to \
            that name for good. Without --origin they work at http://localhost and the port, not at 127.0.0.1.
            """)

    @Option(help: "The address to listen at; only this machine can reach the default.")
    var host = "127.0.0.1"

    // Unconditional: a number below 0 is a value, and wrong, not the name of an option.
    @Option(parsing: .unconditional, help: "The port to listen at, 0 to 65535; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The folder to serve; by default InkLock's own site.")
    var site: String?

    @Option(help: "The folder of the accounts, made if it is not there; without, there are none.")
    var data: String?

    @Option(help: "Where browsers reach the service through a proxy, https://ink.example for example.")
    var origin: String?

    @Flag(help: "Believe the client's address that a proxy adds to X-Forwarded-For or Forwarded.")
    var behindProxy = false

    @Option(help: "A proxy's address or range of addresses, 10.0.0.0/8 for example; by default this machine's own.")
    var trustedProxy: [String] = []

    @Flag(inversion: .prefixedNo, help: "Let every visitor make an account.")
    var newAccounts = true

    @Option(
        help: "Where weaknesses are reported, for security.txt: mailto: or https:; by default security@ at the origin.")
    var securityContact: String?

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535") }
        guard !host.isEmpty else { throw ValidationError("--host must not be empty") }
        guard origin.map(Self.isOrigin) ?? true else {
            throw ValidationError("--origin is https:// or http:// and a host in small letters, with nothing behind it")
        }
        guard trustedProxy.isEmpty || behindProxy else {
            throw ValidationError("--trusted-proxy needs --behind-proxy")
        }
        guard trustedProxy.allSatisfy({ IPAddressRange($0) != nil }) else {
            throw ValidationError("--trusted-proxy is an IP address, or one with a slash and a number of bits")
        }
        guard securityContact.map(Self.isContact) ?? true else {
            throw ValidationError("--security-contact begins with mailto:, https:// or tel: and has no spaces")
        }
    }

    private static let logger = Logger(label: "inklock", factory: { StreamLogHandler.standardError(label: $0) })

    func run() async throws {
        ServerProcess.prepare()
        let sources = ServerProcess.endAtSecondSignal()
        defer { withExtendedLifetime(sources) {} }
        let folder = try site ?? Self.ownSite()
        guard let site = Site(folder: folder) else {
            throw CommandError(
                .noInput, "\(folder): there is no folder here that can be read; choose one with --site")
        }
        let lock = try lockFolder(folder)
        defer { withExtendedLifetime(lock) {} }
        let accounts = try await accounts(site)
        var server = SiteServer(site: site, host: host, port: port, accounts: accounts)
        server.publicOrigin = origin
        server.proxies = proxies
        server.securityContact = securityContact
        warn(site)
        let version = InkLockCommand.configuration.version
        let limit = server.limits.total
        do {
            try await server.run { address in
                Self.logger.notice(
                    "start", metadata: ["version": "\(version)", "at": "\(address)", "connections": "\(limit)"])
                try? OpenFile.standardOutput.writeAll(Array("InkLock is at \(address)\n".utf8))
            }
        } catch let error as SiteServerError {
            throw CommandError(.unavailable, error.description)
        }
        Self.logger.notice("stop", metadata: ["version": "\(version)"])
    }

    private var proxies: TrustedProxies {
        guard behindProxy else { return .none }
        let ranges = trustedProxy.compactMap { IPAddressRange($0) }
        return TrustedProxies(ranges: ranges.isEmpty ? IPAddressRange.loopback : ranges)
    }

    private func warn(_ site: Site) {
        if site.keepsFrontPagePrivate {
            Self.logger.warning(
                "index.html of the site is not served, because other users may not read it; chmod -R o+rX makes it public"
            )
        }
        if origin?.hasPrefix("https://") ?? false, !behindProxy {
            Self.logger.warning(
                "--origin with https means a proxy: without --behind-proxy all its clients share one rate limit")
        }
    }

    /// Keeps other servers and the site out of the folder of the accounts.
    private func lockFolder(_ site: String) throws(CommandError) -> FolderLock? {
        guard let data else { return nil }
        do throws(AccountServiceError) {
            guard !FolderPlace(data).overlaps(FolderPlace(site)) else { throw .insideSite(data, site: site) }
            let folder = try AccountFolder(path: data)
            // A path through folders that were not there leads somewhere only once they are.
            guard !FolderPlace(data).overlaps(FolderPlace(site)) else {
                rmdir(data)
                throw .insideSite(data, site: site)
            }
            return try FolderLock(folder: folder.path)
        } catch {
            throw CommandError(.unavailable, error.description)
        }
    }

    private func accounts(_ site: Site) async throws(CommandError) -> AccountService? {
        guard let data else { return nil }
        var parameters = Accounts.Parameters()
        parameters.isOpenToNewAccounts = newAccounts
        var settings = AccountAPI.Settings(publicOrigin: origin, trustsProxy: behindProxy)
        settings.proxies = proxies.ranges
        do throws(AccountServiceError) {
            return try await AccountService(
                folder: data, pictures: PictureCatalogue(site: site), parameters: parameters, settings: settings)
        } catch {
            throw CommandError(.unavailable, error.description)
        }
    }

    private static func isContact(_ text: String) -> Bool {
        ["mailto:", "https://", "tel:"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// As browsers write it (RFC 6454 §6.2): small letters, no path, not the scheme's own port.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host else { return false }
        let port = url.port.map { ":\($0)" } ?? ""
        return ["http", "https"].contains(scheme) && text == "\(scheme)://\(host)\(port)" && text == text.lowercased()
            && url.port != (scheme == "https" ? 443 : 80)
    }

    /// The folder `Web` of the copy of InkLock that holds the current folder, or else the running program.
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
