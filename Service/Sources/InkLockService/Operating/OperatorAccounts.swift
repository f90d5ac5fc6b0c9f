// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The accounts as the operator's commands see them beside running servers, in a folder or in a shared database.
struct OperatorAccounts: Sendable {
    private enum Place: Sendable {
        case folder(OperatorDatabase)
        case shared(PostgresStore, MemoryDeviceKey)
    }

    private let place: Place

    /// Opens the accounts of a folder.
    /// - Throws: ``CommandError`` if it cannot be served, or a server of this version has not used it yet.
    init(_ folder: OperatorDatabase) async throws(CommandError) {
        try await folder.checkVersion()
        place = .folder(folder)
    }

    /// Opens the accounts of a shared database.
    /// - Parameter key: the path of the key that its servers have.
    /// - Throws: ``CommandError`` if a server would not start, or one of this version has not started yet.
    init(_ database: PostgresPlace, key: String) async throws(CommandError) {
        do throws(AccountServiceError) {
            let key = try await AccountService.sharedKey(key)
            let secrets = ServiceSecrets(key)
            place = .shared(try await PostgresStore(database, for: .command, connections: 1) { secrets.check($0) }, key)
        } catch {
            throw CommandError(.unavailable, error.description)
        }
    }

    /// The time of the accounts' clock in milliseconds since 1970.
    var now: Int64 {
        switch place {
        case .folder: SystemVaultClock().now().wallMilliseconds
        case .shared(let store, _): store.clock.now().wallMilliseconds
        }
    }

    /// The secrets that the servers derive from their key.
    func secrets() async throws(CommandError) -> ServiceSecrets {
        switch place {
        case .folder(let database): ServiceSecrets(try await database.deviceKey())
        case .shared(_, let key): ServiceSecrets(key)
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(CommandError) -> Result {
        switch place {
        case .folder(let database): return try await database.read { try body($0) }
        case .shared(let store, _):
            return try await Self.commandErrors { () throws(StoreError) in try await store.read(body) }
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(CommandError) -> Result {
        switch place {
        case .folder(let database): return try await database.write { try body($0) }
        case .shared(let store, _):
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
