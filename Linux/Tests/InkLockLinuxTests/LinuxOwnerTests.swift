// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import InkLockLinux

/// Tests of secrets in files.
@Suite(.enabled(if: ServiceFolder.hasMatrix, "libpam-wrapper is not installed"))
struct LinuxOwnerTests {
    let folder = ServiceFolder()
    let prompt = OwnerPrompt("Show the card")

    private var path: String { folder.path + "/secrets" }

    private func owner(_ service: PAMService? = nil, _ answers: ScriptedConversation? = nil) -> LinuxOwner {
        LinuxOwner(
            folder: path, service: service ?? folder.permissive, storage: .file,
            conversation: answers ?? ScriptedConversation())
    }

    private func read(_ name: String, from owner: LinuxOwner) async throws -> String {
        try await owner.read(name, prompt: prompt).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A secret is added, read, replaced, listed and deleted") func lifeOfASecret() async throws {
        let owner = owner()
        #expect(try await owner.names().isEmpty)
        try await owner.add(SecretBytes("one".utf8), named: "mail/work", for: .deviceOwner)
        try await owner.add(SecretBytes("zwei".utf8), named: "Bank – ü.%41", for: .deviceOwner)
        #expect(try await owner.names() == ["Bank – ü.%41", "mail/work"])
        #expect(try await read("mail/work", from: owner) == "one")
        await #expect(throws: OwnerError.exists) {
            try await owner.add(SecretBytes("two".utf8), named: "mail/work", for: .deviceOwner)
        }
        try await owner.update(SecretBytes("two".utf8), named: "mail/work", prompt: prompt)
        // Another value of the same folder, as another process would make it.
        #expect(try await read("mail/work", from: self.owner()) == "two")
        try await owner.delete("mail/work")
        try await owner.delete("mail/work")
        await #expect(throws: OwnerError.absent) { _ = try await read("mail/work", from: owner) }
        await #expect(throws: OwnerError.absent) {
            try await owner.update(SecretBytes("three".utf8), named: "mail/work", prompt: prompt)
        }
        #expect(try await read("Bank – ü.%41", from: owner) == "zwei")
    }

    @Test("Reading and replacing ask the owner; adding, listing and deleting do not") func whoIsAsked() async throws {
        let password = folder.password
        let host = ScriptedConversation(
            .types("right horse"), .types("wrong"), .types("wrong"), .types("right horse"), .types("right horse"))
        let owner = owner(password, host)
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        #expect(try await owner.names() == ["card"])
        #expect(host.record.questions.isEmpty)
        #expect(try await read("card", from: owner) == "one")
        await #expect(throws: OwnerError.denied) { _ = try await read("card", from: owner) }
        await #expect(throws: OwnerError.denied) {
            try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        }
        #expect(try await read("card", from: owner) == "one")
        try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        #expect(host.record.questions.count == 5)
        #expect(host.record.prompts.allSatisfy { $0 == prompt })
        try await owner.delete("card")
        #expect(host.record.questions.count == 5)
    }

    @Test("Without a PAM service, or for a finger without a reader, nothing is stored") func unavailable() async throws
    {
        let owner = owner(PAMService("none", folder: folder.path))
        #expect(await owner.capabilities() == UnlockMethods.Capabilities())
        for accessControl in AccessControl.allCases {
            await #expect(throws: OwnerError.unavailable) {
                try await owner.add(SecretBytes("one".utf8), named: "card", for: accessControl)
            }
        }
        #expect(try await owner.names().isEmpty)
        #expect(await self.owner().capabilities() == UnlockMethods.Capabilities(devicePasscode: true))
        await #expect(throws: OwnerError.unavailable) {
            try await self.owner().add(SecretBytes("one".utf8), named: "card", for: .currentBiometrics)
        }
    }

    @Test("Files are readable by their owner alone, and have nothing of the secret in them") func files() async throws {
        let owner = owner()
        let secret = "correct horse battery staple"
        try await owner.add(SecretBytes(secret.utf8), named: "card", for: .deviceOwner)
        for file in try FileManager.default.contentsOfDirectory(atPath: path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
            #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(file)")
            let data = try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
            #expect(data.range(of: Data(secret.utf8.prefix(8))) == nil)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        await #expect(throws: OwnerError.system(code: EACCES)) { _ = try await owner.names() }
        await #expect(throws: OwnerError.system(code: EACCES)) { _ = try await read("card", from: owner) }
    }

    @Test("Without the device key, or with another one, the secret does not open") func deviceKey() async throws {
        let owner = owner()
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let key = try Data(contentsOf: URL(filePath: path + "/device-key"))
        try FileManager.default.removeItem(atPath: path + "/device-key")
        await #expect(throws: OwnerError.invalidated(.deviceKeyRemoved)) { _ = try await read("card", from: owner) }
        try await owner.add(SecretBytes("two".utf8), named: "other", for: .deviceOwner)
        await #expect(throws: OwnerError.system(code: EBADMSG)) { _ = try await read("card", from: owner) }
        try await owner.delete("card")
        #expect(try await read("other", from: owner) == "two")
        #expect(key.count == 32)
    }

    @Test("A record opens under its own name, place and bytes only", arguments: [17])
    func boundRecords(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let key = SharedSecretBytes(SecretBytes((0..<32).map { UInt8($0) }))
        let name = try #require(SecretName("card"))
        var record = SecretRecord(.deviceOwner, place: .file)
        record.sealed = record.seal(SharedSecretBytes(SecretBytes("one".utf8)), named: name, under: key)
        let whole = record.bytes
        #expect(try SecretRecord(whole) == record)
        #expect(try record.open(record.sealed, named: name, under: key).copy.isEqual(to: SecretBytes("one".utf8)))
        #expect(throws: VaultError.self) {
            try record.open(record.sealed, named: SecretName("other")!, under: key)
        }
        for index in whole.indices {
            var changed = whole
            changed[index] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
            do throws(VaultError) {
                let read = try SecretRecord(changed)
                #expect(read.bytes == changed)
                _ = try read.open(read.sealed, named: name, under: key)
                Issue.record("byte \(index) can be changed")
            } catch {}
            #expect(throws: VaultError.self) {
                let read = try SecretRecord(Array(whole[..<index]))
                _ = try read.open(read.sealed, named: name, under: key)
            }
        }
    }

    @Test("A record that another implementation has sealed opens") func foreignRecord() throws {
        let bytes: [UInt8] =
            [1, 1, 0] + Array(0..<16) + Array(0..<12) + [
                0xAA, 0x14, 0xCA, 0x82, 0x39, 0xCB, 0x7D, 0xFF, 0x7A, 0xB7, 0x03, 0x30, 0xBD, 0x7A, 0x1D, 0x01, 0x3D,
                0xE7, 0xE6,
            ]
        let key = SharedSecretBytes(SecretBytes((0..<32).map { UInt8($0) }))
        let record = try SecretRecord(bytes)
        let secret = try record.open(record.sealed, named: try #require(SecretName("card")), under: key)
        #expect(secret.withBytes { Array($0) } == Array("one".utf8))
    }

    @Test("A secret whose file has the greatest version is replaced, erased and deleted") func greatestVersion()
        async throws
    {
        let owner = owner()
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let file = FileStorage(path: path + "/card.secret")
        func raiseVersion() async throws {
            let stored = try await file.load()
            try await file.save(StoredBytes(version: .max, bytes: stored.bytes), replacing: stored.version)
        }
        try await raiseVersion()
        try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        #expect(try await read("card", from: owner) == "two")
        try await raiseVersion()
        let name = try #require(SecretName("card"))
        try await owner.secrets.erase(owner.secrets.record(name), named: name)
        await #expect(throws: OwnerError.invalidated(.biometricsChanged)) { _ = try await read("card", from: owner) }
        try await raiseVersion()
        try await owner.delete("card")
        #expect(try await owner.names().isEmpty)
    }

    @Test("Each name has one file, and each file one name", arguments: [3]) func names(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var seen: [String: SecretName] = [:]
        for _ in 0..<2000 {
            var text = ""
            for _ in 0...Int.random(in: 0..<12, using: &random) {
                text.append(" %./Aa~é中😀".randomElement(using: &random)!)
            }
            let name = try #require(SecretName(text))
            #expect(SecretName(file: name.file) == name)
            #expect(!name.file.contains("/") && !name.file.hasPrefix(".") && name.file.utf8.count <= 200)
            let other = seen.updateValue(name, forKey: name.file)
            #expect(other == nil || other == name)
        }
        for text in ["", "a\n", "a\u{0}", "\u{7F}", String(repeating: "a", count: 65)] {
            #expect(SecretName(text) == nil)
        }
        for file in [
            "card", "%2f.secret", "%zz.secret", "%4.secret", "%41.secret", ".secret", "a.b.secret", "%FF.secret",
        ] {
            #expect(SecretName(file: file) == nil, "\(file)")
        }
    }

    @Test("Each change is whole when several callers change a secret together") func concurrentChanges() async throws {
        try await owner().add(SecretBytes("first".utf8), named: "card", for: .deviceOwner)
        let written = (0..<24).map { "value \($0) " + String(repeating: "x", count: $0 * 40) }
        let name = try #require(SecretName("card"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in written {
                let secrets = owner().secrets
                group.addTask {
                    try await secrets.update(SharedSecretBytes(SecretBytes(text.utf8)), named: name, in: .file)
                    let found = try await secrets.open(try await secrets.record(name), named: name).withBytes {
                        String(decoding: $0, as: UTF8.self)
                    }
                    #expect(written.contains(found))
                }
            }
            try await group.waitForAll()
        }
        #expect(written.contains(try await read("card", from: owner())))
    }

    @Test("A secret of 64 KiB is kept, and a longer one is refused") func sizes() async throws {
        let owner = owner()
        let limit = SecretRecord.secretLimit
        try await owner.add(SecretBytes(repeatElement(7, count: limit)), named: "long", for: .deviceOwner)
        #expect(try await owner.read("long", prompt: prompt).count == limit)
        await #expect(throws: OwnerError.system(code: EFBIG)) {
            try await owner.add(SecretBytes(repeatElement(7, count: limit + 1)), named: "longer", for: .deviceOwner)
        }
        #expect(try await owner.names() == ["long"])
    }

    @Test("An app's lock opens by the owner, and falls back to its passcode") func appLock() async throws {
        let host = ScriptedConversation(.types("right horse"), .types("wrong"), .types("right horse"))
        let owner = owner(folder.password, host)
        try PrivateFolder.make(folder.path + "/lock")
        let lock = folder.path + "/lock"
        let vault = Vault(
            store: FileStorage(path: lock + "/vault"), ledger: FileStorage(path: lock + "/attempts"),
            deviceKey: FileDeviceKey(path: lock + "/device-key"))
        let app = AppLock(vault: vault, owner: owner)
        app.startWithoutWindows()
        try await app.refresh()
        _ = try await app.setUp(passcode: SecretBytes("739146".utf8), kind: .sixDigits)
        try await app.setDeviceOwner(.deviceOwner)
        app.lockNow()
        #expect(app.offeredMethods.first == .deviceOwner)
        #expect(app.dataKey == nil)
        app.requestUnlock(with: .deviceOwner)
        for await shot in app.snapshots() where shot.state == .unlocked { break }
        #expect(app.dataKey != nil)
        app.lockNow()
        app.requestUnlock(with: .deviceOwner)
        while host.record.ends < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(app.dataKey == nil)
        try await app.unlock(with: .passcode(SecretBytes("739146".utf8)))
        #expect(app.dataKey != nil)
        // A lost device key leads to the passcode, with the words for a secret that is gone.
        try FileManager.default.removeItem(atPath: path + "/device-key")
        app.lockNow()
        app.requestUnlock(with: .deviceOwner)
        for await shot in app.snapshots() where shot.state == .passcodeRequired(.devicePasscodeRemoved) { break }
        #expect(app.dataKey == nil)
        try await app.unlock(with: .passcode(SecretBytes("739146".utf8)))
        #expect(app.dataKey != nil)
    }
}
