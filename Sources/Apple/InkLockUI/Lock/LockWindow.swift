// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Observation

/// A window or scene that reports its phase to the lock and holds the state to show. It is covered until the lock
/// allows its content to be seen.
@MainActor @Observable final class LockWindow {
    let loader: AppLockLoader
    /// The last state of the lock, or `nil` until the lock is loaded.
    private(set) var screen: LockSnapshot?
    /// A counter that is incremented to discard partial input on the cover.
    private(set) var round = 0
    /// A Boolean value that indicates whether the scene itself reports its phase, which then replaces SwiftUI's
    /// reports.
    private(set) var hasScene = false

    /// A closure that is called after each change, before the next frame.
    @ObservationIgnored var onChange: (() -> Void)?
    @ObservationIgnored private var phase: WindowPhase?
    @ObservationIgnored private var seat: WindowRegistration?
    @ObservationIgnored private var following: Task<Void, Never>?

    init(_ loader: AppLockLoader) { self.loader = loader }

    var isCovered: Bool { !(seat.flatMap { screen?.shows($0.id) } ?? false) }

    /// The title, message and buttons of the cover.
    var face: LockCoverContent {
        guard let lock = loader.lock, let screen else {
            return loader.failure == nil ? .starting : .unknown
        }
        return LockCoverContent(screen, offered: lock.offered, lockoutSeconds: lock.lockoutSeconds)
    }

    /// The access to content that requires the key.
    var access: Access {
        guard let lock = loader.lock, screen != nil else { return .none }
        // Read the current key: the last screen may predate the set-up of the lock.
        if let key = lock.key { return .open(key) }
        return lock.screen.state == .unconfigured ? .open(nil) : .none
    }

    enum Access {
        case none
        /// The content may exist. The key is `nil` if no lock is set up.
        case open(DataKey?)
    }

    // MARK: What happens to the window

    /// Handles a phase that SwiftUI reports. The scene's own reports take precedence.
    func said(_ phase: WindowPhase) { if !hasScene { stand(phase) } }

    /// Handles a phase that the scene itself reports.
    func saw(_ phase: WindowPhase) {
        hasScene = true
        stand(phase)
    }

    /// Handles the removal of SwiftUI's content. The scene's own cover lasts as long as the scene.
    func disappeared() { if !hasScene { close() } }

    /// Ends the registration with the lock: the window is closed or has moved to another scene.
    func close() {
        following?.cancel()
        following = nil
        phase = nil
        hasScene = false
        seat = nil
        screen = nil
        onChange?()
    }

    /// Handles the locking of the device.
    func deviceLocked() {
        loader.lock?.deviceLocked()
        refresh()
    }

    /// Handles the availability of protected data.
    func dataBecameAvailable() {
        guard let lock = loader.lock else { return tryAgain() }
        lock.dataBecameAvailable()
        refresh()
    }

    private func stand(_ new: WindowPhase) {
        phase = new
        if new == .background { round += 1 }
        seat?.report(new)
        refresh()
        guard seat == nil else { return }
        if loader.lock != nil { follow() } else if new == .active || following == nil { tryAgain() }
    }

    // MARK: What the lock says

    /// Reads the lock's current state. A state received as an event may be outdated.
    func refresh() {
        let new = seat.flatMap { $0.lock.screen }
        if new != screen { screen = new }
        onChange?()
    }

    /// Loads the lock if it is not loaded.
    func tryAgain() {
        following = Task { [weak self, loader] in
            await loader.load()
            self?.follow()
        }
    }

    private func follow() {
        guard seat == nil, let phase else { return }
        guard let lock = loader.lock else {
            onChange?()
            return
        }
        let seat = WindowRegistration(at: lock)
        self.seat = seat
        seat.report(phase)
        refresh()
        following = Task { [weak self] in
            for await _ in lock.screens() {
                guard let self, !Task.isCancelled else { return }
                self.refresh()
            }
        }
    }
}
