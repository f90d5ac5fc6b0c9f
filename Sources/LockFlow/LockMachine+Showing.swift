// SPDX-License-Identifier: MIT

/// What a cover shows.
extension LockMachine {
    /// The methods that may be tried now, the best first; empty while one is being tried.
    public func offered(at now: Moment) -> [UnlockMethod] {
        var machine = self
        machine.settleLockout(at: now)
        return methods.ordered.filter { machine.isAllowed($0) }
    }

    /// Seconds until something may be tried again, except a recovery code; 0 when something may, or never again.
    public func lockoutSeconds(at now: Moment) -> Double {
        guard case .lockedOut(let from, let seconds) = state else { return 0 }
        guard let gone = now.certainMilliseconds(since: from) else { return seconds }
        return max(0, seconds - Double(gone) / 1000)
    }

    /// The method that is being tried.
    public var attempted: UnlockMethod? { current?.method }
}
