// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock serve`: the site, on this machine alone unless told otherwise.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the site with the signature pad, and accounts.",
        discussion: """
            Prints the site's address once it can be opened, and ends on SIGINT (Ctrl-C) or SIGTERM. With --data there \
            are accounts: what is asked of them is described at /api/openapi.json, and logged on standard error.

            Passkeys work in browsers that reach the service over https at a name, which --origin gives: they belong to \
            that name for good. Without --origin they work at http://localhost and the port, not at 127.0.0.1.
            """)

    @Option(help: "The address to listen at; only this machine can reach the default.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at, 0 to 65535; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The folder to serve; by default InkLock's own site.")
    var site: String?

    @Option(help: "The folder of the accounts, made if it is not there; without, there are none.")
    var data: String?

    @Option(help: "Where browsers reach the service through a proxy, https://ink.example for example.")
    var origin: String?

    @Flag(help: "Believe the client's address that a proxy adds to X-Forwarded-For.")
    var behindProxy = false

    @Flag(inversion: .prefixedNo, help: "Let anybody make an account.")
    var newAccounts = true

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535") }
        guard !host.isEmpty else { throw ValidationError("--host must not be empty") }
        guard origin.map(Self.isOrigin) ?? true else {
            throw ValidationError("--origin is https:// or http:// and a host, with nothing behind it")
        }
    }

    func run() async throws {
        let folder = try site ?? Self.ownSite()
        guard let site = Site(folder: folder) else {
            throw CommandFailure(
                .noInput, "\(folder): there is no folder here that can be read; choose one with --site")
        }
        let accounts = try await accounts(site)
        do {
            try await SiteServer(site: site, host: host, port: port, accounts: accounts).run { address in
                try? OpenFile.standardOutput.writeAll(Array("InkLock is at \(address)\n".utf8))
            }
        } catch let error as SiteServerError {
            throw CommandFailure(.unavailable, error.description)
        }
    }

    private func accounts(_ site: Site) async throws(CommandFailure) -> AccountService? {
        guard let data else { return nil }
        var parameters = Accounts.Parameters()
        parameters.isOpenToNewAccounts = newAccounts
        do throws(AccountServiceError) {
            return try await AccountService(
                folder: data, pictures: PictureCatalogue(site: site), parameters: parameters,
                settings: AccountAPI.Settings(publicOrigin: origin, trustsProxy: behindProxy))
        } catch {
            throw CommandFailure(.unavailable, error.description)
        }
    }

    /// As browsers write it (RFC 6454 §6.2): small letters, no path, not the scheme's own port.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host else { return false }
        let port = url.port.map { ":\($0)" } ?? ""
        return ["http", "https"].contains(scheme) && text == "\(scheme)://\(host)\(port)" && text == text.lowercased()
            && url.port != (scheme == "https" ? 443 : 80)
    }

    /// The folder `Web` of the copy of InkLock that holds the current folder, or else the running program.
    private static func ownSite() throws(CommandFailure) -> String {
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
        throw CommandFailure(.noInput, "InkLock's own site is not found from here; choose a folder with --site")
    }
}
