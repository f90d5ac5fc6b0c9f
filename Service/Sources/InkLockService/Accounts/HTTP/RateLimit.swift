// SPDX-License-Identifier: MIT
import Foundation

/// A rate limit for each client: in memory for one server, in memory and in the database for several.
struct RateLimit: Sendable {
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
    /// - Throws: ``AccountError/throttled(seconds:)``, and errors of a shared database.
    func admit(_ client: String) async throws(AccountError) { try await Self.admit([(self, client)]) }

    /// Counts a request in several limits, until one refuses it.
    /// - Parameter requests: Limits of the same accounts, each with its client.
    /// - Throws: ``AccountError/throttled(seconds:)``, and errors of a shared database.
    static func admit(_ requests: [(limit: RateLimit, client: String)]) async throws(AccountError) {
        // What one server refuses by itself costs the database nothing, and waits for no row there.
        for (limit, client) in requests { try limit.memory.admit(client) }
        guard let accounts = requests.first?.limit.accounts, accounts.database.isShared else { return }
        let now = accounts.now
        let buckets = requests.map { limit, client in
            SharedLimitTable.Bucket(
                key: accounts.secrets.limitKey(limit.name, client), interval: limit.parameters.intervalMilliseconds,
                room: Int64(limit.parameters.burst) * limit.parameters.intervalMilliseconds)
        }
        let wait = try await accounts.write(.probe) { database in
            let table = SharedLimitTable(database: database)
            for bucket in buckets {
                let wait = try table.admit(bucket, at: now)
                guard wait == 0 else { return wait }
            }
            return 0
        }
        guard wait == 0 else { throw .throttled(seconds: APIError.whole(Double(wait) / 1000)) }
    }
}
