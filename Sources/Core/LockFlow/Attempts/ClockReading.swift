// SPDX-License-Identifier: MIT

/// A reading of uptime, boot ID and wall clock. No single clock is trusted. The host passes a reading with every event
/// that depends on time.
public struct ClockReading: Hashable, Sendable {
    /// The milliseconds of a clock that users cannot set. It counts sleep where the platform can (Linux's
    /// `CLOCK_BOOTTIME`, Darwin's `CLOCK_MONOTONIC`), and is never more than the true time since ``boot`` began.
    public var uptimeMilliseconds: Int64
    /// The boot from which the uptime counts.
    public var boot: BootIdentity
    /// The milliseconds since 1970-01-01 UTC by the clock that users can set.
    public var wallMilliseconds: Int64

    public init(uptimeMilliseconds: Int64, boot: BootIdentity, wallMilliseconds: Int64) {
        self.uptimeMilliseconds = uptimeMilliseconds
        self.boot = boot
        self.wallMilliseconds = wallMilliseconds
    }

    /// Returns the seconds since `earlier` by the uptime alone, or `nil` across a restart. The result is negative if
    /// that clock ran backwards, as in a virtual machine restored to an older state.
    public func seconds(since earlier: ClockReading) -> Double? {
        guard boot == earlier.boot else { return nil }
        return (Double(uptimeMilliseconds) - Double(earlier.uptimeMilliseconds)) / 1000
    }

    /// Returns the milliseconds that have certainly passed since `earlier`: the lower of the two clocks' differences.
    /// Returns `nil` if either clock is before `earlier`, because then nothing is certain.
    ///
    /// If `earlier` is from another boot, at least the whole uptime has passed since then, because `earlier` was before
    /// the restart. So neither a restart nor one clock set forward makes the time longer than it was. If two boots run
    /// at the same time, the one that runs longer counts every moment of the other as before its own start. Then only
    /// the wall clocks count.
    public func certainMilliseconds(since earlier: ClockReading) -> Int64? {
        let begun = boot == earlier.boot ? earlier.uptimeMilliseconds : 0
        let steady = uptimeMilliseconds.subtractingReportingOverflow(begun)
        let wall = wallMilliseconds.subtractingReportingOverflow(earlier.wallMilliseconds)
        guard !steady.overflow && !wall.overflow else { return nil }
        let elapsed = min(steady.partialValue, wall.partialValue)
        return elapsed < 0 ? nil : elapsed
    }
}

/// The identity of one boot of a device, or of one load of a page, from which an uptime counts: 128 bits that no two
/// boots share.
public struct BootIdentity: Hashable, Sendable {
    /// The first 64 of 128 bits.
    public var high: UInt64
    /// The last 64 of 128 bits.
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
