// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import InkTestSupport
import Passcode
import Testing

@testable import InkLockLinux

/// Tests of keys and counters in a real chip (swtpm).
@Suite(.serialized, .enabled(if: PrivateTPM.isInstalled, "swtpm or tpm2-tools is not installed"))
struct TPMTests {
    let folder = ServiceFolder()
    let chip: PrivateTPM
    private let right = "739146"
    private let prompt = OwnerPrompt("Show the card")

    init() throws {
        chip = try PrivateTPM()
        for path in [lock, secrets] { try PrivateFolder.make(path) }
    }

    private var lock: String { folder.path + "/lock" }
    private var secrets: String { folder.path + "/secrets" }

    private func vault(_ tpm: TPM?) -> Vault {
        Vault.ofThisMachine(
            folder: lock, parameters: Vault.Parameters(cost: ScryptCost(logN: 4, parallelism: 1)!), tpm: tpm)
    }

    private func owner(_ tpm: TPM?) -> LinuxOwner {
        LinuxOwner(
            folder: secrets, service: folder.permissive, storage: .file,
            deviceKey: LinuxDeviceKey(folder: secrets, tpm: tpm), conversation: ScriptedConversation())
    }

    private func read(_ name: String, from owner: LinuxOwner) async throws -> String {
        try await owner.read(name, prompt: prompt).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func bytes(_ secret: SharedSecretBytes) -> [UInt8] { secret.withBytes { Array($0) } }

    private func open(_ vault: Vault, _ passcode: String) async throws {
        _ = try await vault.unlock(passcode: SecretBytes(passcode.utf8))
    }

    /// The vault's files at a moment, for putting them back.
    private func copy(_ names: [String]) throws -> [String: Data] {
        try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(lock)/\($0)"))) })
    }

    private func putBack(_ files: [String: Data]) throws {
        for (name, data) in files {
            try data.write(to: URL(filePath: "\(lock)/\(name)"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(lock)/\(name)")
        }
    }

    private var keyPath: String { lock + "/device-key.tpm" }
    private var counter: TPMCounter { TPMCounter(besideKey: keyPath, tpm: chip.tpm) }

    @Test("A sealed key opens with its chip, and changed bytes open nothing", arguments: [5])
    func sealing(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let secret = SharedSecretBytes(SecretBytes((0..<32).map { UInt8($0) }))
        let sealed = try await chip.tpm.use { session throws(TPMError) in try session.seal(secret) }
        let opened = try await chip.tpm.use { session throws(TPMError) in try session.unseal(sealed) }
        #expect(bytes(opened) == bytes(secret))
        #expect(Data(sealed).range(of: Data((0..<16).map { UInt8($0) })) == nil)
        for _ in 0..<TestSize.count(full: 400, small: 40) {
            var changed = sealed
            changed[Int.random(in: changed.indices, using: &random)] ^= UInt8(
                1 << Int.random(in: 0..<8, using: &random))
            do throws(TPMError) {
                let other = try await chip.tpm.use { [changed] session throws(TPMError) in try session.unseal(changed) }
                // The empty password and other fields without a meaning here may differ.
                #expect(bytes(other) == bytes(secret))
            } catch { #expect(error.isForeign, "\(String(error.code, radix: 16))") }
        }
        for count in [0, 1, sealed.count / 2, sealed.count - 1] {
            do throws(TPMError) {
                _ = try await chip.tpm.use { session throws(TPMError) in try session.unseal(Array(sealed.prefix(count)))
                }
                Issue.record("\(count) bytes open")
            } catch { #expect(error.isForeign) }
        }
    }

    @Test("Secrets that are copied to another machine, or whose chip was cleared, do not open") func copiedSecrets()
        async throws
    {
        let owner = owner(chip.tpm)
        #expect(await owner.deviceKeyPlace() == .chip)
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        #expect(!FileManager.default.fileExists(atPath: secrets + "/device-key"))
        #expect(try await read("card", from: self.owner(chip.tpm)) == "one")
        let other = try PrivateTPM()
        await #expect(throws: OwnerError.invalidated(.deviceKeyRemoved)) {
            _ = try await read("card", from: self.owner(other.tpm))
        }
        // Without a chip the secret waits for it, and no other key takes its place.
        await #expect(throws: OwnerError.system(code: ENODEV)) { _ = try await read("card", from: self.owner(nil)) }
        await #expect(throws: OwnerError.system(code: ENODEV)) {
            try await self.owner(nil).add(SecretBytes("two".utf8), named: "other", for: .deviceOwner)
        }
        #expect(try await read("card", from: owner) == "one")
        try chip.clear()
        await #expect(throws: OwnerError.invalidated(.deviceKeyRemoved)) { _ = try await read("card", from: owner) }
        try await owner.delete("card")
        try await owner.add(SecretBytes("two".utf8), named: "card", for: .deviceOwner)
        #expect(try await read("card", from: owner) == "two")
    }

    @Test("An app's lock that was moved to a machine without a chip is bound to its owner again") func movedOwner()
        async throws
    {
        func owner(_ tpm: TPM?) -> LinuxOwner {
            LinuxOwner(
                folder: secrets, service: folder.permissive, storage: .file,
                deviceKey: LinuxDeviceKey(folder: secrets, tpm: tpm, isReplaceable: true),
                conversation: ScriptedConversation())
        }
        try await owner(chip.tpm).add(SecretBytes("one".utf8), named: "first", for: .deviceOwner)
        await #expect(throws: OwnerError.invalidated(.deviceKeyRemoved)) {
            _ = try await read("first", from: owner(nil))
        }
        try await owner(nil).add(SecretBytes("two".utf8), named: "second", for: .deviceOwner)
        #expect(try await read("second", from: owner(nil)) == "two")
    }

    @Test("A key in a file stays in use on a machine with a chip") func filesStay() async throws {
        try await owner(nil).add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        #expect(await owner(chip.tpm).deviceKeyPlace() == .file)
        #expect(try await read("card", from: owner(chip.tpm)) == "one")
    }

    @Test("A chip whose owner has a password is not used, and what it sealed before is not replaced") func ownedChip()
        async throws
    {
        try await owner(chip.tpm).add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        try chip.setOwnerPassword()
        await #expect(throws: OwnerError.self) { _ = try await read("card", from: owner(chip.tpm)) }
        await #expect(throws: OwnerError.self) {
            try await owner(chip.tpm).add(SecretBytes("two".utf8), named: "other", for: .deviceOwner)
        }
        #expect(!FileManager.default.fileExists(atPath: secrets + "/device-key"))
        // The program says whose code it is.
        _ = folder.service("auth required pam_permit.so", "account required pam_permit.so", name: "inklock")
        let program = SecretProgram(
            pamFolder: folder.path, data: folder.path + "/data", ["INKLOCK_TPM": chip.tpm.transport])
        let get = await program.run("get", "card", "--folder", secrets)
        #expect(get.status == 70 && get.output.isEmpty)
        #expect(get.errors.hasPrefix("inklock: the security chip (TPM) refuses with the code 0x"), "\(get.errors)")
        _ = try await vault(chip.tpm).create(passcode: SecretBytes(right.utf8), kind: .sixDigits)
        #expect(FileManager.default.fileExists(atPath: lock + "/device-key"))
        await #expect(throws: VaultError.self) { try await open(vault(chip.tpm), "111111") }
        try await open(vault(chip.tpm), right)
    }

    @Test("Erasing a vault removes its device key, and its counter from the chip") func erasedVaults() async throws {
        for tpm in [chip.tpm, nil] {
            _ = try await vault(tpm).create(passcode: SecretBytes(right.utf8), kind: .sixDigits)
            let kept = try copy(["vault", "attempts"])
            var index: ChipSecrets?
            if let tpm { index = try await TPMDeviceKey(path: keyPath, tpm: tpm).secrets() }
            try await vault(tpm).erase()
            let left = try FileManager.default.contentsOfDirectory(atPath: lock)
            #expect(left.allSatisfy { $0.hasSuffix(".lock") }, "\(left)")
            if let tpm, let index {
                let found = try await tpm.use { session throws(TPMError) in
                    try session.counter(index.handle, index.password)
                }
                guard case .absent = found else {
                    Issue.record("the counter is still there")
                    continue
                }
            }
            // A copy of the record is worth nothing without the key.
            try putBack(kept)
            await #expect(throws: VaultError.refused(.recoveryRequired(.deviceKeyChanged))) {
                try await open(vault(tpm), right)
            }
            try await vault(tpm).erase()
        }
    }

