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
    /// The database's time minus the steady one.
    let offset = Mutex<Int64>(0)

    /// Creates a clock for a database.
    /// - Parameter identity: The 16 bytes that identify the database.
    init(_ identity: Data) {
        let words = [identity.prefix(8), identity.dropFirst(8).prefix(8)].map { bytes in
            bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        boot = BootIdentity(high: words[0], low: words[1])
    }

    func now() -> ClockReading {
        let now = steady.now().uptimeMilliseconds + offset.withLock { $0 }
        return ClockReading(uptimeMilliseconds: now, boot: boot, wallMilliseconds: now)
    }

    /// Reads the database's clock.
    func set(by pool: PostgresPool) async throws(StoreError) {
        let measured = try await pool.run(.none) { [steady] connection -> Int64? in
            let before = steady.now().uptimeMilliseconds
            var time: Int64?
            try connection.run("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", []) { row in
                time = row[0]
                return false
            }
            return time.map { $0 - (before + steady.now().uptimeMilliseconds) / 2 }
        }
        if let measured { offset.withLock { $0 = measured } }
    }
}
