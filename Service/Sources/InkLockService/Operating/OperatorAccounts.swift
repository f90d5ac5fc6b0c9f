// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The accounts as the operator's commands see them while servers may run, in a folder or in a shared database.
struct OperatorAccounts: Sendable {
    private enum Place: Sendable {
        case folder(OperatorDatabase)
        case shared(PostgresStore)
    }

    private let place: Place
    /// The secrets that the servers derive from their keys.
    let secrets: ServiceSecrets
    /// The path of the file of the device keys.
    let keyPath: String

    /// Opens the accounts of a folder.
    /// - Throws: ``CommandError`` if it cannot be served, or a server of this version has not used it yet.
    init(_ folder: OperatorDatabase) async throws(CommandError) {
        try await folder.checkVersion()
        place = .folder(folder)
        secrets = ServiceSecrets(try await folder.keyRing())
        keyPath = folder.folder.key
    }

    /// Opens the accounts of a shared database.
    /// - Parameter key: The path of the key that its servers have.
    /// - Throws: ``CommandError`` if a server would not start, or one of this version has not started yet.
    init(_ database: PostgresAddress, key: String) async throws(CommandError) {
        do throws(AccountServiceError) {
            secrets = ServiceSecrets(try await AccountService.sharedKeys(key))
            keyPath = key
            place = .shared(
                try await PostgresStore(database, for: .command, connections: 1, key: SharedKey(secrets)))
        } catch {
            throw CommandError(error)
        }
    }

    /// The time of the accounts' clock in milliseconds since 1970.
    var now: Int64 {
        switch place {
        case .folder: SystemVaultClock().now().wallMilliseconds
        case .shared(let store): store.clock.now().wallMilliseconds
        }
    }

    /// The folder of the accounts, or `nil` if they are in a shared database.
    var folder: OperatorDatabase? {
        guard case .folder(let database) = place else { return nil }
        return database
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(CommandError) -> Result {
        switch place {
        case .folder(let database): return try await database.read { try body($0) }
        case .shared(let store):
            return try await Self.commandErrors { () throws(StoreError) in try await store.readAll(body) }
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(CommandError) -> Result {
        switch place {
        case .folder(let database): return try await database.write { try body($0) }
        case .shared(let store):
            return try await Self.commandErrors { () throws(StoreError) in try await store.write(body) }
        }
    }

    /// Finds an account by its ID or its name.
    /// - Throws: ``CommandError`` if there is none.
    func account(_ text: String) async throws(CommandError) -> AccountSummary {
        guard let found = try await read({ try AccountSummary.find(text, in: $0) }) else {
            throw CommandError(.noInput, "there is no account \(TerminalText.name(text))")
        }
        return found
    }

    private static func commandErrors<Result>(
        _ body: () async throws(StoreError) -> Result
    ) async throws(CommandError) -> Result {
        do throws(StoreError) { return try await body() } catch {
            let reason =
                if case .server(let state) = error { AccountServiceError.serverFailed(state).description } else {
                    "the accounts cannot be read"
                }
            throw CommandError(.unavailable, reason)
        }
    }
}
