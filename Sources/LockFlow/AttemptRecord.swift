// SPDX-License-Identifier: MIT

/// What a ledger remembers of attempts, and how each event changes it. Pure: the ledger writes it down durably after
/// every change, *before* anything is compared.
///
/// The order of every attempt: ``attemptBegan(_:at:under:)``, written down; only then the comparison; then
/// ``attemptRejected(_:as:at:under:)`` or ``attemptAccepted(_:by:)``, written down. Whatever breaks off in between counts as a
/// failure.
public struct AttemptRecord: Hashable, Sendable {
    /// How many passcodes were wrong, since anybody and since the owner was last let in.
    public internal(set) var passcode: FailureCount
    /// How many drawings were wrong, since anybody and since the owner was last let in.
    public internal(set) var picture: FailureCount
    /// Time that has to pass before anything may be tried; `nil` when none has, or when it has passed.
    public internal(set) var penalty: Penalty?
    /// What was tried last and was wrong.
    public internal(set) var lastWrong: GuessMark?
    /// Changes with every opening, so that an attempt that overlaps one takes nothing back.
    public internal(set) var openings: UInt32
    /// Whether the vault was destroyed: nothing is ever admitted again.
    public internal(set) var isWiped: Bool

    /// A time that nothing may be tried in.
    public struct Penalty: Hashable, Sendable {
        /// Above 0.
        public let milliseconds: Int64
        /// When it began, or began again.
        public internal(set) var since: Moment

        /// A time below 1 ms counts as 1 ms.
        public init(milliseconds: Int64, since: Moment) {
            self.milliseconds = max(1, milliseconds)
            self.since = since
        }
    }

    /// Nothing was tried yet.
    public init() {
        self.init(passcode: FailureCount(), picture: FailureCount(), penalty: nil, lastWrong: nil)
    }

    /// As it was written down.
    public init(
        passcode: FailureCount, picture: FailureCount, penalty: Penalty?, lastWrong: GuessMark?, openings: UInt32 = 0,
        isWiped: Bool = false
    ) {
        self.passcode = passcode
        self.picture = picture
        self.penalty = penalty
        self.lastWrong = lastWrong
        self.openings = openings
        self.isWiped = isWiped
    }

    /// Milliseconds that nothing may be tried for yet; 0 when something may.
    public func remainingMilliseconds(at now: Moment) -> Int64 {
        guard let penalty else { return 0 }
        guard let elapsed = now.certainMilliseconds(since: penalty.since) else { return penalty.milliseconds }
        return max(0, penalty.milliseconds - elapsed)
    }

    /// What may be tried at `now`.
    public func standing(at now: Moment, under policy: LockoutPolicy) -> AttemptStanding {
        if isWiped { return .wiped }
        if isExhausted(under: policy) { return .recoveryRequired(.passcodeFailures) }
        let remaining = remainingMilliseconds(at: now)
        if remaining > 0 { return .lockedOut(seconds: Double(remaining) / 1000) }
        if picture.sinceOpened >= max(1, policy.pictureLimit) { return .passcodeRequired(.pictureFailures) }
        return .mayTry
    }

    /// Whether the last wrong passcode has been tried.
    public func isExhausted(under policy: LockoutPolicy) -> Bool { passcodesLeft(under: policy) == 0 }

    /// How many passcodes may still be wrong.
    public func passcodesLeft(under policy: LockoutPolicy) -> UInt32 {
        let limit = max(1, policy.passcodeLimit)
        return limit - min(limit, passcode.sinceOpened)
    }

    /// Whether the owner's own code no longer opens, though it does not show: wrong guesses went on between openings with the duress code. To be
    /// asked after ``attemptBegan(_:at:under:)``, which has counted the attempt itself.
    public func refusesOwner(_ method: GuessedMethod, under policy: LockoutPolicy) -> Bool {
        switch method {
        case .passcode: passcode.sinceOwner > max(1, policy.passcodeLimit)
        case .picture: picture.sinceOwner > max(1, policy.pictureLimit)
        }
    }
}

/// The methods that somebody can guess at, and that are therefore counted.
public enum GuessedMethod: UInt8, Hashable, Sendable, CaseIterable {
    /// One of few digits or characters, known exactly.
    case passcode
    /// A drawing, matched more or less.
    case picture
}

/// A keyed digest of what was tried: whoever lacks the key learns nothing from it.
public struct GuessMark: Hashable, Sendable {
    /// The first 64 of 128 bits.
    public var high: UInt64
    /// The last 64 of 128 bits.
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
