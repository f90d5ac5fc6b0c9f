// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Observation

/// A window or scene as the lock sees it: reports what happens to it, and knows what it is to show. Covered unless the lock
/// says otherwise.
@MainActor @Observable final class LockWindow {
    let loader: AppLockLoader
    /// What to show; `nil` while there is no lock yet.
    private(set) var screen: LockScreen?
    /// Goes up when what was typed or drawn on the cover is nobody's any more.
    private(set) var round = 0
    /// Whether the scene itself reports, so that nobody else has to.
    private(set) var hasScene = false

    /// Told after each change, before anybody sees it.
    @ObservationIgnored var onChange: (() -> Void)?
    @ObservationIgnored private var phase: WindowPhase?
    @ObservationIgnored private var seat: LockSeat?
    @ObservationIgnored private var following: Task<Void, Never>?

    init(_ loader: AppLockLoader) { self.loader = loader }

    var isCovered: Bool { !(seat.flatMap { screen?.shows($0.id) } ?? false) }

    /// What the cover shows.
    var face: CoverFace {
        guard let lock = loader.lock, let screen else {
            return loader.failure == nil ? .starting : .unknown
        }
        return CoverFace(screen, offered: lock.offered, lockoutSeconds: lock.lockoutSeconds)
    }

    /// Whether there is anything to build for an app that shows nothing without its key, and that key.
    var access: Access {
        guard let lock = loader.lock, screen != nil else { return .none }
        // Asked anew: a screen from before the lock was set up would leave out its key.
        if let key = lock.key { return .open(key) }
        return lock.screen.state == .unconfigured ? .open(nil) : .none
    }

    enum Access {
        case none
        /// With no key where no lock is set up.
        case open(DataKey?)
    }

    // MARK: What happens to the window

    /// What SwiftUI says of the scene. The scene itself is the better witness, where it is known.
    func said(_ phase: WindowPhase) { if !hasScene { stand(phase) } }

    /// What the scene itself says.
    func saw(_ phase: WindowPhase) {
        hasScene = true
        stand(phase)
    }

    /// SwiftUI's content is gone. The scene's own cover stays as long as the scene.
    func disappeared() { if !hasScene { close() } }

    /// The window is gone, or no longer this one's.
    func close() {
        following?.cancel()
        following = nil
        phase = nil
        hasScene = false
        seat = nil
        screen = nil
        onChange?()
    }

    /// The device was locked.
    func deviceLocked() {
        loader.lock?.deviceLocked()
        refresh()
    }

    /// What the vault needs can be read now.
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

    /// Looks at the lock again: what came by another way may be old by the time that it is here.
    func refresh() {
        let new = seat.flatMap { $0.lock.screen }
        if new != screen { screen = new }
        onChange?()
    }

    /// Finds the lock if that did not work yet.
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
        let seat = LockSeat(at: lock)
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
