// SPDX-License-Identifier: MIT

/// An instant as three witnesses tell it, because each of them alone can be fooled: what a host hands in wherever the
/// lock has to know the time.
public struct Moment: Hashable, Sendable {
    /// Milliseconds of a clock that nobody can set, counting sleep where the platform can (Linux's `CLOCK_BOOTTIME`,
    /// Darwin's `CLOCK_MONOTONIC`). Never more than has truly passed since ``boot`` began.
    public var uptimeMilliseconds: Int64
    /// What the uptime counts from.
    public var boot: BootIdentity
    /// Milliseconds since 1970-01-01 UTC by the clock that people can set.
    public var wallMilliseconds: Int64

    public init(uptimeMilliseconds: Int64, boot: BootIdentity, wallMilliseconds: Int64) {
        self.uptimeMilliseconds = uptimeMilliseconds
        self.boot = boot
        self.wallMilliseconds = wallMilliseconds
    }

    /// Seconds from `earlier` to here by the uptime alone; `nil` across a restart. Negative when that clock ran
    /// backwards, as in a machine that was put back to an older state.
    public func seconds(since earlier: Moment) -> Double? {
        guard boot == earlier.boot else { return nil }
        return (Double(uptimeMilliseconds) - Double(earlier.uptimeMilliseconds)) / 1000
    }

    /// Milliseconds that have certainly passed since `earlier`: as many as both clocks vouch for. `nil` when one of them
    /// says that `earlier` is still to come, so that nothing is certain.
    ///
    /// In another boot the uptime itself has passed since `earlier`, for that was before the restart. So neither a restart
    /// nor one clock set forward makes the time longer than it was.
    public func certainMilliseconds(since earlier: Moment) -> Int64? {
        let begun = boot == earlier.boot ? earlier.uptimeMilliseconds : 0
        let steady = uptimeMilliseconds.subtractingReportingOverflow(begun)
        let wall = wallMilliseconds.subtractingReportingOverflow(earlier.wallMilliseconds)
        guard !steady.overflow && !wall.overflow else { return nil }
        let elapsed = min(steady.partialValue, wall.partialValue)
        return elapsed < 0 ? nil : elapsed
    }
}

/// Which start of a device, or of a page, an uptime counts from: 128 bits that no two starts share.
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
