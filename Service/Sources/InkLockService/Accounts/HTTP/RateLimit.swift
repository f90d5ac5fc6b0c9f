// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A rate limit for each client: in memory for one server, in memory and in the database for several.
///
/// It is a class because each copy of ``AccountAPI`` copies all limits.
final class RateLimit: Sendable {
    private let name: String
    private let parameters: ClientThrottle.Parameters
    private let memory: ClientThrottle
    private let accounts: Accounts

    /// - Parameter name: The name that distinguishes this limit from others in the database.
    init(_ name: String, _ parameters: ClientThrottle.Parameters, _ accounts: Accounts) {
        self.name = name
        self.parameters = parameters
        self.accounts = accounts
        memory = ClientThrottle(parameters, clock: accounts.clock)
    }

    /// Counts a request.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``, and errors of a shared database.
    func admit(_ client: String) async throws(AccountError) { try await Self.admit([(self, client)]) }

    /// Counts a request in several limits, until one refuses it.
    /// - Parameter requests: Limits of the same accounts, each with its client.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``, and errors of a shared database.
    static func admit(_ requests: [(limit: RateLimit, client: String)]) async throws(AccountError) {
        // Check in memory first, so that a rejected request makes no query and waits for no row lock.
        try admitInMemory(requests).get()
        guard let accounts = requests.first?.limit.accounts, accounts.database.isShared else { return }
        let now = accounts.now
        let buckets = requests.map { $0.limit.bucket($0.client) }
        let wait = try await accounts.write(.probe) { try SharedLimitTable(database: $0).admit(buckets, at: now) }
        guard wait == 0 else { throw refusal(wait) }
    }

    /// Reads, and counts a request in the limits that the result names, in the same use of the database.
    /// - Parameters:
    ///   - find: A closure that runs single queries.
    ///   - limits: A closure that returns limits of the same accounts, each with its client.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``, and errors of the database.
    static func admit<Found: Sendable>(
        _ accounts: Accounts, finding find: @escaping @Sendable (any StoreTransaction) throws -> Found,
        _ limits: @escaping @Sendable (Found) -> [(limit: RateLimit, client: String)]
    ) async throws(AccountError) -> Found {
        guard accounts.database.isShared else {
            let found = try await accounts.read(.query, find)
            try await admit(limits(found))
            return found
        }
        let now = accounts.now
        // The transaction may be begun again, but the request counts once.
        let verdict = Mutex<Result<Void, AccountError>?>(nil)
        let counted = try await accounts.write(.probe) { database -> Result<Found, AccountError> in
            let found = try find(database)
            let requests = limits(found)
            let result = verdict.withLock { verdict in
                let result = verdict ?? Self.admitInMemory(requests)
                verdict = result
                return result
            }
            if case .failure(let error) = result { return .failure(error) }
            let buckets = requests.map { $0.limit.bucket($0.client) }
            let wait = try SharedLimitTable(database: database).admit(buckets, at: now)
            return wait == 0 ? .success(found) : .failure(refusal(wait))
        }
        return try counted.get()
    }

    /// Counts a request in the memory of several limits, until one refuses it.
    private static func admitInMemory(_ requests: [(limit: RateLimit, client: String)]) -> Result<Void, AccountError> {
        Result { () throws(AccountError) in
            for (limit, client) in requests { try limit.memory.admit(client) }
        }
    }

    private static func refusal(_ milliseconds: Int64) -> AccountError {
        .tooManyRequests(seconds: APIError.whole(Double(milliseconds) / 1000))
    }

    /// Counts a request and, if it is admitted, reads in the same use of the database.
    /// - Parameter body: A closure that runs single queries.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``, and errors of the database.
    func admit<Result: Sendable>(
        _ client: String, reading body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(AccountError) -> Result {
        try memory.admit(client)
        guard accounts.database.isShared else { return try await accounts.read(.query, body) }
        let (bucket, now) = (bucket(client), accounts.now)
        let (wait, result) = try await accounts.write(.probe) { database -> (Int64, Result?) in
            let wait = try SharedLimitTable(database: database).admit(bucket, at: now)
            return (wait, wait == 0 ? try body(database) : nil)
        }
        guard let result else { throw Self.refusal(wait) }
        return result
    }

    private func bucket(_ client: String) -> SharedLimitTable.Bucket {
        SharedLimitTable.Bucket(
            key: accounts.secrets.limitKey(name, client), interval: parameters.intervalMilliseconds,
            room: Int64(parameters.burst) * parameters.intervalMilliseconds)
    }
}
