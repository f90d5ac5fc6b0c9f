// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// A scheduler that runs several processes one step at a time. Each access to storage waits until it is granted. A
/// killed process gets no further results.
final class Stage: @unchecked Sendable {
    /// The error of every storage access of a killed process, which changes nothing.
    static let death = VaultError.storage(.open, code: -1)

    private let lock = NSLock()
    private var running = 0
    private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var dead: Set<Int> = []
    private var onQuiet: CheckedContinuation<Void, Never>?

    /// Starts a process that ends with `body`.
    func start(_ process: Int, _ body: @escaping @Sendable () async -> Void) {
        lock.withLock {
            running += 1
            _ = dead.remove(process)
        }
        Task {
            await body()
            signal { $0.running -= 1 }
        }
    }

    /// Waits to be granted a step.
    func step(_ process: Int) async throws(VaultError) {
        let isAlive = await withCheckedContinuation { waiter in
            let isDead = lock.withLock {
                if dead.contains(process) { return true }
                waiting[process] = waiter
                return false
            }
            if isDead { waiter.resume(returning: false) } else { signal { _ in } }
        }
        guard isAlive else { throw Self.death }
    }

    /// Waits until every running process waits for its next step.
    /// - Returns: The waiting processes; empty if all have ended.
    func quiet() async -> [Int] {
        await withCheckedContinuation { waiter in
            let isQuiet = lock.withLock {
                if waiting.count == running { return true }
                onQuiet = waiter
                return false
            }
            if isQuiet { waiter.resume() }
        }
        return lock.withLock { waiting.keys.sorted() }
    }

    /// Grants a process its step.
    func grant(_ process: Int) { lock.withLock { waiting.removeValue(forKey: process) }?.resume(returning: true) }

    /// Ends a process before its step.
    func kill(_ process: Int) {
        let waiter = lock.withLock {
            dead.insert(process)
            return waiting.removeValue(forKey: process)
        }
        waiter?.resume(returning: false)
    }

    private func signal(_ change: (Stage) -> Void) {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            change(self)
            guard waiting.count == running else { return nil }
            defer { onQuiet = nil }
            return onQuiet
        }
        waiter?.resume()
    }
}

/// The storage of a device, shared by all processes, with all earlier states.
final class Media: @unchecked Sendable {
    /// The record and the ledger at one time.
    struct Snapshot {
        var store: StoredBytes?
        var ledger: StoredBytes?
    }

    private let lock = NSLock()
    private var current = Snapshot()
    private var past: [Snapshot] = []

    var now: Snapshot { lock.withLock { current } }

    /// All states so far, in order.
    var history: [Snapshot] { lock.withLock { past } }

    func change<Result>(_ body: (inout Snapshot) -> Result) -> Result {
        lock.withLock {
            defer { past.append(current) }
            return body(&current)
        }
    }
}

/// The record's or the ledger's storage.
struct Medium: @unchecked Sendable {
    let media: Media
    let part: WritableKeyPath<Media.Snapshot, StoredBytes?>

    var stored: StoredBytes? { media.now[keyPath: part] }

    func put(_ stored: StoredBytes?) { media.change { $0[keyPath: part] = stored } }

    func load() throws(VaultError) -> StoredBytes {
        guard let stored else { throw .missing }
        return stored
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) throws(VaultError) {
        let fault = media.change { now -> VaultError? in
            switch (now[keyPath: part], old) {
            case (nil, nil): break
            case (nil, _): return .missing
            case (_, nil): return .exists
            case (let found?, let old?): if found.version != old { return .conflict }
            }
            now[keyPath: part] = new
            return nil
        }
        if let fault { throw fault }
    }
}

/// The storage of one process. Each call is a step.
struct StagedPlace: VaultStore, AttemptLedger {
    let medium: Medium
    let stage: Stage
    let process: Int

    func load() async throws(VaultError) -> StoredBytes {
        try await stage.step(process)
        return try medium.load()
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await stage.step(process)
        try medium.save(new, replacing: old)
    }

    func remove() async throws(VaultError) {
        try await stage.step(process)
        medium.put(nil)
    }
}

/// The counter of one process. Each call is a step.
struct StagedCounter: MonotonicCounter {
    let counter: InMemoryCounter
    let stage: Stage
    let process: Int

    func value() async throws(VaultError) -> UInt64 {
        try await stage.step(process)
        return counter.value()
    }

    func advance(to least: UInt64) async throws(VaultError) {
        try await stage.step(process)
        counter.advance(to: least)
    }
}
