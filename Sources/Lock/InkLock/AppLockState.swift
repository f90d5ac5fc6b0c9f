// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// The lock's state behind a mutex, so that covering a window is synchronous from any thread.
final class AppLockState: @unchecked Sendable {
    struct Storage {
        var machine: LockMachine
        var passcodeKind: PasscodeKind?
        var passcodeAttemptsLeft: Int?
        var pictureAttemptsLeft: Int?
        /// The slot that the device's owner opens; `nil` if none is set up.
        var ownerSlot: OwnerSlot?
        /// The access control of that slot in the lock that is set up now.
        var deviceOwner: AccessControl?
        /// The first reading of the vault. Until it is complete, it is unknown whether there is a lock.
        var loading = LockSnapshot.Loading.inProgress
        /// A Boolean value that indicates whether the key that the system protected is gone. It must be protected again
        /// once the owner has unlocked.
        var needsBinding = false
        var refusal: LockSnapshot.Refusal?
        /// The data key, held only while the machine allows it.
        fileprivate(set) var key: DataKey?
        /// The keys that it replaces, for as long.
        fileprivate var previousKeys: [DataKey] = []
        /// The method that released the key.
        fileprivate(set) var openedBy: UnlockMethod?
        /// The wrong attempts that were made while the app was unlocked, before the owner was verified again.
        var laterFailures = FailedAttempts()
        /// The tasks of the system prompts that are shown.
        var prompts: [UnlockAttempt: Task<Void, Never>] = [:]
        /// The task that locks the app at the end of a grace period, and the beginning of that period.
        var graceEnd: (since: ClockReading, task: Task<Void, Never>)?
        /// The tasks to cancel once the mutex is released, because their cancellation may call the app.
        var endedTasks: [Task<Void, Never>] = []
        /// The end of the newest change of unlocking by the device's owner.
        fileprivate var ownerChange: Task<Void, Never>?
        /// A Boolean value that indicates whether this lock is creating a vault. A vault that is found then is its own.
        var isSettingUp = false
        var links: [HeldLink: @Sendable () -> Void] = [:]
        var linkCount: UInt32 = 0
        /// The number of readings of the vault that have begun, and the number of the newest valid one.
        fileprivate var readingCount: UInt64 = 0
        fileprivate var lastReading: UInt64 = 0
        fileprivate var watchers: [UInt64: AsyncStream<LockSnapshot>.Continuation] = [:]
        fileprivate var watcherCount: UInt64 = 0
    }

    private let lock = NSLock()
    private var storage: Storage

    init(_ machine: LockMachine) { storage = Storage(machine: machine) }

    /// Reads or changes the state, and notifies the observers if the snapshot changed.
    func withLock<Result>(_ body: (inout Storage) -> Result) -> Result {
        let (result, former, ended) = lock.withLock {
            let before = storage.snapshot
            let key = storage.key
            let result = body(&storage)
            // The key must not outlive the machine's permission, whatever `body` did.
            if !storage.machine.holdsKey { storage.eraseKey() }
            let former = storage.links
            storage.links = former.filter { storage.machine.heldLinks.contains($0.key) }
            let after = storage.snapshot
            // A renewal replaces the key alone.
            if after != before || storage.key !== key {
                for watcher in storage.watchers.values { watcher.yield(after) }
            }
            defer { storage.endedTasks = [] }
            return (result, former, storage.endedTasks)
        }
        for task in ended { task.cancel() }
        // Release dropped closures outside the mutex: a deinit may report an event.
        withExtendedLifetime(former) {}
        return result
    }

    /// Returns the current snapshot and each later one. A slow observer misses those in between.
    func watch() -> AsyncStream<LockSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(of: LockSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        let number = withLock { storage in
            storage.watcherCount += 1
            storage.watchers[storage.watcherCount] = continuation
            continuation.yield(storage.snapshot)
            return storage.watcherCount
        }
        continuation.onTermination = { [weak self] _ in self?.withLock { storage in storage.watchers[number] = nil } }
        return stream
    }

