// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault

/// A clock that stands until it is moved.
final class SteppedClock: VaultClock, @unchecked Sendable {
    private let lock = NSLock()
    private var moment = ClockReading(
        uptimeMilliseconds: 1_000_000, boot: BootIdentity(high: 1, low: 2), wallMilliseconds: 1_790_000_000_000)

    func now() -> ClockReading { lock.withLock { moment } }

    func advance(seconds: Int64) {
        lock.withLock {
            moment.uptimeMilliseconds += seconds * 1000
            moment.wallMilliseconds += seconds * 1000
        }
    }

    /// Sets the time of day forward, or back with negative seconds. The time since the start of the machine stays.
    func setForward(seconds: Int64) {
        lock.withLock { moment.wallMilliseconds += seconds * 1000 }
    }
}
