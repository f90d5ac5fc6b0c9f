// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Synchronization

/// The clock of a database, so that all its servers have the same time, however their own clocks are set.
///
/// Between two readings of the database's clock, it continues with the machine's steady clock.
final class PostgresClock: VaultClock {
    private let boot: BootIdentity
    private let steady = SystemVaultClock()
    /// The database's time minus the steady one; `nil` before the first reading.
    let offset = Mutex<Int64?>(nil)

    /// Creates a clock for a database.
    /// - Parameter identity: The 16 bytes that identify the database.
    init(_ identity: Data) {
        let words = [identity.prefix(8), identity.dropFirst(8).prefix(8)].map { bytes in
            bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        boot = BootIdentity(high: words[0], low: words[1])
    }

    func now() -> ClockReading {
        let now = steady.now().uptimeMilliseconds + (offset.withLock { $0 } ?? 0)
        return ClockReading(uptimeMilliseconds: now, boot: boot, wallMilliseconds: now)
    }

    /// Reads the database's clock.
    func set(by pool: PostgresPool) async throws(StoreError) {
        try await pool.run(.none) { [self] connection in
            try follow {
                try Int64.fetchOne(PostgresTransaction(connection: connection), sql: "SELECT \(Self.time)")
            }
        }
    }

    /// The database's time in milliseconds since 1970.
    static let time = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    /// The longest wait for the time, in milliseconds, after which it may be too inaccurate.
    private static let longestWait: Int64 = 1000

    /// Follows the database's clock.
    /// - Parameter read: A closure that reads the database's time in milliseconds since 1970. If it takes long, only
    ///   the first reading counts.
    func follow(_ read: () throws -> Int64?) rethrows {
        let before = steady.now().uptimeMilliseconds
        guard let time = try read() else { return }
        let after = steady.now().uptimeMilliseconds
        offset.withLock { offset in
            guard offset == nil || after - before <= Self.longestWait else { return }
            offset = time - (before + after) / 2
        }
    }
}
