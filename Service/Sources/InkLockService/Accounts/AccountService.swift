// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import LockVault
import Logging
import ServiceLifecycle

/// The accounts of one folder: their database, the device key beside it, and what keeps both in order.
package struct AccountService: Service {
    let api: AccountAPI

    package var accounts: Accounts { api.accounts }

    private static let databaseName = "accounts.sqlite"
    private static let keyName = "device.key"
    private static let tidyingInterval = Duration.seconds(600)

    /// Opens the folder, makes it if it is not there, and the database and the key in it.
    /// - Throws: ``AccountServiceError``.
    package init(
        folder: String, pictures: PictureCatalogue, parameters: Accounts.Parameters = Accounts.Parameters(),
        settings: AccountAPI.Settings = AccountAPI.Settings(), logger: Logger = Self.logger,
        deriver: any Deriver = DerivationQueue.shared, clock: any VaultClock = SystemVaultClock()
    ) async throws(AccountServiceError) {
        try Self.make(folder)
        let (database, key) = ("\(folder)/\(Self.databaseName)", "\(folder)/\(Self.keyName)")
        // With another key, no passcode would ever open an account again.
        guard !FileManager.default.fileExists(atPath: database) || FileManager.default.fileExists(atPath: key) else {
            throw .keyMissing(key)
        }
        do {
            let deviceKey = FileDeviceKey(path: key)
            _ = try await deviceKey.loadOrMake()
            let accounts = try await Accounts(
                database: try AccountDatabase(path: database), deviceKey: deviceKey, pictures: pictures,
                parameters: parameters, deriver: deriver, clock: clock)
            api = AccountAPI(accounts: accounts, settings: settings, logger: logger)
        } catch let error as VaultError where error == .deviceKeyUnusable {
            throw .keyUnusable(key)
        } catch {
            throw .unusable(folder)
        }
    }

    /// Tidies up from time to time, until the service ends.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await api.accounts.tidy()
                try await Task.sleep(for: Self.tidyingInterval)
            }
        }
        try? api.accounts.database.close()
    }

    /// Whether the database answers.
    func isHealthy() async -> Bool { (try? await api.accounts.database.read { _ in }) != nil }

    /// Lines on standard error.
    package static var logger: Logger {
        Logger(label: "inklock.accounts", factory: { StreamLogHandler.standardError(label: $0) })
    }

    private static func make(_ folder: String) throws(AccountServiceError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable(folder)
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unusable(folder) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed(folder) }
    }
}

/// Why the accounts of a folder cannot be served.
package enum AccountServiceError: Error, Hashable, CustomStringConvertible {
    case unusable(String)
    case exposed(String)
    case keyMissing(String)
    case keyUnusable(String)

    package var description: String {
        switch self {
        case .unusable(let path): "\(path): accounts cannot be kept here; choose a folder to write to with --data"
        case .exposed(let path): "\(path): others can reach this folder; do chmod 700, or choose another with --data"
        case .keyMissing(let path): "\(path) is missing, and without it nobody gets in; put it back from a backup"
        case .keyUnusable(let path):
            "\(path) is not this folder's key, or others can read it; put it back, do chmod 600"
        }
    }
}
