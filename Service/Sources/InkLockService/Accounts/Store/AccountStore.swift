// SPDX-License-Identifier: MIT
import LockVault

/// The database of the accounts: a file of this process, or a server that several processes share.
///
/// A transaction is atomic, durable when it returns, and isolated from other transactions. Its body may run more than
/// once.
protocol AccountStore: Sendable {
    /// A Boolean value that indicates whether several servers may use the store. A shared store also contains the rate
    /// limits and the used challenges.
    var isShared: Bool { get }

    /// A Boolean value that indicates whether the servers of the store use a device key that this server does not have.
    /// This server then serves no accounts until it is restarted with the key.
    var lacksKey: Bool { get }

    /// Reads the device key that the servers of the store use, and switches to it.
    /// - Returns: `false` if this server does not have it.
    func checkKey() async throws(StoreError) -> Bool

    /// Runs queries that change nothing.
    /// - Throws: ``StoreError/database(code:)``, ``StoreError/cancelled``, or a ``StoreError`` of `body`.
    func read<Result: Sendable>(
        _ scope: ReadScope, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result

    /// Runs one transaction, which is durable when the method returns. If the method throws, nothing has changed,
    /// unless the connection was lost during the commit.
    /// - Throws: The errors of ``read(_:_:)``, or ``StoreError/full`` if there is no space.
    func write<Result: Sendable>(
        _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result

    /// Returns unused space to the disk, if the store does not do this itself.
    /// - Parameter now: The time, in milliseconds since 1970.
    func releaseFreePages(at now: Int64) async throws(StoreError)

    /// Returns whether the database may grow.
    func hasRoom(_ transaction: any StoreTransaction) -> Bool

    /// Returns whether the database can be written.
    func isWritable() async -> Bool

    /// Returns the bytes that the accounts take.
    /// - Parameters:
    ///   - now: The time, in milliseconds since 1970.
    ///   - measuring: A Boolean value that indicates whether a shared store is measured now. Otherwise it returns the
    ///     last result.
    func space(at now: Int64, measuring: Bool) async -> StoreSpace

    /// Closes all connections. Blocks until transactions have ended.
    func close() throws
}

/// The bytes that the accounts use, and the free bytes on their disk. Unknown numbers are `nil`.
struct StoreSpace: Hashable, Sendable {
    var used: Int64?
    /// The bytes of the accounts that are young; see ``StorageLimits``.
    var young: Int64?
    var free: Int64?
}

/// The isolation of the queries of one reading.
enum ReadScope: Hashable, Sendable {
    /// One query, or several that need no common snapshot. It is cheaper than a transaction.
    case query
    /// All queries see one snapshot of the database.
    case snapshot
}

/// The purpose of a transaction.
enum StorePurpose: Hashable, Sendable {
    /// Ledgers, sign-ins and removals. They may use the reserve.
    case essential
    /// One essential statement that is atomic by itself: it changes a row of a certain version, or removes rows. Like a
    /// transaction, it is not repeated if the connection was lost and it may have taken effect.
    case statement
    /// A count: one statement, or several that need no common snapshot. It may not use the reserve. It is repeated if
    /// the connection was lost, so a count may be one too high.
    case probe
    /// A larger account, with its notes and pictures. It must stay within ``StorageLimits``.
    case growth(AccountID, at: Int64)
}

extension AccountStore {
    var lacksKey: Bool { false }

    func checkKey() async throws(StoreError) -> Bool { true }

    /// Runs queries that see one state of the database.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        try await read(.snapshot, body)
    }

    /// Runs one transaction that is essential.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        try await write(.essential, body)
    }

    /// Runs one transaction that cancellation of the caller's task does not stop, so that a client cannot prevent
    /// counting by closing the connection.
    func writeUncancelled<Result: Sendable>(
        _ purpose: StorePurpose = .essential, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        let task = Task { () async -> Swift.Result<Result, StoreError> in
            do throws(StoreError) { return .success(try await write(purpose, body)) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }

    /// Runs one query for a vault.
    func readForVault<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(VaultError) -> Result {
        do throws(StoreError) { return try await read(.query, body) } catch { throw VaultError(error) }
    }

    /// Runs one transaction for a vault. It is durable when this method returns.
    func writeForVault<Result: Sendable>(
        _ purpose: StorePurpose = .essential, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(VaultError) -> Result {
        do throws(StoreError) { return try await write(purpose, body) } catch { throw VaultError(error) }
    }
}