    /// Joins the queue of the changes of unlocking by the device's owner.
    /// - Returns: The end of the change before, which the caller waits for, and a function that ends the caller's own.
    func beginOwnerChange() -> (former: Task<Void, Never>?, end: @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        // A task of its own waits also where the caller of the next change is cancelled.
        let change = Task { for await _ in stream {} }
        let former = withLock { storage in
            defer { storage.ownerChange = change }
            return storage.ownerChange
        }
        return (former, { continuation.finish() })
    }

    deinit {
        storage.eraseKey()
        for prompt in storage.prompts.values { prompt.cancel() }
        storage.graceEnd?.task.cancel()
        for watcher in storage.watchers.values { watcher.finish() }
    }
}

extension AppLockState.Storage {
    var snapshot: LockSnapshot {
        LockSnapshot(
            loading: loading, state: machine.state,
            openWindows: Set(machine.windows.map(\.id).filter(machine.isVisible)),
            methods: machine.methods, deviceOwner: deviceOwner, presentedMethod: machine.presentedMethod,
            passcodeKind: passcodeKind, passcodeAttemptsLeft: passcodeAttemptsLeft,
            pictureAttemptsLeft: pictureAttemptsLeft, refusal: refusal)
    }

    /// Takes the numbers of attempts that are left from the vault's status. They are `nil` if they are unlimited, there
    /// is no such method, or the status is unknown.
    mutating func readAttemptsLeft(_ status: VaultStatus?) {
        func number(_ left: UInt32, _ isSetUp: Bool) -> Int? { isSetUp && left < .max ? Int(left) : nil }
        passcodeAttemptsLeft = status.flatMap { number($0.passcodeAttemptsLeft, $0.passcodeKind != nil) }
        pictureAttemptsLeft = status.flatMap { number($0.pictureAttemptsLeft, $0.hasPicture) }
    }

    /// Stores the key of an accepted attempt, or overwrites it if the attempt is no longer current.
    /// - Returns: A Boolean value that indicates whether the key was stored.
    mutating func accept(_ key: DataKey, of attempt: UnlockAttempt) -> Bool {
        guard isCurrent(attempt) else {
            key.erase()
            return false
        }
        self.key = key
        openedBy = attempt.method
        laterFailures = FailedAttempts()
        return true
    }

    /// Begins a reading of the vault and returns its number.
    mutating func beginReading() -> UInt64 {
        if loading != .complete { loading = .inProgress }
        readingCount += 1
        return readingCount
    }

    /// Returns a Boolean value that indicates whether the result of a reading is up to date: the storage has not
    /// changed since it began, and no later reading has completed. If so, marks it as the newest.
    mutating func isCurrent(_ reading: UInt64) -> Bool {
        guard reading > lastReading else { return false }
        lastReading = reading
        return true
    }

    /// Invalidates the readings under way, whose results may be older than the change that was just made.
    mutating func invalidateReadings() { lastReading = readingCount }

    /// Records that the vault could not be read, unless it has been read before or is being read again.
    mutating func failLoading(_ error: VaultError, _ reading: UInt64) {
        if loading != .complete && reading == readingCount { loading = .failed(error) }
    }

    func isCurrent(_ attempt: UnlockAttempt) -> Bool {
        machine.state == .prompting(attempt) || machine.state == .verifying(attempt)
    }

    /// Stores the key of a new vault or of a renewal, both of which set a passcode.
    mutating func begin(with key: DataKey) {
        eraseKey()
        self.key = key
        openedBy = .passcode
    }

    /// Records that the owner has set a passcode, and therefore knows it.
    mutating func passcodeWasSet() {
        if key != nil { openedBy = .passcode }
    }

    /// Keeps a key that `key` replaces until the app locks. If it has locked meanwhile, erases the key and returns
    /// `false`.
    @discardableResult
    mutating func keepPrevious(_ previous: DataKey, of key: DataKey) -> Bool {
        guard self.key === key else {
            previous.erase()
            return false
        }
        previousKeys.append(previous)
        return true
    }

    mutating func eraseKey() {
        key?.erase()
        key = nil
        for previous in previousKeys { previous.erase() }
        previousKeys = []
        openedBy = nil
        laterFailures = FailedAttempts()
    }
}
