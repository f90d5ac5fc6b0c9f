// SPDX-License-Identifier: MIT

/// The state that a cover shows.
extension LockMachine {
    /// Returns the methods that may be tried now, the best first; empty while an attempt is under way.
    public func offeredMethods(at now: ClockReading) -> [UnlockMethod] {
        var machine = self
        machine.endElapsedLockout(at: now)
        return methods.ordered.filter { machine.isAllowed($0) }
    }

    /// Returns the seconds until the lockout ends; 0 if there is none. A passkey and a recovery code are allowed during
    /// a lockout.
    public func lockoutSeconds(at now: ClockReading) -> Double {
        guard case .lockedOut(let from, let seconds) = state else { return 0 }
        guard let gone = now.certainMilliseconds(since: from) else { return seconds }
        return max(0, seconds - Double(gone) / 1000)
    }

    /// The method of the attempt under way.
    public var attemptedMethod: UnlockMethod? { current?.method }
}
