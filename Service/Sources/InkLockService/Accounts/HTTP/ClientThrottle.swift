// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// A rate limit for each client address, as a leaking bucket in memory. It limits the load that one address can cause.
/// The ledgers, which are durable, limit guesses.
package final class ClientThrottle: @unchecked Sendable {
    package struct Parameters: Hashable, Sendable {
        /// The maximum number of requests in a burst, above 0.
        package var burst: Int
        /// The time in milliseconds until one more request is allowed. Above 0.
        var intervalMilliseconds: Int64
        /// The maximum number of addresses in memory. Above it, about half of them are removed, those idle longest
        /// first.
        var clientLimit = 10_000

        /// The limits of attempts, sized for an office that shares one address.
        static let attempts = Parameters(burst: 60, intervalMilliseconds: 1000)
        /// The limits of new accounts. They are lower, because accounts are permanent.
        static let creations = Parameters(burst: 10, intervalMilliseconds: 60_000)
    }

    private let lock = NSLock()
    private let parameters: Parameters
    private let clock: any VaultClock
    /// The uptime in milliseconds at which each client's bucket becomes empty.
    private var emptyAt: [String: Int64] = [:]

    init(_ parameters: Parameters, clock: any VaultClock) {
        self.parameters = parameters
        self.clock = clock
    }

    /// Counts a request.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``.
    /// - Complexity: O(1), or O(n log n) in the number of clients when it exceeds the limit.
    func admit(_ client: String) throws(AccountError) {
        let now = clock.now().uptimeMilliseconds
        let wait = lock.withLock { () -> Int64 in
            let room = Int64(parameters.burst) * parameters.intervalMilliseconds
            var empty = max(now, emptyAt[client] ?? now)
            // The clock of a shared database was set back.
            if empty > now + 2 * room { empty = now }
            empty += parameters.intervalMilliseconds
            let excess = empty - now - room
            guard excess <= 0 else { return excess }
            emptyAt[client] = empty
            if emptyAt.count > parameters.clientLimit { forget(at: now) }
            return 0
        }
        guard wait == 0 else { throw .tooManyRequests(seconds: APIError.whole(Double(wait) / 1000)) }
    }

    private func forget(at now: Int64) {
        emptyAt = emptyAt.filter { $0.value > now }
        guard emptyAt.count > parameters.clientLimit else { return }
        // Remove half of the entries, so that the next requests do not have to remove any.
        let fullest = emptyAt.sorted { $0.value > $1.value }.prefix(parameters.clientLimit / 2)
        emptyAt = Dictionary(uniqueKeysWithValues: fullest.map { ($0.key, $0.value) })
    }
}
