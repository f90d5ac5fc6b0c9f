// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// What the lock knows and holds, one caller at a time: so that windows can be covered at once, by whoever calls.
final class LockBook: @unchecked Sendable {
    struct Page {
        var machine: LockMachine
        var passcodeKind: PasscodeKind?
        /// How the device's owner opens the vault, if that was set up.
        var ownerSlot: OwnerSlot?
        /// Whether nobody could look yet whether there is a lock.
        var awaitsData = false
        /// Whether what the system guarded is gone, and has to be guarded anew once the owner is in.
        var wantsBinding = false
        var refusal: LockScreen.Refusal?
        /// Held only while the machine says so.
        fileprivate(set) var key: DataKey?
        /// What the system is being asked.
        var prompts: [UnlockAttempt: Task<Void, Never>] = [:]
        var links: [HeldLink: @Sendable () -> Void] = [:]
        var linkCount: UInt32 = 0
        /// How many looks at the vault have begun, and the newest of those that count.
        fileprivate var lookCount: UInt64 = 0
        fileprivate var lastLook: UInt64 = 0
        fileprivate var watchers: [UInt64: AsyncStream<LockScreen>.Continuation] = [:]
        fileprivate var watcherCount: UInt64 = 0
    }

    private let lock = NSLock()
    private var page: Page

    init(_ machine: LockMachine) { page = Page(machine: machine) }

    /// Reads or changes the page, and tells whoever watches if the screen is another one then.
    func turn<Result>(_ body: (inout Page) -> Result) -> Result {
        lock.withLock {
            let before = page.screen
            let result = body(&page)
            // No key outlives what the machine allows, whatever the body did.
            if !page.machine.holdsKey { page.forgetKey() }
            page.links = page.links.filter { page.machine.heldLinks.contains($0.key) }
            let after = page.screen
            if after != before { for watcher in page.watchers.values { watcher.yield(after) } }
            return result
        }
    }

    /// The screen now, and each one after it; who is slow misses those between.
    func watch() -> AsyncStream<LockScreen> {
        let (stream, continuation) = AsyncStream.makeStream(of: LockScreen.self, bufferingPolicy: .bufferingNewest(1))
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

extension LockBook.Page {
    var screen: LockScreen {
        LockScreen(
            state: machine.state, openWindows: Set(machine.windows.map(\.id).filter(machine.isVisible)),
            methods: machine.methods, presented: machine.presented, passcodeKind: passcodeKind, refusal: refusal)
    }

    /// Takes the key of an attempt that was accepted, or overwrites it if nobody waits for it any more.
    /// - Returns: whether it was taken.
    mutating func accept(_ key: DataKey, of attempt: UnlockAttempt) -> Bool {
        guard isCurrent(attempt) else {
            key.forget()
            return false
        }
        self.key = key
        return true
    }

    /// - Returns: the number of a look at the vault.
    mutating func beginLook() -> UInt64 {
        lookCount += 1
        return lookCount
    }

    /// Whether what a look saw is still news: nothing has changed since, and no later look is in already.
    mutating func isNews(_ look: UInt64) -> Bool {
        guard look > lastLook else { return false }
        lastLook = look
        return true
    }

    /// What looks under way saw may be older than what has just happened.
    mutating func outdateLooks() { lastLook = lookCount }

    func isCurrent(_ attempt: UnlockAttempt) -> Bool {
        machine.state == .prompting(attempt) || machine.state == .verifying(attempt)
    }

    /// Takes the key of a vault that has just been made.
    mutating func begin(with key: DataKey) {
        forgetKey()
        self.key = key
    }

    mutating func forgetKey() {
        key?.forget()
        key = nil
    }
}
