// SPDX-License-Identifier: MIT
import InkLock
import LockFlow

/// A window's seat at the lock, which is given up when nobody holds it any more: a window that is gone must not count as one
/// that is in use.
@MainActor final class LockSeat {
    nonisolated let lock: AppLock
    nonisolated let id: WindowID
    /// How the window stands, as reported.
    private(set) var phase = WindowPhase.inactive

    private static var count: UInt32 = 0

    init(at lock: AppLock) {
        Self.count &+= 1
        self.lock = lock
        id = WindowID(rawValue: Self.count)
        lock.windowOpened(id)
    }

    /// Reports each step on the way to a phase.
    func report(_ new: WindowPhase) {
        guard new != phase else { return }
        if phase == .background { lock.windowWillEnterForeground(id) }
        if phase == .active { lock.windowResignedActive(id) }
        switch new {
        case .active: lock.windowBecameActive(id)
        case .background: lock.windowEnteredBackground(id)
        case .inactive: break
        }
        phase = new
    }

    deinit { lock.windowClosed(id) }
}
