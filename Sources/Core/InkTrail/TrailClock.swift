// SPDX-License-Identifier: MIT
import InkStroke

/// A monotonic clock for a trail, derived from the host's times, which may jump in either direction.
struct TrailClock: Sendable {
    /// The maximum age of a report in seconds relative to the newest time, because devices measure before frames are
    /// drawn. An older report means that the host's clock was set back.
    static var lateness: Double { 0.25 }
    /// The maximum gap in seconds. No trail shows anything for longer, and the limit keeps sums exact.
    static var longestGap: Double { 16 }

    /// The time in seconds since the first report, with gaps limited.
    private(set) var now = 0.0
    /// The host's time at `now`.
    private var host: Double?

    /// Converts a time of the host to the trail's clock. The result is never after ``now``.
    /// - Returns: The converted time, or `nil` if `time` is not finite.
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
