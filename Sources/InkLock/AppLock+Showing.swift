// SPDX-License-Identifier: MIT
import LockFlow

/// What a cover shows that changes with time alone: to be asked for whenever it is drawn.
extension AppLock {
    /// The methods that may be tried now, the best first; empty while one is being tried, and where nothing is locked.
    public nonisolated var offered: [UnlockMethod] { book.turn { $0.machine.offered(at: clock.now()) } }

    /// Seconds until something may be tried again, except a recovery code; 0 when something may, or never again.
    public nonisolated var lockoutSeconds: Double { book.turn { $0.machine.lockoutSeconds(at: clock.now()) } }
}
