// SPDX-License-Identifier: MIT
import LockFlow

/// A clock whose waits lie either within or beyond the grace period.
package enum SearchClock {
    package static let tick: Int64 = 1_000
    /// The grace period in seconds. Two short waits use it up.
    package static let grace = 2.0
    package static let lockout = 3.0
    /// The age in milliseconds from which on all ages are equivalent.
    package static let ripe = 4 * tick

    package static let start = ClockReading(
        uptimeMilliseconds: 1_000_000, boot: BootIdentity(high: 0, low: 1), wallMilliseconds: 1_000_000_000)

    package static func passing(_ wait: SearchEvent.Wait, _ now: ClockReading) -> ClockReading {
        var now = now
        switch wait {
        case .short: now.advance(by: tick)
        case .long: now.advance(by: ripe)
        case .backwards:
            now.uptimeMilliseconds -= tick
            now.wallMilliseconds -= tick
        case .reboot:
            now.boot.low &+= 1
            now.uptimeMilliseconds = 0
            now.wallMilliseconds += tick
        }
        return now
    }
}

extension ClockReading {
    fileprivate mutating func advance(by milliseconds: Int64) {
        uptimeMilliseconds += milliseconds
        wallMilliseconds += milliseconds
    }
}
