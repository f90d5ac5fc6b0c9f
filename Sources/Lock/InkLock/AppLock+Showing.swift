// SPDX-License-Identifier: MIT
import LockFlow

/// The parts of a cover that change with time alone. Query them whenever it is drawn.
extension AppLock {
    /// The methods that may be tried now, the best first; empty while an attempt is under way and while the app is not
    /// locked.
    public nonisolated var offered: [UnlockMethod] { book.turn { $0.machine.offered(at: clock.now()) } }

    /// The seconds until the next attempt is allowed, except with a recovery code; 0 if it is allowed now or will never
    /// be.
    public nonisolated var lockoutSeconds: Double { book.turn { $0.machine.lockoutSeconds(at: clock.now()) } }
}
