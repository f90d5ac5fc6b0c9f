// SPDX-License-Identifier: MIT
import Foundation

/// A rate limit for each client: in memory for one server, in memory and in the database for several.
struct RateLimit: Sendable {
    private let name: String
    private let parameters: ClientThrottle.Parameters
    private let memory: ClientThrottle
    private let accounts: Accounts

    /// - Parameter name: tells this limit from others in the database.
    init(_ name: String, _ parameters: ClientThrottle.Parameters, _ accounts: Accounts) {
        self.name = name
        self.parameters = parameters
        self.accounts = accounts
        memory = ClientThrottle(parameters, clock: accounts.clock)
    }

    /// Counts a request.
    /// - Throws: ``AccountError/throttled(seconds:)``, and errors of a shared database.
    func admit(_ client: String) async throws(AccountError) {
        // What one server refuses by itself costs the database nothing, and waits for no row there.
        try memory.admit(client)
        guard accounts.database.isShared else { return }
        let (key, now) = (accounts.secrets.limitKey(name, client), accounts.now)
        let wait = try await accounts.write(.probe) { [parameters] database in
            try SharedLimitTable(database: database).admit(
                key, costing: parameters.intervalMilliseconds,
                room: Int64(parameters.burst) * parameters.intervalMilliseconds, at: now)
        }
        guard wait == 0 else { throw .throttled(seconds: APIError.whole(Double(wait) / 1000)) }
    }
}
