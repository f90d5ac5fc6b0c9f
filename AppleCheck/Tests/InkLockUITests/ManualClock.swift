// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault

/// A clock that the test sets.
final class ManualClock: VaultClock, @unchecked Sendable {
    private let lock = NSLock()
    private var moment = ClockReading(
        uptimeMilliseconds: 1_000_000, boot: BootIdentity(high: 1, low: 1), wallMilliseconds: 1_700_000_000_000)

    func now() -> ClockReading { lock.withLock { moment } }

    func pass(seconds: Int64) {
        lock.withLock {
            moment.uptimeMilliseconds += seconds * 1000
            moment.wallMilliseconds += seconds * 1000
        }
    }

    func setWall(by seconds: Int64) { lock.withLock { moment.wallMilliseconds += seconds * 1000 } }

    func restart() {
        lock.withLock {
            moment.boot.low += 1
            moment.uptimeMilliseconds = 0
        }
    }
}
