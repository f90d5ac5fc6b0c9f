// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Observation

/// A window or scene that reports its phase to the lock and holds the state to show. It is covered until the lock
/// allows its content to be seen.
@MainActor @Observable final class LockWindow {
    let lock: AppLock
    /// The last state of the lock, or `nil` until the window is registered.
    private(set) var snapshot: LockSnapshot?
    /// The error of the last attempt on this window's cover, or `nil` once the next one begins.
    var failure: VaultError?
    /// A counter that is incremented to discard partial input on the cover.
    private(set) var round = 0
    /// The number of times that the content was uncovered.
    private(set) var openings = 0
    /// The number of times that another key has replaced the key of the content.
    private(set) var keyChanges = 0
    /// A Boolean value that indicates whether the scene itself reports its phase, which then replaces SwiftUI's
    /// reports.
    private(set) var hasScene = false

    /// A closure that is called after each change, before the next frame.
    @ObservationIgnored var onChange: (() -> Void)?
    @ObservationIgnored private var phase: WindowPhase?
    /// The key at the last reading of the state.
    @ObservationIgnored private var key: DataKey?
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        /// The phase that SwiftUI has last reported.
        @ObservationIgnored private var reported = WindowPhase.inactive
        @ObservationIgnored private var watch: AppObserver?
    #endif
    @ObservationIgnored private var registration: WindowRegistration?
    @ObservationIgnored private var following: Task<Void, Never>?

    init(_ lock: AppLock) { self.lock = lock }

    // The task that waits for changes of the lock keeps the lock.
    deinit { following?.cancel() }

    var isCovered: Bool { !(registration.flatMap { snapshot?.shows($0.id) } ?? false) }

    /// The title, message and buttons of the cover.
    var content: LockCoverContent {
        guard let snapshot else { return .starting }
        return LockCoverContent(
            snapshot, failure: failure, offeredMethods: lock.offeredMethods, lockoutSeconds: lock.lockoutSeconds)
    }

    /// The access to content that requires the key.
    var access: Access {
        guard snapshot != nil else { return .none }
        // Read the current key: the last snapshot may predate the set-up of the lock.
        if let key = lock.dataKey { return .open(key) }
        return lock.snapshot.state == .unconfigured ? .open(nil) : .none
    }

    enum Access {
        case none
        /// The content may exist. The key is `nil` if no lock is set up.
        case open(DataKey?)
    }

    // MARK: Window events

    /// Handles a phase that SwiftUI reports. The scene's own reports take precedence.
    func phaseChanged(_ phase: WindowPhase) {
        guard !hasScene else { return }
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
            reported = phase
            if watch == nil { watch = AppObserver { [weak self] event in self?.follow(event) } }
            update(phase.limited(to: AppObserver.phase))
        #else
            update(phase)
        #endif
    }

    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        private func follow(_ event: AppObserver.Event) {
            switch event {
            case .phase(let phase): if !hasScene { update(reported.limited(to: phase)) }
            case .deviceLocked: deviceLocked()
            }
        }
    #endif

    /// Handles a phase that the scene itself reports.
    func scenePhaseChanged(_ phase: WindowPhase) {
        hasScene = true
        update(phase)
    }

    /// Handles the removal of SwiftUI's content. The scene's own cover lasts as long as the scene.
    func disappeared() { if !hasScene { close() } }

    /// Ends the registration with the lock: the window is closed or has moved to another scene.
    func close() {
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
            watch = nil
        #endif
        following?.cancel()
        following = nil
        phase = nil
        hasScene = false
        registration = nil
        snapshot = nil
        key = nil
        onChange?()
    }

    /// Handles the locking of the device.
    func deviceLocked() {
        lock.deviceLocked()
        refresh()
    }

    /// Handles the availability of protected data.
    func dataBecameAvailable() {
        lock.dataBecameAvailable()
        refresh()
    }

    private func update(_ new: WindowPhase) {
        phase = new
        if new == .background {
            round += 1
            failure = nil
        }
        registration?.report(new)
        refresh()
        if registration == nil { follow() }
        if new == .active, case .failed = lock.snapshot.loading { tryAgain() }
    }

    // MARK: Lock state

    /// Reads the lock's current state. A state received as an event may be outdated.
    func refresh() {
        let wasCovered = isCovered
        let newKey = registration == nil ? nil : lock.dataKey
        if let key, let newKey, newKey !== key { keyChanges += 1 }
        key = newKey
        let new = registration == nil ? nil : lock.snapshot
        if new != snapshot { snapshot = new }
        if wasCovered && !isCovered { openings += 1 }
        // An attempt elsewhere has begun or has succeeded.
        switch new?.state {
        case .unconfigured, .unlocked, .covered, .prompting: failure = nil
        default: break
        }
        onChange?()
    }

    /// Reads the vault again after it could not be read.
    func tryAgain() {
        Task { [lock] in try? await lock.refresh() }
    }

    private func follow() {
        guard let phase else { return }
        let registration = WindowRegistration(at: lock)
        self.registration = registration
        registration.report(phase)
        refresh()
        following = Task { [weak self, lock] in
            for await _ in lock.snapshots() {
                guard let self, !Task.isCancelled else { return }
                self.refresh()
            }
        }
    }
}
