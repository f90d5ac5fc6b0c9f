// SPDX-License-Identifier: MIT
import LockFlow

/// A page's clock. A browser's steady clock may or may not stand still while the device sleeps. Whenever it and the
/// wall clock disagree about the elapsed time, a new boot begins, which ends every grace period and shortens no
/// lockout.
struct PageClock {
    /// The maximum drift between the two clocks from one reading to the next, in milliseconds. Beyond it neither is
    /// trusted.
    static let tolerance: Int64 = 2000
    /// The maximum reading in milliseconds, 30,000 years. Beyond it a reading is invalid.
    private static let limit = 1e15

    private var start = BootIdentity(high: 0, low: 0)
    /// The uptime at which the current boot began.
    private var origin: Int64 = 0
    private var last: (uptime: Int64, wall: Int64)?
    /// The lead of the wall clock over the uptime when the device's sleep was last measured, in milliseconds.
    private var lead: Double?

    /// Returns the reading of both clocks.
    /// - Parameters:
    ///   - uptime: The milliseconds since the page was loaded, by the clock that users cannot set.
    ///   - wall: The milliseconds since 1970.
    mutating func reading(uptime: Double, wall: Double) -> ClockReading {
        guard abs(uptime) < Self.limit, abs(wall) < Self.limit else {
            restart(at: last?.uptime ?? 0)
            return ClockReading(uptimeMilliseconds: 0, boot: start, wallMilliseconds: last?.wall ?? 0)
        }
        let reading = (uptime: Int64(uptime), wall: Int64(wall))
        if let last {
            let drift = (reading.wall - last.wall) - (reading.uptime - last.uptime)
            if abs(drift) > Self.tolerance || reading.uptime < last.uptime { restart(at: reading.uptime) }
        }
        last = reading
        return ClockReading(uptimeMilliseconds: reading.uptime - origin, boot: start, wallMilliseconds: reading.wall)
    }

    /// Returns the milliseconds by which the wall clock has gone ahead of the uptime since the last call. In most
    /// browsers the uptime excludes the device's sleep. The result is 0 the first time.
    mutating func sleptMilliseconds(uptime: Double, wall: Double) -> Double {
        let before = lead ?? wall - uptime
        lead = wall - uptime
        return wall - uptime - before
    }

    private mutating func restart(at uptime: Int64) {
        start.low &+= 1
        origin = uptime
    }
}
