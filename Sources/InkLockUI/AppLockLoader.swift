// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import Observation

/// An app's one lock, from before it is there: whether there is a lock takes a moment to find out, and everything is covered
/// until then.
///
/// ```swift
/// @State private var lock = AppLockLoader { try await AppLock(folder: folder) }
/// ```
///
/// Make one for the whole app, and hand it to every window.
@MainActor @Observable public final class AppLockLoader {
    /// The lock, once it is there.
    public private(set) var lock: AppLock?
    /// Why nobody can tell whether there is a lock, a `VaultError` as a rule; `nil` while that is being found out, and once it is known.
    public private(set) var failure: (any Error)?

    @ObservationIgnored private let make: @Sendable () async throws -> AppLock
    @ObservationIgnored private var loading: Task<Void, Never>?
    /// What waits for a lock that is not there yet.
    @ObservationIgnored private var deliveries: [@Sendable () -> Void] = []

    /// - Parameter make: makes the lock; called again when somebody tries again, or the device was unlocked.
    public init(_ make: @escaping @Sendable () async throws -> AppLock) { self.make = make }

    /// A lock that is there already.
    public convenience init(_ lock: AppLock) {
        self.init { lock }
        self.lock = lock
    }

    /// Finds out whether there is a lock, unless that is known: covers do it by themselves. Returns when it has been tried.
    public func load() async {
        guard lock == nil else { return }
        let task =
            loading
            ?? Task {
                do { found(try await make()) } catch { failure = error }
                loading = nil
            }
        loading = task
        await task.value
    }

    /// Does something that shows content, a link's for example, as soon as the content may be seen, also before the lock is
    /// there; see `AppLock.whenOpen`.
    public func whenOpen(_ deliver: @escaping @MainActor () -> Void) {
        let delivery: @Sendable () -> Void = { Task { @MainActor in deliver() } }
        if let lock { lock.whenOpen(delivery) } else { deliveries.append(delivery) }
    }

    private func found(_ lock: AppLock) {
        failure = nil
        self.lock = lock
        // The lock drops the oldest of too many.
        for delivery in deliveries { lock.whenOpen(delivery) }
        deliveries = []
    }
}
