// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Testing

/// An app whose vault was removed beside its ledger stays covered until its owner starts over.
struct VanishedLockTests {
    private let window = LockBench.window

    @Test func anAppWhoseVaultIsGoneIsCoveredAtTheNextStart() async throws {
        let bench = LockBench()
        _ = try await bench.lockedApp()
        try await bench.store.remove()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.screen.state == .recovery(.vaultVanished) && lock.offered.isEmpty)
        let refusal = VaultError.refused(.recoveryRequired(.vaultVanished))
        await #expect(throws: refusal) { try await lock.setUp(passcode: .of("2580"), kind: .fourDigits) }
        await #expect(throws: refusal) { try await lock.submit(passcode: .of("2580")) }
        #expect(!lock.screen.shows(window) && lock.key == nil)

        try await lock.startOver()
        #expect(lock.screen.state == .unconfigured && lock.screen.shows(window))
        await #expect(throws: VaultError.missing) { try await lock.startOver() }
        try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
        #expect(lock.screen.state == .unlocked)
        await #expect(throws: VaultError.exists) { try await lock.startOver() }
    }

    @Test func aFileThatIsRemovedLeavesTheAppCovered() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await AppLock(folder: folder)
        first.windowOpened(window)
        first.windowBecameActive(window)
        try await first.setUp(passcode: .of("quartz lantern"), kind: .alphanumeric)
        #expect(unlink(folder + "/vault") == 0)
        let second = try await AppLock(folder: folder)
        second.windowOpened(window)
        #expect(!second.windowBecameActive(window).shows(window))
        #expect(second.screen.state == .recovery(.vaultVanished))
    }

    @Test func onlyAFolderOfTheOwnersAloneIsTaken() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await AppLock(folder: folder)
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(first.screen.state == .unconfigured)
        for mode in [0o755, 0o750, 0o707, 0o710, 0o701] as [mode_t] {
            #expect(chmod(folder, mode) == 0)
            await #expect(throws: VaultError.exposed) { try await AppLock(folder: folder) }
        }
        #expect(chmod(folder, 0o700) == 0)
        _ = try await AppLock(folder: folder)
        let link = folder + "-link"
        defer { unlink(link) }
        #expect(symlink(folder, link) == 0)
        await #expect(throws: VaultError.exposed) { try await AppLock(folder: link) }
        let file = folder + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        await #expect(throws: VaultError.exposed) { try await AppLock(folder: file) }
    }

    @Test func anotherUsersFolderIsRefused() async throws {
        guard geteuid() == 0 else { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(mkdir(folder, 0o700) == 0 && chown(folder, 12_345, 12_345) == 0)
        await #expect(throws: VaultError.exposed) { try await AppLock(folder: folder) }
    }
}