    @Test("A command is repeated if the chip limits the rate of writes") func slowChip() {
        for code: UInt32 in [0x902, 0x906, 0x920, 0x922] { #expect(TPMError(code: code).isCrowded) }
        for code: UInt32 in [0x101, 0x14B, 0x1DF, 0x921, 0x923, 0xA0008] { #expect(!TPMError(code: code).isCrowded) }
    }

    @Test("Callers that create a key at the same time get the same key") func oneKey() async throws {
        let found = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let key = try await LinuxDeviceKey(folder: secrets, tpm: chip.tpm).loadOrCreate()
                    return key.withBytes { Array($0) }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found.count == 1 && found.first?.count == 32)
    }

    @Test("A key whose file has the greatest version is replaced once its chip was cleared") func greatestVersion()
        async throws
    {
        let key = TPMDeviceKey(path: keyPath, tpm: chip.tpm)
        _ = try await key.loadOrCreate()
        let file = FileStorage(path: keyPath)
        let stored = try await file.load()
        try await file.save(StoredBytes(version: .max, bytes: stored.bytes), replacing: stored.version)
        try chip.clear()
        let new = try await key.loadOrCreate().withBytes { Array($0) }
        #expect(try await key.load().withBytes { Array($0) } == new)
    }

    @Test("A counter rises to what it is told, never falls, and comes back above its last number") func counting()
        async throws
    {
        #expect(try await counter.value() == 0)
        await #expect(throws: VaultError.deviceKeyMissing) { try await counter.advance(to: 1) }
        let key = TPMDeviceKey(path: keyPath, tpm: chip.tpm)
        _ = try await key.loadOrCreate()
        let first = try await counter.value()
        try await counter.advance(to: first + 3)
        try await counter.advance(to: first)
        #expect(try await counter.value() == first + 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await counter.advance(to: first + 9) } }
            try await group.waitForAll()
        }
        #expect(try await counter.value() == first + 9)
        try chip.undefine(try await key.secrets().handle)
        #expect(try await counter.value() > first + 9)
    }

