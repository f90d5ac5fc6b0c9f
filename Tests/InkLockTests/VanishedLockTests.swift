// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Testing

/// An app whose vault was removed beside its ledger stays covered until its owner starts over.
struct VanishedLockTests {
    private let window = LockBench.window

    private func loaded(_ folder: URL) async throws -> AppLock {
        let lock = AppLock(folder: folder.path)
        try await lock.refresh()
        return lock
    }

    @Test("A vanished vault keeps the app covered until it is discarded")
    func anAppWhoseVaultIsGoneIsCoveredAtTheNextStart() async throws {
        let bench = LockBench()
        _ = try await bench.lockedApp()
        try await bench.store.remove()
        let lock = try await bench.launch()
        lock.windowOpened(window)
        #expect(!lock.windowBecameActive(window).shows(window))
        #expect(lock.snapshot.state == .recoveryRequired(.vaultVanished) && lock.offeredMethods.isEmpty)
        let refusal = VaultError.refused(.recoveryRequired(.vaultVanished))
        await #expect(throws: refusal) { _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits) }
        await #expect(throws: refusal) { try await lock.unlock(with: .passcode(.of("2580"))) }
        #expect(!lock.snapshot.shows(window) && lock.dataKey == nil)

        try await lock.startOver()
        #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window))
        await #expect(throws: VaultError.missing) { try await lock.startOver() }
        _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
        #expect(lock.snapshot.state == .unlocked)
        await #expect(throws: VaultError.exists) { try await lock.startOver() }
    }

    @Test("Removing the vault file leaves the app covered") func aFileThatIsRemovedLeavesTheAppCovered() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await loaded(folder)
        first.windowOpened(window)
        first.windowBecameActive(window)
        _ = try await first.setUp(passcode: .of("quartz lantern"), kind: .alphanumeric)
        #expect(unlink(folder.path + "/vault") == 0)
        let second = try await loaded(folder)
        second.windowOpened(window)
        #expect(!second.windowBecameActive(window).shows(window))
        #expect(second.snapshot.state == .recoveryRequired(.vaultVanished))
    }

    @Test("An app whose device key is on a missing medium stays covered")
    func aMissingFolderOfTheDeviceKeyLeavesTheAppCovered() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        for name in ["", "/app", "/medium"] { try PrivateFolder.make(place.path + name) }
        func launch() -> AppLock {
            AppLock(
                vault: Vault(
                    store: FileStorage(path: place.path + "/app/vault"),
                    ledger: FileStorage(path: place.path + "/app/attempts"),
                    deviceKey: FileDeviceKey(path: place.path + "/medium/key")))
        }
        let first = launch()
        let code = try await first.setUp(passcode: .of("quartz lantern"), kind: .alphanumeric)
        try FileManager.default.moveItem(atPath: place.path + "/medium", toPath: place.path + "/away")
        let second = launch()
        try await second.refresh()
        second.windowOpened(window)
        #expect(!second.windowBecameActive(window).shows(window))
        #expect(second.snapshot.state == .recoveryRequired(.deviceKeyChanged))
        await #expect(throws: VaultError.deviceKeyMissing) {
            try await second.unlock(with: .recoveryCode(try #require(code).text))
        }
        try FileManager.default.moveItem(atPath: place.path + "/away", toPath: place.path + "/medium")
        try await second.refresh()
        try await second.unlock(with: .passcode(.of("quartz lantern")))
        #expect(second.snapshot.shows(window))
        try FileManager.default.removeItem(atPath: place.path + "/medium")
        try await second.eraseAndStartOver()
        #expect(second.snapshot.state == .unconfigured)
    }

    @Test("Only a folder that no other user can read is accepted")
    func onlyAFolderOfTheOwnersAloneIsTaken() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await loaded(folder)
        var status = stat()
        #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(first.snapshot.state == .unconfigured)
        for mode in [0o755, 0o750, 0o707, 0o710, 0o701] as [mode_t] {
            #expect(chmod(folder.path, mode) == 0)
            await #expect(throws: VaultError.insecurePermissions) { try await loaded(folder) }
        }
        #expect(chmod(folder.path, 0o700) == 0)
        _ = try await loaded(folder)
        let link = folder.path + "-link"
        defer { unlink(link) }
        #expect(symlink(folder.path, link) == 0)
        await #expect(throws: VaultError.insecurePermissions) { try await loaded(URL(filePath: link)) }
        let file = folder.path + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        await #expect(throws: VaultError.insecurePermissions) { try await loaded(URL(filePath: file)) }
    }

    @Test("A folder of another user is rejected", .enabled(if: geteuid() == 0))
    func anotherUsersFolderIsRefused() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(mkdir(folder.path, 0o700) == 0 && chown(folder.path, 12_345, 12_345) == 0)
        await #expect(throws: VaultError.insecurePermissions) { try await loaded(folder) }
    }
}
