// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Hummingbird
import LockFlow
import LockVault
import Testing

@testable import InkLockService

/// A service with accounts in a folder of its own, cheap derivations and a clock that the test moves.
///
/// The accounts are in a schema of their own if INKLOCK_TEST_DATABASE names a PostgreSQL database.
struct AccountBench {
    /// The database of all benches, or `nil` for a file each.
    static let server = ProcessInfo.processInfo.environment["INKLOCK_TEST_DATABASE"]
    /// The condition of tests that need SQLite.
    static let onFile = ConditionTrait.enabled(if: server == nil, "the accounts are in PostgreSQL")
    /// The condition of tests that need PostgreSQL.
    static let onServer = ConditionTrait.enabled(if: server != nil, "INKLOCK_TEST_DATABASE names no database")

    /// The schema of this bench in the database of all.
    let schema = "bench_\(AccountID.random().text)"
    let folder: TemporaryFolder
    let clock = SteppedClock()
    let log = CapturedLog()
    var settings = AccountAPI.Settings()
    var parameters = Accounts.Parameters()
    /// The numbers of the services.
    var metrics: ServiceMetrics?
    /// Its own: of one address at most one attempt waits, and all tests come from one.
    var deriver: any Deriver = DerivationQueue(
        threads: 2, waiting: 10_000, unknownWaiting: 10_000, clientWaiting: 10_000, networkWaiting: 10_000)

    /// Next to nothing: tests ask often.
    static let cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        for name in ["coast.svg", "garden.svg", "lake.svg"] { try folder.write("site/pictures/\(name)", name.utf8) }
        parameters.vault.cost = Self.cost
        settings.attempts.burst = 100_000
        settings.creations.burst = 100_000
        settings.networkCreations.burst = 100_000
        settings.allCreations.burst = 100_000
        settings.members.burst = 100_000
        settings.devices.burst = 100_000
        settings.notes.burst = 100_000
        settings.reads.burst = 100_000
        settings.noteReads.burst = 100_000
        settings.strangers.names.burst = 100_000
        settings.strangers.differentNames = 100_000
        settings.pace = ResponseTiming(quantum: .milliseconds(1), derivationQuantum: .milliseconds(1))
        // All tests run at the same time, and one PostgreSQL has so many connections.
        parameters.connections = 2
        // Whatever else is on this machine's disk.
        parameters.storage = StorageLimits(freeBytes: 0, reserveBytes: 0, measuringInterval: .zero, measuringShare: 0)
    }

    var site: Site { Site(folder: folder.path("site"))! }
    var data: String { folder.path("data") }

    /// Opens the accounts' database beside the service, and waits while the service writes.
    func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        return try DatabaseQueue(path: "\(data)/accounts.sqlite", configuration: configuration)
    }

    /// The place of this bench's schema, which is made if it is not there.
    func place() throws -> PostgresAddress {
        let server = Self.server ?? ""
        var reason = ""
        let connection = try PostgresConnection(try PostgresAddress(server), reason: &reason)
        defer { connection.close() }
        try connection.command("CREATE SCHEMA IF NOT EXISTS \(schema)")
        return try PostgresAddress("\(server)\(server.contains("?") ? "&" : "?")options=-csearch_path%3D\(schema)")
    }

    /// The path of the key of the services in PostgreSQL.
    func key() async throws -> String {
        let folder = folder.path("key")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = "\(folder)/device.key"
        if !FileManager.default.fileExists(atPath: path) { _ = try await FileDeviceKey(path: path).loadOrCreate() }
        return path
    }

    func service() async throws -> AccountService {
        guard Self.server == nil else {
            return try await AccountService(
                database: try place(), key: try await key(), pictures: PictureCatalogue(site: site),
                parameters: parameters, settings: settings, logger: log.logger, metrics: metrics, deriver: deriver,
                clock: clock)
        }
        return try await AccountService(
            folder: data, pictures: PictureCatalogue(site: site), parameters: parameters, settings: settings,
            logger: log.logger, metrics: metrics, deriver: deriver, clock: clock)
    }

    /// Starts the service, hands in what opens browsers, and ends it.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (AccountBench, @escaping @Sendable () -> Browser) async throws -> Value
    ) async throws -> Value {
        let server = SiteServer(site: site, host: "localhost", port: 0, accounts: try await service())
        let origin = settings.publicOrigin
        return try await server.application().test(.router) { client in
            try await body(self, { Browser(client: client, origin: origin) })
        }
    }
}
