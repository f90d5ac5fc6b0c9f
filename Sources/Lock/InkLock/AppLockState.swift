// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// The lock's state behind a mutex, so that covering a window is synchronous from any thread.
final class AppLockState: @unchecked Sendable {
    struct Page {
        var machine: LockMachine
        var passcodeKind: PasscodeKind?
        /// The slot that the device's owner opens; `nil` if none is set up.
        var ownerSlot: OwnerSlot?
        /// A Boolean value that indicates whether the vault has not been readable yet, so that it is unknown whether
        /// there is a lock.
        var awaitsData = false
        /// A Boolean value that indicates whether the key that the system protected is gone. It must be protected again
        /// once the owner has unlocked.
        var wantsBinding = false
        var refusal: LockSnapshot.Refusal?
        /// The data key, held only while the machine allows it.
        fileprivate(set) var key: DataKey?
        /// The tasks of the system prompts that are shown.
        var prompts: [UnlockAttempt: Task<Void, Never>] = [:]
        var links: [HeldLink: @Sendable () -> Void] = [:]
        var linkCount: UInt32 = 0
        /// The number of readings of the vault that have begun, and the number of the newest valid one.
        fileprivate var lookCount: UInt64 = 0
        fileprivate var lastLook: UInt64 = 0
        fileprivate var watchers: [UInt64: AsyncStream<LockSnapshot>.Continuation] = [:]
        fileprivate var watcherCount: UInt64 = 0
    }

    private let lock = NSLock()
    private var page: Page

    init(_ machine: LockMachine) { page = Page(machine: machine) }

    /// Reads or changes the page, and notifies the observers if the screen changed.
    func turn<Result>(_ body: (inout Page) -> Result) -> Result {
        lock.withLock {
            let before = page.screen
            let result = body(&page)
            // The key must not outlive the machine's permission, whatever `body` did.
            if !page.machine.holdsKey { page.forgetKey() }
            page.links = page.links.filter { page.machine.heldLinks.contains($0.key) }
            let after = page.screen
            if after != before { for watcher in page.watchers.values { watcher.yield(after) } }
            return result
        }
    }

    /// Returns the current screen and each later one. A slow observer misses those in between.
    func watch() -> AsyncStream<LockSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(of: LockSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        let number = turn { page in
            page.watcherCount += 1
            page.watchers[page.watcherCount] = continuation
            continuation.yield(page.screen)
            return page.watcherCount
        }
        continuation.onTermination = { [weak self] _ in self?.turn { page in page.watchers[number] = nil } }
        return stream
    }

    deinit {
        page.forgetKey()
        for prompt in page.prompts.values { prompt.cancel() }
        for watcher in page.watchers.values { watcher.finish() }
    }
}

extension AppLockState.Page {
    var screen: LockSnapshot {
        LockSnapshot(
            state: machine.state, openWindows: Set(machine.windows.map(\.id).filter(machine.isVisible)),
            methods: machine.methods, presented: machine.presented, passcodeKind: passcodeKind, refusal: refusal)
    }

    /// Stores the key of an accepted attempt, or overwrites it if the attempt is no longer current.
    /// - Returns: A Boolean value that indicates whether the key was stored.
    mutating func accept(_ key: DataKey, of attempt: UnlockAttempt) -> Bool {
        guard isCurrent(attempt) else {
            key.forget()
            return false
        }
        self.key = key
        return true
    }

    /// Begins a reading of the vault and returns its number.
    mutating func beginLook() -> UInt64 {
        lookCount += 1
        return lookCount
    }

    /// Returns a Boolean value that indicates whether the result of a reading is up to date: the page has not changed
    /// since it began, and no later reading has completed. If so, marks it as the newest.
    mutating func isNews(_ look: UInt64) -> Bool {
        guard look > lastLook else { return false }
        lastLook = look
        return true
    }

    /// Invalidates the readings under way, whose results may be older than the change that was just made.
    mutating func outdateLooks() { lastLook = lookCount }

    func isCurrent(_ attempt: UnlockAttempt) -> Bool {
        machine.state == .prompting(attempt) || machine.state == .verifying(attempt)
    }

    /// Stores the key of a new vault or of a renewal.
    mutating func begin(with key: DataKey) {
        forgetKey()
        self.key = key
    }

    mutating func forgetKey() {
        key?.forget()
        key = nil
    }
}
