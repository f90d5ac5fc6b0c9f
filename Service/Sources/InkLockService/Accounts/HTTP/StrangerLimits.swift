// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// Limits for attempts of unknown devices: for each network at each name, and for each network at different names. A
/// name is never locked: attempts from another network are not affected.
final class StrangerLimits: @unchecked Sendable {
    struct Parameters: Hashable, Sendable {
        /// The rate limit of one network (/24 or /48) and one name: five attempts in a burst, then one per minute.
        var names = ClientThrottle.Parameters(burst: 5, intervalMilliseconds: 60_000)
        /// The number of different names at which a network may fail before its attempts are delayed, above 0.
        var differentNames = 20
        /// The time in milliseconds after which a network may fail at another name, above 0.
        var differentNamesMilliseconds: Int64 = 60_000
        /// The number of networks that are remembered. Above it, the half with the fewest recent failures is removed.
        var networkLimit = 10_000
    }

    /// The names that a network failed at.
    private struct Network {
        /// The time at which its bucket will be empty, in milliseconds of uptime.
        var emptyAt: Int64
        /// The time of the last failure at each name. Another failure at the same name costs nothing more here.
        var names: [UInt64: Int64]
    }

    private let lock = NSLock()
    private let parameters: Parameters
    private let clock: any VaultClock
    private let names: ClientThrottle
    private var networks: [String: Network] = [:]

    /// The time for which a network's names are remembered. Their number is limited too.
    static let nameMilliseconds: Int64 = 3_600_000
    private static let nameLimit = 128

    init(_ parameters: Parameters, clock: any VaultClock) {
        self.parameters = parameters
        self.clock = clock
        names = ClientThrottle(parameters.names, clock: clock)
    }

    /// Counts an attempt.
    /// - Parameter name: The keyed digest of the name.
    /// - Throws: ``AccountError/tooManyRequests(seconds:)``.
    func admit(_ name: Data, from address: String) throws(AccountError) {
        let network = ClientNetwork.of(address)
        let now = clock.now().uptimeMilliseconds
        let excess = lock.withLock { () -> Int64 in
            guard let found = networks[network] else { return 0 }
            return found.emptyAt - now - Int64(parameters.differentNames - 1) * parameters.differentNamesMilliseconds
        }
        guard excess <= 0 else { throw .tooManyRequests(seconds: APIError.whole(Double(excess) / 1000)) }
        try names.admit("\(network) \(Hexadecimal.text(name.prefix(8)))")
    }

    /// Counts a wrong attempt.
    func failed(_ name: Data, from address: String) {
        let network = ClientNetwork.of(address)
        let now = clock.now().uptimeMilliseconds
        let word = name.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        lock.withLock {
            var found = networks[network] ?? Network(emptyAt: now, names: [:])
            if found.names.updateValue(now, forKey: word) == nil {
                found.emptyAt = max(now, found.emptyAt) + parameters.differentNamesMilliseconds
            }
            if found.names.count > Self.nameLimit {
                found.names = found.names.filter { now - $0.value < Self.nameMilliseconds }
                if found.names.count > Self.nameLimit { found.names = [:] }
            }
            networks[network] = found
            if networks.count > parameters.networkLimit { forget(at: now) }
        }
    }

    /// The number of networks that are remembered.
    var networkCount: Int { lock.withLock { networks.count } }

    private func forget(at now: Int64) {
        networks = networks.filter { $0.value.emptyAt > now }
        guard networks.count > parameters.networkLimit else { return }
        // Half of the entries are removed together, so that not every request removes some.
        let fullest = networks.sorted { $0.value.emptyAt > $1.value.emptyAt }.prefix(parameters.networkLimit / 2)
        networks = Dictionary(uniqueKeysWithValues: fullest.map { ($0.key, $0.value) })
    }
}
