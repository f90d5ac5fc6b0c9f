// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock serve`: the site, on this machine alone unless told otherwise.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the site with the signature pad.",
        discussion: "Prints the site's address once it can be opened, and ends on SIGINT (Ctrl-C) or SIGTERM.")

    @Option(help: "The address to listen at; only this machine can reach the default.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at, 0 to 65535; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The folder to serve; by default InkLock's own site.")
    var site: String?

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535") }
        guard !host.isEmpty else { throw ValidationError("--host must not be empty") }
    }

    func run() async throws {
        let folder = try site ?? Self.ownSite()
        guard let site = Site(folder: folder) else {
            throw CommandFailure(
                .noInput, "\(folder): there is no folder here that can be read; choose one with --site")
        }
        do {
            try await SiteServer(site: site, host: host, port: port).run { address in
                try? OpenFile.standardOutput.writeAll(Array("InkLock is at \(address)\n".utf8))
            }
        } catch let error as SiteServerError {
            throw CommandFailure(.unavailable, error.description)
        }
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
