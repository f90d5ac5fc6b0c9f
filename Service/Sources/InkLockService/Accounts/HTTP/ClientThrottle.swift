// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// How often each client may ask, by the address it asks from: a leaking bucket each, in memory.
///
/// It bounds what one address costs. What may be guessed is bounded by the ledgers, durably.
final class ClientThrottle: @unchecked Sendable {
    struct Parameters: Hashable, Sendable {
        /// How many requests may come at once. Above 0.
        var burst: Int
        /// Milliseconds until one more may. Above 0.
        var intervalMilliseconds: Int64
        /// How many addresses are remembered; then the one longest quiet is forgotten.
        var clientLimit = 10_000

        /// For attempts: as many as an office behind one address needs.
        static let attempts = Parameters(burst: 60, intervalMilliseconds: 1000)
        /// For new accounts, which last.
        static let creations = Parameters(burst: 10, intervalMilliseconds: 60_000)
    }

    private let lock = NSLock()
    private let parameters: Parameters
    private let clock: any VaultClock
    /// When each client's bucket will have run empty, in milliseconds of uptime.
    private var emptyAt: [String: Int64] = [:]

    init(_ parameters: Parameters, clock: any VaultClock) {
        self.parameters = parameters
        self.clock = clock
    }

    /// Takes note of a request.
    /// - Throws: ``AccountError/throttled(seconds:)``.
    /// - Complexity: O(1), and O(clients) where there are too many.
    func admit(_ client: String) throws(AccountError) {
        let now = clock.now().uptimeMilliseconds
        let wait = lock.withLock { () -> Int64 in
            let empty = max(now, emptyAt[client] ?? now) + parameters.intervalMilliseconds
            let excess = empty - now - Int64(parameters.burst) * parameters.intervalMilliseconds
            guard excess <= 0 else { return excess }
            emptyAt[client] = empty
            if emptyAt.count > parameters.clientLimit { forget(at: now) }
            return 0
        }
        guard wait == 0 else { throw .throttled(seconds: APIError.whole(Double(wait) / 1000)) }
    }

    private func forget(at now: Int64) {
        emptyAt = emptyAt.filter { $0.value > now }
        guard emptyAt.count > parameters.clientLimit else { return }
        // All at once, so that it does not happen with every request.
        let ordered = emptyAt.values.sorted()
        let median = ordered[ordered.count / 2]
        emptyAt = emptyAt.filter { $0.value > median }
    }
}
