// SPDX-License-Identifier: MIT

/// A countdown to the end of a lockout.
///
/// Its times are those of a clock that is never set and that continues while the device sleeps. A change of the
/// device's date therefore neither lengthens nor shortens what a screen shows.
public struct Countdown: Hashable, Sendable {
    /// The end in seconds.
    private let end: Double

    /// Creates a countdown. Returns `nil` if there is nothing to wait for.
    /// - Parameters:
    ///   - seconds: The seconds from now to the end.
    ///   - now: The time in seconds.
    public init?(seconds: Double, at now: Double) {
        guard seconds > 0 else { return nil }
        end = now + seconds
    }

    /// Returns the whole seconds that are left, rounded up, or 0 after the end. More than 10,000 hours count as 10,000.
    ///
    /// The last millisecond counts as the end, because the timers of some systems come a fraction of one early.
    /// - Parameter now: The time in seconds.
    public func seconds(at now: Double) -> Int {
        let left = end - now - 0.001
        return left > 0 ? Int(min(left, WaitingTime.limitSeconds).rounded(.up)) : 0
    }

    /// Returns the time that is left as it is displayed, or `nil` after the end.
    /// - Parameter now: The time in seconds.
    public func remaining(at now: Double) -> WaitingTime? { WaitingTime(seconds: Double(seconds(at: now))) }
}
