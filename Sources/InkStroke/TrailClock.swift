// SPDX-License-Identifier: MIT

/// A trail's own time, which never goes back, from a host's times, which may do anything.
struct TrailClock: Sendable {
    /// Reports may be this many seconds older than the newest time seen: devices measure before frames are drawn. What
    /// is older still comes from a clock that was set back.
    static var lateness: Double { 0.25 }
    /// No gap counts as longer than this many seconds: nothing that a trail shows lasts as long, and sums stay exact.
    static var longestGap: Double { 16 }

    /// Seconds since the first time seen, gaps limited.
    private(set) var now = 0.0
    /// The host's time at `now`.
    private var host: Double?

    /// Takes in a time of the host's and returns where it lies on the trail's own clock, never after ``now``.
    /// - Returns: `nil` for one that is not finite.
    mutating func take(_ time: Double) -> Double? {
        guard time.isFinite else { return nil }
        guard let last = host else {
            host = time
            return now
        }
        let gap = time - last
        if gap >= 0 {
            now += min(gap, Self.longestGap)
            host = time
            return now
        }
        if gap >= -Self.lateness { return now + gap }
        host = time
        return now
    }
}
