// SPDX-License-Identifier: MIT

/// A waiting time as it is displayed: seconds below a minute, minutes below an hour, then hours.
public struct WaitingTime: Hashable, Sendable {
    /// The unit of ``amount``.
    public enum Unit: UInt8, CaseIterable, Hashable, Sendable {
        /// Seconds, 1 to 59.
        case second
        /// Minutes, 1 to 59.
        case minute
        /// Hours, 1 to 10,000.
        case hour
    }

    /// The amount, rounded up and at least 1. After that time the next attempt is allowed.
    public let amount: Int
    /// The largest unit of which there is at least one.
    public let unit: Unit

    /// 10,000 hours in seconds.
    static let limitSeconds = 36_000_000.0

    /// Creates a waiting time. Returns `nil` if there is nothing to wait for. More than 10,000 hours count as 10,000.
    public init?(seconds: Double) {
        guard seconds > 0 else { return nil }
        // Seconds are rounded up first, so that 59.5 s is a minute and not 60 s.
        let whole = min(seconds, Self.limitSeconds).rounded(.up)
        if whole < 60 {
            amount = Int(whole)
            unit = .second
        } else if whole < 3600 {
            amount = Int((whole / 60).rounded(.up))
            unit = .minute
        } else {
            amount = Int((whole / 3600).rounded(.up))
            unit = .hour
        }
    }
}