    @Test("An index that is not a counter, or is another counter, is refused") func ordinaryIndex() async throws {
        let key = TPMDeviceKey(path: keyPath, tpm: chip.tpm)
        _ = try await key.loadOrCreate()
        _ = try await counter.value()
        let secrets = try await key.secrets()
        let taken = VaultError.storage(.keyService, code: EEXIST)
        try chip.undefine(secrets.handle)
        try chip.defineOrdinary(secrets.handle, secrets.password, 0)
        await #expect(throws: taken) { _ = try await counter.value() }
        try chip.undefine(secrets.handle)
        try await chip.tpm.use { session throws(TPMError) in try session.defineCounter(secrets.handle, [1, 2, 3]) }
        await #expect(throws: taken) { _ = try await counter.value() }
    }

    @Test("An older record and ledger that are put back together are refused") func olderCopies() async throws {
        let vault = vault(chip.tpm)
        let creation = try await vault.create(passcode: SecretBytes(right.utf8), kind: .sixDigits)
        let before = try copy(["vault", "attempts", "device-key.tpm"])
        for wrong in ["111111", "222222"] {
            await #expect(throws: VaultError.self) { try await open(vault, wrong) }
        }
        try putBack(before)
        // Another process, which remembers nothing of the guesses.
        let refused = VaultError.refused(.recoveryRequired(.attemptsUnknown))
        await #expect(throws: refused) { try await open(self.vault(chip.tpm), right) }
        // An earlier key that is put back brings the same counter.
        try putBack(before)
        await #expect(throws: refused) { try await open(self.vault(chip.tpm), right) }
        // Without the chip, the key is out of reach too.
        await #expect(throws: VaultError.refused(.recoveryRequired(.deviceKeyChanged))) {
            try await open(self.vault(nil), right)
        }
        _ = try await self.vault(chip.tpm).unlock(recoveryCode: try #require(creation.recoveryCode).text)
        try await open(self.vault(chip.tpm), right)
    }

    @Test("After each right and wrong passcode the vault opens, also in another process") func attempts() async throws {
        _ = try await vault(chip.tpm).create(passcode: SecretBytes(right.utf8), kind: .sixDigits)
        for _ in 0..<3 {
            await #expect(throws: VaultError.self) { try await open(vault(chip.tpm), "111111") }
            try await open(vault(chip.tpm), right)
        }
    }

    @Test("On another machine, and after the chip was cleared, the recovery code alone opens a vault") func recovery()
        async throws
    {
        let creation = try await vault(chip.tpm).create(passcode: SecretBytes(right.utf8), kind: .sixDigits)
        let code = try #require(creation.recoveryCode).text
        let other = try PrivateTPM()
        let refused = VaultError.refused(.recoveryRequired(.deviceKeyChanged))
        await #expect(throws: refused) { try await open(vault(other.tpm), right) }
        await #expect(throws: refused) { try await open(vault(nil), right) }
        try await open(vault(chip.tpm), right)
        try chip.clear()
        await #expect(throws: refused) { try await open(vault(chip.tpm), right) }
        let opened = try await vault(chip.tpm).unlock(recoveryCode: code)
        try await vault(chip.tpm).setPasscode(SecretBytes("284617".utf8), kind: .sixDigits, with: opened)
        try await open(vault(chip.tpm), "284617")
        // A machine without a chip takes the vault over with a key in a file.
        let moved = try await vault(nil).unlock(recoveryCode: code)
        try await vault(nil).setPasscode(SecretBytes("905173".utf8), kind: .sixDigits, with: moved)
        try await open(vault(nil), "905173")
        try await open(vault(chip.tpm), "905173")
    }
}
