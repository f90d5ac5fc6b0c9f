// SPDX-License-Identifier: MIT

/// The attempt counts of a ledger, and the effect of each event on them.
///
/// The record is a pure value. The ledger saves it durably after every change, *before* any comparison.
///
/// Every attempt takes three steps. First ``attemptBegan(_:at:under:)`` counts it, and the ledger saves the record.
/// Then the input is compared. Then ``attemptRejected(_:as:at:under:)`` or ``attemptAccepted(_:by:)`` records the
/// result, and the ledger saves the record again. An attempt that is interrupted in between counts as a failure.
public struct AttemptRecord: Hashable, Sendable {
    /// The number of wrong passcodes since the vault was last opened, as a visible and a hidden count; see
    /// ``FailureCount``.
    public internal(set) var passcode: FailureCount
    /// The number of wrong drawings since the vault was last opened, as a visible and a hidden count; see
    /// ``FailureCount``.
    public internal(set) var picture: FailureCount
    /// The number of wrong passcodes since the passcode was set, as a visible and a hidden count; see
    /// ``FailureCount``. Each opening since then subtracts one.
    public internal(set) var total: FailureCount
    /// The number of wrong attempts, passcodes and drawings together, since the vault was last opened, as a visible and
    /// a hidden count; see ``FailureCount``. It is reported to the owner; no limit depends on it.
    public internal(set) var unreported: FailureCount
    /// The wall-clock time at which the last wrong attempt began; `nil` if there was none since the owner last opened
    /// the vault.
    public internal(set) var lastFailure: Int64?
    /// The time that must pass before the next attempt; `nil` if there is none, or if it has passed.
    public internal(set) var penalty: Penalty?
    /// The digest of the last wrong passcode.
    public internal(set) var lastWrong: AttemptDigest?
    /// The number of openings, modulo 2³². An attempt that overlaps an opening must not be subtracted from the new
    /// counts.
    public internal(set) var openings: UInt32
    /// A Boolean value that indicates whether the vault was destroyed. No attempt is admitted any more.
    public internal(set) var isWiped: Bool

    /// A time in which no attempt is allowed.
    public struct Penalty: Hashable, Sendable {
        /// The length in milliseconds, greater than 0.
        public let milliseconds: Int64
        /// The time at which the penalty began or restarted.
        public internal(set) var since: ClockReading

        /// Creates a penalty. A length below 1 ms counts as 1 ms.
        public init(milliseconds: Int64, since: ClockReading) {
            self.milliseconds = max(1, milliseconds)
            self.since = since
        }
    }

    /// Creates a record without attempts.
    public init() {
        self.init(passcode: FailureCount(), picture: FailureCount(), penalty: nil, lastWrong: nil)
    }

    /// Creates a record from its stored form.
    public init(
        passcode: FailureCount, picture: FailureCount, total: FailureCount = FailureCount(),
        unreported: FailureCount = FailureCount(), lastFailure: Int64? = nil, penalty: Penalty?,
        lastWrong: AttemptDigest?,
        openings: UInt32 = 0, isWiped: Bool = false
    ) {
        self.passcode = passcode
        self.picture = picture
        self.total = total
        self.unreported = unreported
        self.lastFailure = lastFailure
        self.penalty = penalty
        self.lastWrong = lastWrong
        self.openings = openings
        self.isWiped = isWiped
    }

    /// Returns the milliseconds until the next attempt is allowed, or 0 if it is allowed now.
    public func remainingMilliseconds(at now: ClockReading) -> Int64 {
        guard let penalty else { return 0 }
        guard let elapsed = now.certainMilliseconds(since: penalty.since) else { return penalty.milliseconds }
        return max(0, penalty.milliseconds - elapsed)
    }

    /// Returns the attempts that are allowed at `now`.
    public func standing(at now: ClockReading, under policy: LockoutPolicy) -> AttemptStanding {
        if isWiped { return .wiped }
        if passcodeAttemptsLeft(under: policy) == 0 { return .recoveryRequired(.passcodeFailures) }
        let remaining = remainingMilliseconds(at: now)
        if remaining > 0 { return .lockedOut(seconds: Double(remaining) / 1000) }
        if pictureAttemptsLeft(under: policy) == 0 {
            return .passcodeRequired(.pictureFailures)
        }
        return .attemptsAllowed
    }

    /// Returns a Boolean value that indicates whether the number of wrong passcodes in a row has reached the limit, at
    /// which ``LockoutPolicy/limitConsequence`` applies.
    public func isExhausted(under policy: LockoutPolicy) -> Bool {
        policy.limitsPasscodes && passcode.sinceOpened >= max(1, policy.passcodeLimit)
    }

    /// Returns the number of wrong passcodes that are still allowed, in a row or since the passcode was set, whichever
    /// is lower; `UInt32.max` without a limit.
    public func passcodeAttemptsLeft(under policy: LockoutPolicy) -> UInt32 {
        let inARow = Self.left(policy.limitsPasscodes, policy.passcodeLimit, passcode.sinceOpened)
        let inAll = Self.left(policy.limitsPasscodeTotal, policy.passcodeTotalLimit, total.sinceOpened)
        return min(inARow, inAll)
    }

    /// Returns the number of wrong drawings that are still allowed in a row; `UInt32.max` without a limit.
    public func pictureAttemptsLeft(under policy: LockoutPolicy) -> UInt32 {
        Self.left(policy.limitsPictures, policy.pictureLimit, picture.sinceOpened)
    }

    private static func left(_ isLimited: Bool, _ limit: UInt32, _ count: UInt32) -> UInt32 {
        guard isLimited else { return .max }
        return max(1, limit) - min(max(1, limit), count)
    }

    /// Returns a Boolean value that indicates whether even the owner's own secret is rejected, although the visible
    /// count allows it, because wrong guesses continued between openings with the duress passcode.
    ///
    /// Call it after ``attemptBegan(_:at:under:)``, which has counted the attempt itself.
    public func refusesOwner(_ method: GuessedMethod, under policy: LockoutPolicy) -> Bool {
        switch method {
        case .passcode:
            policy.limitsPasscodes && passcode.sinceOwnerOpened > max(1, policy.passcodeLimit)
                || policy.limitsPasscodeTotal && total.sinceOwnerOpened > max(1, policy.passcodeTotalLimit)
        case .picture: policy.limitsPictures && picture.sinceOwnerOpened > max(1, policy.pictureLimit)
        }
    }
}

/// The methods that an attacker can guess at, and that are therefore counted.
public enum GuessedMethod: UInt8, Hashable, Sendable, CaseIterable {
    /// A passcode: few digits or characters, compared exactly.
    case passcode
    /// A drawing on a picture, matched approximately.
    case picture
}

/// A keyed digest of an attempt's input. Without the key it reveals nothing about the input.
public struct AttemptDigest: Hashable, Sendable {
    /// The first 64 of 128 bits.
    public var high: UInt64
    /// The last 64 of 128 bits.
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
