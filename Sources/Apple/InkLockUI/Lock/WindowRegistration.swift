// SPDX-License-Identifier: MIT
import InkLock
import LockFlow

/// The registration of a window with the lock. It ends on deallocation, so that a closed window does not count as
/// active.
@MainActor final class WindowRegistration {
    nonisolated let lock: AppLock
    nonisolated let id: WindowID
    /// The last reported phase of the window.
    private(set) var phase = WindowPhase.inactive

    private static var count: UInt32 = 0

    init(at lock: AppLock) {
        Self.count &+= 1
        self.lock = lock
        id = WindowID(rawValue: Self.count)
        lock.windowOpened(id)
    }

    /// Reports a phase to the lock, with all transitions that lead to it.
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
