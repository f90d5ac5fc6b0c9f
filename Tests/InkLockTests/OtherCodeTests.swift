// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import Testing

/// Other code, such as another process, changes the vault of a lock that is in use.
struct OtherCodeTests {
    private let window = LockBench.window

    @Test("A lock that other code sets up locks the app") func aFoundLockLocks() async throws {
        let bench = LockBench()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        #expect(lock.windowBecameActive(window).shows(window))
        _ = try await bench.launch().setUp(passcode: .of("2580"), kind: .fourDigits)
        try await lock.refresh()
        #expect(lock.snapshot.state == .locked && lock.snapshot.openWindows.isEmpty)
        #expect(lock.offeredMethods.contains(.passcode))
        try await lock.unlock(with: .passcode(.of("2580")))
        #expect(lock.snapshot.shows(window))
    }

    @Test(
        "Setting up a lock unlocks the app also after other code has erased the former one", arguments: [false, true])
    func aLockIsSetUpAfterAnErasure(isUnlocked: Bool) async throws {
        let bench = LockBench(owner: ScriptedOwner())
        let lock = try await bench.lockedApp()
        try await lock.unlock(with: .passcode(.of("2580")))
        try await lock.setDeviceOwner(.deviceOwner)
        if !isUnlocked { lock.lockNow() }
        let former = lock.dataKey
        try await bench.launch().eraseAndStartOver()
        _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
        #expect(lock.snapshot.deviceOwner == nil)
        #expect(lock.snapshot.state == .unlocked && lock.snapshot.shows(window))
        #expect(lock.dataKey?.symmetricKey != nil && former?.symmetricKey == nil)
    }

    @Test("A copy of a deleted vault does not open again") func copiesOfDeletedVaultsStayClosed() async throws {
        let folder = NSTemporaryDirectory() + "inklock-deleted-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lock = AppLock(folder: folder)
        _ = try await lock.setUp(passcode: .of("739155"), kind: .sixDigits)
        let names = ["vault", "attempts"]
        let copies = try names.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
        try await lock.deleteVault()
        for (name, copy) in zip(names, copies) {
            try copy.write(to: URL(filePath: "\(folder)/\(name)"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder)/\(name)")
        }
        let later = AppLock(folder: folder)
        later.startWithoutWindows()
        await #expect(throws: VaultError.self) { try await later.unlock(with: .passcode(.of("739155"))) }
        #expect(later.dataKey == nil && later.offeredMethods == [.recoveryCode])
    }
}
