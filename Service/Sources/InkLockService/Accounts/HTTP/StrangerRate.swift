// SPDX-License-Identifier: MIT
import Foundation

/// ``StrangerLimits`` in memory for one server, and the same in the database for several.
struct StrangerRate: Sendable {
    private let parameters: StrangerLimits.Parameters
    private let memory: StrangerLimits
    private let names: RateLimit
    private let accounts: Accounts

    init(_ parameters: StrangerLimits.Parameters, _ accounts: Accounts) {
        self.parameters = parameters
        self.accounts = accounts
        memory = StrangerLimits(parameters, clock: accounts.clock)
        names = RateLimit("stranger", parameters.names, accounts)
    }

    /// Counts an attempt.
    /// - Parameter name: The keyed digest of the name.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``, and errors of a shared database.
    func admit(_ name: Data, from address: String) async throws(AccountError) {
        guard accounts.database.isShared else { return try memory.admit(name, from: address) }
        let network = ClientNetwork.of(address)
        let (bucket, now) = (bucket(network), accounts.now)
        let empty = try await accounts.read(.query) { try SharedLimitTable(database: $0).emptyAt(bucket, at: now) }
        let excess = empty - now - Int64(parameters.differentNames - 1) * parameters.differentNamesMilliseconds
        guard excess <= 0 else { throw .tooManyRequests(seconds: APIError.whole(Double(excess) / 1000)) }
        try await names.admit("\(network) \(Hexadecimal.text(name.prefix(8)))")
    }

    /// Counts a wrong attempt.
    func failed(_ name: Data, from address: String) async throws(AccountError) {
        guard accounts.database.isShared else { return memory.failed(name, from: address) }
        let network = ClientNetwork.of(address)
        let bucket = bucket(network)
        let noted = accounts.secrets.limitKey("name", "\(network) \(Hexadecimal.text(name.prefix(8)))")
        let now = accounts.now
        try await accounts.writeUncancelled(.probe) { database in
            let table = SharedLimitTable(database: database)
            guard try table.note(noted, until: now + StrangerLimits.nameMilliseconds, at: now) else { return }
            try table.fill(bucket, at: now)
        }
    }

    /// The bucket of a network that fails at different names.
    private func bucket(_ network: String) -> SharedLimitTable.Bucket {
        SharedLimitTable.Bucket(
            key: accounts.secrets.limitKey("network", network), interval: parameters.differentNamesMilliseconds,
            room: Int64(parameters.differentNames) * parameters.differentNamesMilliseconds)
    }
}
