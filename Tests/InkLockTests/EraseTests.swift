// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import Testing

/// A lock is erased without a credential, in any state, and a kill meanwhile opens nothing.
struct EraseTests {
    private let window = LockBench.window

    enum Trouble: CaseIterable, Sendable {
        case none, locked, passcodeFailures, wiped, vanished, ledgerLost, damaged, forged
    }

    @Test("A lock in any state is erased without a credential", arguments: Trouble.allCases)
    func aLockInAnyStateIsErased(_ trouble: Trouble) async throws {
        let bench = EraseBench(limitConsequence: trouble == .wiped ? .wipe : .recovery)
        try await bench.bring(trouble)
        let lock = try await bench.launch()
        #expect(lock.snapshot.state != .unconfigured || trouble == .none)
        try await lock.eraseAndStartOver()
        #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window) && lock.dataKey == nil)
        #expect(lock.snapshot.loading == .complete && lock.snapshot.methods.ordered.isEmpty)
        #expect(await bench.remains.isEmpty)
        // Secrets that the app itself has guarded stay, also if a forged record names them.
        #expect(await bench.owner.secrets.keys.contains("The app's own"))
        #expect(try await bench.launch().snapshot.state == .unconfigured)
        _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
        lock.lockNow()
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
        try await lock.unlock(with: .passcode(.of("1379")))
    }

    @Test("An unlocked lock is erased with its key") func anUnlockedLockIsErased() async throws {
        let bench = EraseBench(asks: true)
        try await bench.bring(.locked)
        let lock = try await bench.launch()
        _ = try await lock.snapshot { $0.state == .unlocked }
        try await lock.eraseAndStartOver()
        #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window) && lock.dataKey == nil)
    }

    @Test("A kill while a lock is erased opens nothing", arguments: 0..<3)
    func aKillBetweenTwoWritesOpensNothing(removals: Int) async throws {
        let bench = EraseBench()
        try await bench.bring(.locked)
        let killed = try await bench.launch()
        await bench.disk.fail(after: removals)
        await #expect(throws: EraseBench.Disk.fault) { try await killed.eraseAndStartOver() }
        #expect(killed.snapshot.openWindows.isEmpty && killed.dataKey == nil)
        await bench.disk.fail(after: nil)

        let lock = try await bench.launch()
        #expect(lock.snapshot.state != .unconfigured && lock.snapshot.openWindows.isEmpty)
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("1379"))) }
        if removals == 0 {
            lock.requestUnlock(with: .deviceOwner)
            _ = try await lock.snapshot { $0.state == .passcodeRequired(.devicePasscodeRemoved) }
        } else {
            #expect(lock.snapshot.state == .recoveryRequired(.vaultVanished) && lock.offeredMethods.isEmpty)
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
            await #expect(throws: VaultError.self) {
                _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
            }
        }
        try await lock.eraseAndStartOver()
        #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window))
        #expect(await bench.remains.isEmpty)
    }

    @Test("A deletion that fails leaves the lock, or one that counts as vanished", arguments: 0..<3)
    func aDeletionThatFailsCanBeCompleted(removals: Int) async throws {
        let bench = EraseBench()
        try await bench.bring(.locked)
        let killed = try await bench.launch()
        try await killed.unlock(with: .passcode(.of("2580")))
        await bench.disk.fail(after: removals)
        await #expect(throws: EraseBench.Disk.fault) { try await killed.deleteVault() }
        await bench.disk.fail(after: nil)

        let lock = try await bench.launch()
        if removals == 0 {
            try await lock.unlock(with: .passcode(.of("2580")))
            try await lock.deleteVault()
        } else {
            #expect(lock.snapshot.state == .recoveryRequired(.vaultVanished))
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
            try await lock.startOver()
        }
        #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window))
        #expect(await bench.remains.isEmpty)
        try await killed.refresh()
        try await killed.eraseAndStartOver()
        #expect(killed.snapshot.state == .unconfigured && killed.dataKey == nil)
    }

    @Test("A pipe in place of a lock's file is erased", .timeLimit(.minutes(1)), arguments: EraseBench.files)
    func aPipeIsErased(_ name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inklock-\(UUID().uuidString)").path
        try PrivateFolder.make(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let owner = ScriptedOwner()
        let set = EraseBench.launch(folder, owner)
        _ = try await set.setUp(passcode: .of("2580"), kind: .fourDigits)
        try FileManager.default.removeItem(atPath: folder + name)
        try #require(mkfifo(folder + name, 0o600) == 0)
        let lock = EraseBench.launch(folder, owner)
        try? await lock.refresh()
        await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("2580"))) }
        #expect(lock.dataKey == nil)
        try await lock.eraseAndStartOver()
        #expect(lock.snapshot.state == .unconfigured)
        for name in EraseBench.files { #expect(!FileManager.default.fileExists(atPath: folder + name)) }
        _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
    }

    @Test("An attempt that is under way when the lock is erased opens nothing")
    func anAttemptMeanwhileOpensNothing() async throws {
        let bench = EraseBench(asks: true)
        try await bench.bring(.locked)
        await bench.owner.answer(.waits)
        let lock = try await bench.launch()
        _ = try await lock.snapshot { if case .prompting = $0.state { true } else { false } }
        try await lock.eraseAndStartOver()
        #expect(lock.snapshot.state == .unconfigured && lock.dataKey == nil)
        _ = try await lock.setUp(passcode: .of("1379"), kind: .fourDigits)
        #expect(lock.snapshot.state == .unlocked)
    }
}

