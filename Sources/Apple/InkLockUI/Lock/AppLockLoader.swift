// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import Observation

/// An observable object that loads an app's lock. Loading reads the vault and takes a moment; every window stays
/// covered until then.
///
/// ```swift
/// @State private var lock = AppLockLoader { try await AppLock(folder: folder) }
/// ```
///
/// Create one for the whole app and share it between its windows.
@MainActor @Observable public final class AppLockLoader {
    /// The lock, or `nil` until it is loaded.
    public private(set) var lock: AppLock?
    /// The error of the last attempt to load, usually a `VaultError`. `nil` before the first attempt ends and once the
    /// lock is loaded.
    public private(set) var failure: (any Error)?

    @ObservationIgnored private let make: @Sendable () async throws -> AppLock
    @ObservationIgnored private var loading: Task<Void, Never>?
    /// Actions that wait for the lock to load.
    @ObservationIgnored private var deliveries: [@Sendable () -> Void] = []

    /// Creates a loader.
    /// - Parameter make: A closure that creates the lock. It is called again when the user retries and when the device
    ///   is unlocked.
    public init(_ make: @escaping @Sendable () async throws -> AppLock) { self.make = make }

    /// Creates a loader for a lock that exists already.
    public convenience init(_ lock: AppLock) {
        self.init { lock }
        self.lock = lock
    }

    /// Loads the lock unless it is loaded, and returns when the attempt ends. Covers call this method themselves.
    /// Concurrent calls share one attempt.
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

    /// Performs an action that shows content, such as opening a link, as soon as the content may be seen. The lock need
    /// not be loaded yet; see `AppLock.whenOpen`.
    public func whenOpen(_ deliver: @escaping @MainActor () -> Void) {
        let delivery: @Sendable () -> Void = { Task { @MainActor in deliver() } }
        if let lock { lock.whenOpen(delivery) } else { deliveries.append(delivery) }
    }

    private func found(_ lock: AppLock) {
        failure = nil
        self.lock = lock
        // The lock limits their number and drops the oldest.
        for delivery in deliveries { lock.whenOpen(delivery) }
        deliveries = []
    }
}
