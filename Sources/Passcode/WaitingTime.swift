// SPDX-License-Identifier: MIT

/// How long somebody has to wait, as one would say it: seconds below a minute, minutes below an hour, then hours.
public struct WaitingTime: Hashable, Sendable {
    /// What ``amount`` counts.
    public enum Unit: UInt8, CaseIterable, Hashable, Sendable {
        /// 1 to 59 of them.
        case second
        /// 1 to 59 of them.
        case minute
        /// 60 minutes; 1 to 10,000 of them.
        case hour
    }

    /// At least 1, rounded up: whoever waits so long may try.
    public let amount: Int
    /// The largest unit that there is at least one of.
    public let unit: Unit

    /// `nil` when there is nothing to wait for. More than 10,000 hours count as so many.
    public init?(seconds: Double) {
        guard seconds > 0 else { return nil }
        // Rounded up to seconds first, so that 59.5 s is a minute, not 60 s.
        let whole = min(seconds, 36_000_000).rounded(.up)
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