/// A lock whose storage fails where a test says.
private struct EraseBench {
    /// Three things that can be removed.
    actor Disk {
        static let fault = VaultError.storage(.remove, code: 5)
        private(set) var deviceKey: [UInt8]?
        private var removals: Int?

        func fail(after removals: Int?) { self.removals = removals }

        func countRemoval() throws(VaultError) {
            guard let left = removals else { return }
            guard left > 0 else { throw Self.fault }
            removals = left - 1
        }

        func makeKey() -> [UInt8] {
            let key = deviceKey ?? (0..<32).map { _ in UInt8.random(in: 0...255) }
            deviceKey = key
            return key
        }

        func removeKey() { deviceKey = nil }
    }

    struct Place: VaultStore, AttemptLedger {
        let bytes = InMemoryStorage()
        let disk: Disk

        func load() async throws(VaultError) -> StoredBytes { try await bytes.load() }
        func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
            try await bytes.save(new, replacing: old)
        }
        func remove() async throws(VaultError) {
            try await disk.countRemoval()
            await bytes.remove()
        }
    }

    struct Key: DeviceKey {
        let disk: Disk

        func load() async throws(VaultError) -> SecretBytes {
            guard let key = await disk.deviceKey else { throw .deviceKeyMissing }
            return SecretBytes(key)
        }
        func loadOrCreate() async throws(VaultError) -> SecretBytes { SecretBytes(await disk.makeKey()) }
        func remove() async throws(VaultError) {
            try await disk.countRemoval()
            await disk.removeKey()
        }
    }

    let disk: Disk
    let store: Place
    let ledger: Place
    let owner = ScriptedOwner()
    let limitConsequence: LockoutPolicy.LimitConsequence
    /// A Boolean value that indicates whether the app prompts the device's owner when it starts.
    let asks: Bool

    init(limitConsequence: LockoutPolicy.LimitConsequence = .recovery, asks: Bool = false) {
        disk = Disk()
        store = Place(disk: disk)
        ledger = Place(disk: disk)
        self.limitConsequence = limitConsequence
        self.asks = asks
    }

    private var vault: Vault {
        let delays = [Int64](repeating: 0, count: LockoutPolicy.defaultDelaysMilliseconds.count)
        return Vault(
            store: store, ledger: ledger, deviceKey: Key(disk: disk),
            parameters: Vault.Parameters(
                lockout: LockoutPolicy(passcodeDelaysMilliseconds: delays, limitConsequence: limitConsequence),
                cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!),
            deriver: DerivationQueue(threads: 1))
    }

    func launch() async throws -> AppLock {
        let lock = AppLock(
            vault: vault, owner: owner,
            parameters: .init(settings: LockSettings(promptsAutomatically: asks), enrolment: .any))
        try? await lock.refresh()
        lock.windowOpened(LockBench.window)
        lock.windowBecameActive(LockBench.window)
        return lock
    }

    /// The names of the files of a lock in a folder.
    static let files = ["/vault", "/attempts", "/device-key"]

    /// Starts the app of a lock in a folder.
    static func launch(_ folder: String, _ owner: ScriptedOwner) -> AppLock {
        let vault = Vault(
            store: FileStorage(path: folder + files[0]), ledger: FileStorage(path: folder + files[1]),
            deviceKey: FileDeviceKey(path: folder + files[2]),
            parameters: Vault.Parameters(cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!),
            deriver: DerivationQueue(threads: 1))
        return AppLock(vault: vault, owner: owner, parameters: .init(enrolment: .any))
    }

    /// The names of everything that an erased lock has left.
    var remains: [String] {
        get async {
            var remains = await owner.secrets.keys.filter { $0 != "The app's own" }
            if await store.bytes.stored != nil { remains.append("record") }
            if await ledger.bytes.stored != nil { remains.append("ledger") }
            if await disk.deviceKey != nil { remains.append("device key") }
            return remains
        }
    }

    /// Sets up a lock with the passcode 2580 and the device's owner, and brings it into a state.
    func bring(_ trouble: EraseTests.Trouble) async throws {
        try await owner.add(SecretBytes([1]), named: "The app's own", for: .deviceOwner)
        guard trouble != .none else { return }
        let lock = try await launch()
        _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
        // A record that is gone or damaged does not say which keys the system protects.
        if ![.wiped, .vanished, .damaged].contains(trouble) { try await lock.setDeviceOwner(.deviceOwner) }
        if trouble == .forged {
            let metadata: [UInt8] = [1, 1] + Array("The app's own".utf8)
            let key = try #require(lock.dataKey)
            _ = try await vault.addExternalKey(try #require(key.symmetricKey), metadata: metadata, with: key)
        }
        lock.lockNow()
        switch trouble {
        case .none, .locked, .forged: break
        case .passcodeFailures, .wiped:
            for guess in 1000..<1010 {
                await #expect(throws: VaultError.self) { try await lock.unlock(with: .passcode(.of("\(guess)"))) }
            }
        case .vanished: await store.bytes.remove()
        case .ledgerLost: await ledger.bytes.remove()
        case .damaged:
            let version = try await store.load().version
            try await store.save(StoredBytes(version: version + 1, bytes: [9]), replacing: version)
        }
    }
}
