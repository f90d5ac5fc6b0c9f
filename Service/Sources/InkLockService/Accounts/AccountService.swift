// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import LockVault
import Logging
import ServiceLifecycle

/// The accounts of one data folder, with their database, device key and maintenance.
package struct AccountService: Service {
    let api: AccountAPI
    private let health = HealthCheck()

    package var accounts: Accounts { api.accounts }

    private static let tidyingInterval = Duration.seconds(600)

    /// Opens the data folder. Creates the folder, the database and the device key if they do not exist.
    /// - Parameter key: The path of the device key if it is not in the folder. It is not created.
    /// - Throws: ``AccountServiceError``.
    package init(
        folder: String, key: String? = nil, pictures: PictureCatalogue,
        parameters: Accounts.Parameters = Accounts.Parameters(),
        settings: AccountAPI.Settings = AccountAPI.Settings(), logger: Logger = Self.logger,
        metrics: ServiceMetrics? = nil,
        deriver: any Deriver = DerivationQueue.shared, clock: any VaultClock = SystemVaultClock()
    ) async throws(AccountServiceError) {
        let place = try AccountFolder(path: folder, key: key)
        let hasAccounts = try place.inspect()
        let ring: KeyRing
        do throws(VaultError) { ring = try await place.keyRing() } catch {
            throw AccountServiceError(key: error, place.key)
        }
        do {
            if hasAccounts { try place.checkKeys(ring) }
            let secrets = ServiceSecrets(ring)
            let accounts = try await Accounts(
                database: try SQLiteStore(path: place.database, limits: parameters.storage, metrics: metrics),
                secrets: secrets, pictures: pictures, parameters: parameters, deriver: deriver, clock: clock,
                metrics: metrics)
            api = AccountAPI(accounts: accounts, settings: settings, logger: logger, metrics: metrics)
            place.finish()
            if !hasAccounts {
                logger.warning(
                    "folder", metadata: ["outcome": "new", "reason": "the folder was empty and has no accounts"])
            }
        } catch let error as VaultError where error == .deviceKeyUnusable {
            throw .keyUnusable(place.key)
        } catch {
            throw AccountServiceError(error, place.database)
        }
    }

    /// Opens the accounts in a database that other servers may share. Makes the tables in an empty database.
    /// - Parameters:
    ///   - key: The path of the device key, the same for all servers. It is not created.
    ///   - clock: The service's clock, or `nil` for the database's.
    /// - Throws: ``AccountServiceError``.
    package init(
        database place: PostgresAddress, key: String, pictures: PictureCatalogue,
        parameters: Accounts.Parameters = Accounts.Parameters(),
        settings: AccountAPI.Settings = AccountAPI.Settings(), logger: Logger = Self.logger,
        metrics: ServiceMetrics? = nil,
        deriver: any Deriver = DerivationQueue.shared, clock: (any VaultClock)? = nil
    ) async throws(AccountServiceError) {
        let secrets = ServiceSecrets(try await Self.sharedKeys(key))
        let store = try await PostgresStore(
            place, connections: parameters.connections, limits: parameters.storage, key: SharedKey(secrets),
            logger: logger, metrics: metrics)
        do {
            let accounts = try await Accounts(
                database: store, secrets: secrets, pictures: pictures, parameters: parameters, deriver: deriver,
                clock: clock ?? store.clock, metrics: metrics)
            api = AccountAPI(accounts: accounts, settings: settings, logger: logger, metrics: metrics)
        } catch {
            throw .keyUnusable(key)
        }
    }

    /// Reads the keys that all servers of a database have.
    static func sharedKeys(_ path: String) async throws(AccountServiceError) -> KeyRing {
        do throws(VaultError) { return try await KeyRing.load(path) } catch {
            throw error == .deviceKeyMissing ? .sharedKeyMissing(path) : AccountServiceError(key: error, path)
        }
    }

    /// Runs maintenance periodically until shutdown, then waits for the requests in flight and closes the database.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await api.tidy()
                try await Task.sleep(for: Self.tidyingInterval)
            }
        }
        await api.requests.close()
        try? api.accounts.database.close()
    }

    /// A Boolean value that indicates whether the database can be written. The value may be a few seconds old.
    func isHealthy() async -> Bool { await health.isWritable(api.accounts.database) }

    /// The default logger, which writes lines to standard error.
    package static var logger: Logger { ServiceLog.standardError.logger("inklock.accounts") }
}

/// Checks with a test write whether the database accepts writes, at most once per interval, so that frequent health
/// requests cause no load.
private actor HealthCheck {
    private static let interval = Duration.seconds(5)
    /// The longest wait for the test write. After that, the database counts as unavailable.
    private static let timeout = Duration.seconds(2)

    private var last: (at: ContinuousClock.Instant, isWritable: Bool)?
    private var running: (since: ContinuousClock.Instant, task: Task<Bool, Never>)?

    func isWritable(_ database: any AccountStore) async -> Bool {
        if running == nil, let last, last.at.duration(to: .now) < Self.interval { return last.isWritable }
        let (since, task) = running ?? begin(database)
        return await task.value(within: Self.timeout - since.duration(to: .now)) ?? false
    }

    private func begin(_ database: any AccountStore) -> (since: ContinuousClock.Instant, task: Task<Bool, Never>) {
        let task = Task {
            let isWritable = await database.isWritable()
            running = nil
            last = (.now, isWritable)
            return isWritable
        }
        running = (.now, task)
        return (.now, task)
    }
}

extension Task where Failure == Never {
    /// Waits for the result, but no longer than `timeout`. The task continues.
    /// - Returns: The result, or `nil` if there is none in time.
    func value(within timeout: Duration) async -> Success? {
        let (results, result) = AsyncStream.makeStream(of: Success?.self)
        let timer = Task<Void, Never> {
            try? await Task<Never, Never>.sleep(for: timeout)
            result.yield(nil)
        }
        defer { timer.cancel() }
        _ = Task<Void, Never> { result.yield(await value) }
        for await first in results { return first }
        return nil
    }
}
