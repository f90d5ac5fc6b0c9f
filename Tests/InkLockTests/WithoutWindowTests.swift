// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import Testing

/// A lock of an app that has reported no window.
struct WithoutWindowTests {
    @Test("Without an active window, attempts are refused and not counted")
    func attemptsNeedAWindow() async throws {
        let bench = LockBench()
        _ = try await bench.lockedApp()
        let lock = try await bench.launch()
        let none = VaultError.refused(.attemptsAllowed)
        for passcode in Array(repeating: "1111", count: 12) + ["2580"] {
            await #expect(throws: none) { try await lock.unlock(with: .passcode(.of(passcode))) }
        }
        #expect(lock.dataKey == nil && lock.snapshot.passcodeAttemptsLeft == 10)
        lock.startWithoutWindows()
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.dataKey != nil)
        await #expect(throws: none, "already unlocked") { try await lock.unlock(with: .passcode(.of("2580"))) }
        await #expect(throws: none, "no lock") { try await LockBench().launch().unlock(with: .passcode(.of("2580"))) }
    }

    @Test("A lock that is set up without an active window is covered immediately")
    func aNewLockWithoutAWindowIsCovered() async throws {
        let lock = try await LockBench().launch()
        _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
        guard case .covered = lock.snapshot.state else {
            Issue.record("\(lock.snapshot.state)")
            return
        }
    }
}
