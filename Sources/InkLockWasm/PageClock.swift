// SPDX-License-Identifier: MIT
import LockFlow

/// A page's time. A browser's steady clock may stand still while the device sleeps, and it may not: whenever it and the clock on
/// the wall disagree about how much time has passed, a new start begins, which ends every grace and shortens no lockout.
struct PageClock {
    /// By how many milliseconds the two may drift apart between two readings before neither is believed.
    static let tolerance: Int64 = 2000
    /// Beyond this many milliseconds, 30,000 years, a reading is nonsense.
    private static let limit = 1e15

    private var start = BootIdentity(high: 0, low: 0)
    /// The uptime that the present start counts from.
    private var origin: Int64 = 0
    private var last: (uptime: Int64, wall: Int64)?

    /// - Parameters:
    ///   - uptime: milliseconds since the page began, by the clock that nobody can set.
    ///   - wall: milliseconds since 1970.
    mutating func moment(uptime: Double, wall: Double) -> Moment {
        guard abs(uptime) < Self.limit, abs(wall) < Self.limit else {
            beginAnew(at: last?.uptime ?? 0)
            return Moment(uptimeMilliseconds: 0, boot: start, wallMilliseconds: last?.wall ?? 0)
        }
        let reading = (uptime: Int64(uptime), wall: Int64(wall))
        if let last {
            let drift = (reading.wall - last.wall) - (reading.uptime - last.uptime)
            if abs(drift) > Self.tolerance || reading.uptime < last.uptime { beginAnew(at: reading.uptime) }
        }
        last = reading
        return Moment(uptimeMilliseconds: reading.uptime - origin, boot: start, wallMilliseconds: reading.wall)
    }

    private mutating func beginAnew(at uptime: Int64) {
        start.low &+= 1
        origin = uptime
    }
}
