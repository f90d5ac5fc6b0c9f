// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import Passcode
import Testing

/// The end of the grace period, of which no window may report anything.
struct GraceTests {
    private let window = LockBench.window

    /// Returns an unlocked lock whose app is out of sight.
    private func leftApp(_ bench: LockBench) async throws -> AppLock {
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        lock.windowResignedActive(window)
        lock.windowEnteredBackground(window)
        return lock
    }

    @Test("Without a grace period, the key is gone as soon as the app is out of sight")
    func leavingDropsTheKeyAtOnce() async throws {
        let lock = try await LockBench().lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        let key = try #require(lock.dataKey)
        lock.windowResignedActive(window)
        #expect(key.symmetricKey != nil, "the app is still in sight")
        #expect(lock.windowEnteredBackground(window).state == .locked)
        #expect(key.symmetricKey == nil && lock.dataKey == nil)
        await #expect(throws: VaultError.keyErased) { try await lock.renewRecoveryCode() }
    }

    @Test("A grace period that ends out of sight leaves no key") func timeDropsTheKey() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 60))
        let lock = try await leftApp(bench)
        let key = try #require(lock.dataKey)
        bench.clock.pass(seconds: 59)
        #expect(lock.dataKey != nil)
        bench.clock.pass(seconds: 1)
        #expect(lock.dataKey == nil && key.symmetricKey == nil && lock.snapshot.state == .locked)
    }

    @Test("The lock erases the key by itself when the grace period ends") func theLockWaitsForTheEnd() async throws {
        let bench = LockBench(settings: LockSettings(graceSeconds: 0.2))
        let lock = try await leftApp(bench)
        if case .covered = lock.snapshot.state {} else { Issue.record("\(lock.snapshot.state)") }
        bench.clock.pass(seconds: 1)
        _ = try await lock.snapshot { $0.state == .locked }
    }
}
