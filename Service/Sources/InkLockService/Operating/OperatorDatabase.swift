// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The accounts' database as the operator's commands see it while a server may run. The commands neither create the
/// database nor change its tables.
struct OperatorDatabase: Sendable {
    let folder: AccountFolder
    let queue: DatabaseQueue

    /// The longest wait for a transaction of the server.
    private static let timeoutSeconds = 10.0

    /// - Parameters:
    ///   - path: The folder of the accounts, which has to exist.
    ///   - key: The path of the device key if it is not in the folder.
    /// - Throws: ``CommandError`` if the folder cannot be served.
    init(folder path: String, key: String?) async throws(CommandError) {
        guard access(path, F_OK) == 0 else { throw CommandError(.noInput, "\(path): \(SystemError.last)") }
        do throws(AccountServiceError) {
            folder = try AccountFolder(path: path, key: key)
            guard try await Self.check(folder) else { throw .noAccounts(path) }
            queue = try Self.open(folder.database)
        } catch {
            throw CommandError(error)
        }
    }

    /// Checks the folder. If the disk is full, releases the reserve, as a server does.
    private static func check(_ folder: AccountFolder) async throws(AccountServiceError) -> Bool {
        do throws(AccountServiceError) { return try await folder.check() } catch {
            guard case .full = error, folder.releaseReserve() else { throw error }
        }
        return try await folder.check()
    }

    private static func open(_ path: String) throws(AccountServiceError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "InkLock.operator"
        configuration.busyMode = .timeout(timeoutSeconds)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        do { return try DatabaseQueue(path: path, configuration: configuration) } catch {
            throw AccountServiceError(error, path)
        }
    }

    /// Excludes servers, backups and other commands from the folder.
    /// - Throws: ``CommandError`` if one of them uses it.
    func locks() throws(CommandError) -> [FolderLock] {
        do throws(AccountServiceError) {
            return [try FolderLock(folder: folder.path), try FolderLock(folder: folder.path, name: "backup.lock")]
        } catch {
            guard case .inUse = error else { throw CommandError(error) }
            throw CommandError(.unavailable, "\(folder.path): end the server, the backup or the other command first")
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(CommandError) -> Result {
        do { return try await queue.read(body) } catch { throw failure(error) }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(CommandError) -> Result {
        do { return try await queue.write(body) } catch {
            guard StoreError(error).isFull else { throw failure(error) }
        }
        // As in a server, the log starts again in the blocks that it has.
        await restartLog()
        do { return try await queue.write(body) } catch {
            guard StoreError(error).isFull, folder.releaseReserve() else { throw failure(error) }
        }
        await restartLog()
        do { return try await queue.write(body) } catch { throw failure(error) }
    }

    private func restartLog() async {
        try? await queue.writeWithoutTransaction { try $0.restartLog(timeoutSeconds: Self.timeoutSeconds) }
    }

    /// Runs transactions that `body` begins and ends.
    func writeWithoutTransaction<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(CommandError) -> Result {
        do { return try await queue.writeWithoutTransaction(body) } catch { throw failure(error) }
    }

    /// Reads the device keys.
    func keyRing() async throws(CommandError) -> KeyRing {
        do throws(VaultError) { return try await KeyRing.load(folder.key) } catch {
            throw CommandError(AccountServiceError(key: error, folder.key))
        }
    }

    /// Returns the contents of the file of the device keys.
    func keyFile() async throws(CommandError) -> SharedSecretBytes {
        do throws(VaultError) { return try await SecretFile(path: folder.key).load(limit: KeyRing.byteLimit) } catch {
            throw CommandError(AccountServiceError(key: error, folder.key))
        }
    }

    /// Checks that the tables are of this program's version.
    /// - Throws: ``CommandError`` if no server of this version has used them.
    func checkVersion() async throws(CommandError) {
        let isCurrent = try await read { try AccountSchema.migrator.hasCompletedMigrations($0) }
        guard isCurrent else {
            throw CommandError(.older(folder.database))
        }
    }

    func failure(_ error: any Error) -> CommandError {
        if let error = error as? CommandError { return error }
        return CommandError(AccountServiceError(error, folder.database))
    }
}
