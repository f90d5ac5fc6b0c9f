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
    /// How many passcodes were wrong since the passcode was set, by any code's opener and by the owner, less one for each
    /// opening since.
    public internal(set) var total: FailureCount
    /// How many attempts were wrong, passcodes and drawings, since any code and since the owner's opened the vault. No limit
    /// depends on it: it is what the owner is told.
    public internal(set) var unseen: FailureCount
    /// When the last wrong attempt began, by the wall clock; `nil` if there was none since the owner was last let in.
    public internal(set) var lastFailure: Int64?
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
        passcode: FailureCount, picture: FailureCount, total: FailureCount = FailureCount(),
        unseen: FailureCount = FailureCount(), lastFailure: Int64? = nil, penalty: Penalty?, lastWrong: GuessMark?,
        openings: UInt32 = 0, isWiped: Bool = false
    ) {
        self.passcode = passcode
        self.picture = picture
        self.total = total
        self.unseen = unseen
        self.lastFailure = lastFailure
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
        if passcodesLeft(under: policy) == 0 { return .recoveryRequired(.passcodeFailures) }
        let remaining = remainingMilliseconds(at: now)
        if remaining > 0 { return .lockedOut(seconds: Double(remaining) / 1000) }
        if policy.limitsPictures && picture.sinceOpened >= max(1, policy.pictureLimit) {
            return .passcodeRequired(.pictureFailures)
        }
        return .mayTry
    }

    /// Whether the last wrong passcode in a row has been tried, at which ``LockoutPolicy/ending`` happens.
    public func isExhausted(under policy: LockoutPolicy) -> Bool {
        policy.limitsPasscodes && passcode.sinceOpened >= max(1, policy.passcodeLimit)
    }

    /// How many passcodes may still be wrong, in a row or since the passcode was set, whichever is fewer.
    public func passcodesLeft(under policy: LockoutPolicy) -> UInt32 {
        let inARow = Self.left(policy.limitsPasscodes, policy.passcodeLimit, passcode.sinceOpened)
        let inAll = Self.left(policy.limitsPasscodeTotal, policy.passcodeTotalLimit, total.sinceOpened)
        return min(inARow, inAll)
    }

    private static func left(_ isLimited: Bool, _ limit: UInt32, _ count: UInt32) -> UInt32 {
        guard isLimited else { return .max }
        return max(1, limit) - min(max(1, limit), count)
    }

    /// Whether the owner's own code is refused although nothing shows it: wrong guesses went on between openings with the
    /// duress code. To be asked after ``attemptBegan(_:at:under:)``, which has counted the attempt itself.
    public func refusesOwner(_ method: GuessedMethod, under policy: LockoutPolicy) -> Bool {
        switch method {
        case .passcode:
            policy.limitsPasscodes && passcode.sinceOwner > max(1, policy.passcodeLimit)
                || policy.limitsPasscodeTotal && total.sinceOwner > max(1, policy.passcodeTotalLimit)
        case .picture: policy.limitsPictures && picture.sinceOwner > max(1, policy.pictureLimit)
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
