// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import Passcode
import Testing

@testable import InkLockLinux

/// Tests of secrets in a real keyring.
@Suite(.serialized, .keyring, .enabled(if: PrivateSession.isInstalled, "gnome-keyring or dbus-daemon is not installed"))
struct KeyringTests {
    let session: PrivateSession
    let folder = ServiceFolder()
    let prompt = OwnerPrompt("Show the card")

    private var path: String { folder.path + "/secrets" }

    init() throws { session = try #require(PrivateSession.shared) }

    private func owner(_ storage: LinuxOwner.Storage = .automatic) -> LinuxOwner {
        LinuxOwner(
            folder: path, service: folder.permissive, storage: storage, conversation: ScriptedConversation())
    }

    private func read(_ name: String, from owner: LinuxOwner) async throws -> String {
        try await owner.read(name, prompt: prompt).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func record(_ name: String) async throws -> SecretRecord {
        try await owner().secrets.record(try #require(SecretName(name)))
    }

    @Test("A secret is kept in the keyring, which is asked for it after a restart") func keptInTheKeyring() async throws
    {
        let owner = owner()
        #expect(await owner.usesKeyring())
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        #expect(try await record("card").place == .keyring)
        #expect(try await record("card").sealed.isEmpty)
        session.stopKeyring()
        session.startKeyring()
        #expect(try await read("card", from: self.owner()) == "one")
        try await owner.delete("card")
        await #expect(throws: OwnerError.absent) { _ = try await read("card", from: owner) }
    }

    @Test("A replaced or deleted secret leaves no item behind") func noItemsStay() async throws {
        let owner = owner()
        let name = try #require(SecretName("card"))
        let keyring = Keyring(folder: path)
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let first = try await record("card").identifier
        #expect(try keyring.sealed(first, named: name) != nil)
        try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        let second = try await record("card").identifier
        #expect(first != second)
        #expect(try keyring.sealed(first, named: name) == nil)
        #expect(try await read("card", from: owner) == "two")
        try await owner.delete("card")
        #expect(try keyring.sealed(second, named: name) == nil)
    }

    @Test("A secret that was replaced meanwhile is read only if its access control is the same")
    func replacedMeanwhile() async throws {
        let owner = owner()
        let name = try #require(SecretName("card"))
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        // The owner has authenticated for this record.
        let first = try await record("card")
        try await owner.delete("card")
        try await owner.secrets.add(
            SharedSecretBytes(SecretBytes("two".utf8)), named: name, for: .currentBiometrics,
            fingers: [UInt8](repeating: 7, count: 32), in: .keyring)
        await #expect(throws: OwnerError.absent) { _ = try await owner.secrets.open(first, named: name) }
        try await owner.delete("card")
        try await owner.add(SecretBytes("three".utf8), named: "card", for: .deviceOwner)
        let third = try await owner.secrets.open(first, named: name).copy
        #expect(third.withBytes { String(decoding: $0, as: UTF8.self) } == "three")
    }

    @Test("A process that ends between the keyring and the file leaves the old value") func killedInBetween()
        async throws
    {
        let owner = owner()
        let name = try #require(SecretName("card"))
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let lost = SecretRecord(.deviceOwner, place: .keyring)
        try Keyring(folder: path).store([1, 2, 3], lost.identifier, named: name)
        #expect(try await read("card", from: owner) == "one")
        try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        #expect(try await read("card", from: owner) == "two")
    }

    @Test("An item that another program changed or removed does not open") func changedItems() async throws {
        let owner = owner()
        let name = try #require(SecretName("card"))
        let keyring = Keyring(folder: path)
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let identifier = try await record("card").identifier
        var sealed = try #require(try keyring.sealed(identifier, named: name))
        sealed[20] ^= 1
        try keyring.store(sealed, identifier, named: name)
        await #expect(throws: OwnerError.system(code: EBADMSG)) { _ = try await read("card", from: owner) }
        try keyring.remove(identifier, named: name)
        await #expect(throws: OwnerError.absent) { _ = try await read("card", from: owner) }
        try await owner.delete("card")
        try await owner.add(SecretBytes("two".utf8), named: "card", for: .deviceOwner)
        #expect(try await read("card", from: owner) == "two")
    }

    @Test("Without a keyring, secrets go into files, and those of the keyring wait for it") func noKeyring()
        async throws
    {
        let owner = owner()
        try await owner.add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        session.stopKeyring()
        defer { session.startKeyring() }
        #expect(await !owner.usesKeyring())
        await #expect(throws: OwnerError.locked(.device)) { _ = try await read("card", from: owner) }
        try await owner.add(SecretBytes("two".utf8), named: "other", for: .deviceOwner)
        #expect(try await record("other").place == .file)
        #expect(try await read("other", from: owner) == "two")
    }

    @Test(
        "A keyring whose prompt is not answered is left when the time is over or the task is cancelled",
        .timeLimit(.minutes(1)), arguments: [true, false])
    func silentPrompt(_ isTimeOver: Bool) async throws {
        try await owner().add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        let prompter = try #require(SilentPrompter(session.address))
        try #require(session.lockKeyring())
        let owner = LinuxOwner(
            folder: path, service: folder.permissive, timeLimit: isTimeOver ? .seconds(1) : .seconds(120),
            conversation: ScriptedConversation())
        let reading = Task { try await read("card", from: owner) }
        while prompter.count == 0 { try await Task.sleep(for: .milliseconds(20)) }
        if !isTimeOver { reading.cancel() }
        await #expect(throws: OwnerError.cancelled) { _ = try await reading.value }
        // The keyring is unlocked by its start.
        session.stopKeyring()
        session.startKeyring()
        #expect(try await read("card", from: self.owner()) == "one")
    }

    @Test("A secret moves to the place of its newest value") func places() async throws {
        try await owner(.file).add(SecretBytes("one".utf8), named: "card", for: .deviceOwner)
        #expect(try await record("card").place == .file)
        try await owner().update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        #expect(try await record("card").place == .keyring)
        try await owner(.file).update(SecretBytes("three".utf8), named: "card", prompt: prompt)
        #expect(try await record("card").place == .file)
        #expect(try await read("card", from: owner()) == "three")
    }

    @Test("inklock secret keeps a secret in the keyring, and says when the keyring does not answer")
    func program() async throws {
        _ = folder.service("auth required pam_permit.so", "account required pam_permit.so", name: "inklock")
        let program = SecretProgram(
            pamFolder: folder.path, data: folder.path + "/data", ["DBUS_SESSION_BUS_ADDRESS": session.address])
        let set = await program.run("set", "mail/work", input: Array("token".utf8))
        #expect(set.status == 0 && set.errors.hasPrefix("inklock: there is no security chip (TPM) that you may use"))
        #expect(await program.run("set", "mail/home", input: Array("other".utf8)).errors.isEmpty)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path + "/data")?.allObjects)
        for case let name as String in files {
            let bytes = FileManager.default.contents(atPath: folder.path + "/data/" + name) ?? Data()
            #expect(bytes.range(of: Data("token".utf8)) == nil, "\(name)")
        }
        #expect(await program.run("get", "mail/work").text == "token")
        session.stopKeyring()
        let closed = await program.run("get", "mail/work")
        #expect(closed.status == 75 && closed.output.isEmpty)
        #expect(closed.errors.hasPrefix("inklock: ") && closed.errors.split(separator: "\n").count == 1)
        session.startKeyring()
        #expect(await program.run("get", "mail/work").text == "token")
        // An item that the keyring has lost is no secret that was never there: the list has its name.
        let name = try #require(SecretName("mail/work"))
        try Keyring(folder: folder.path + "/data/inklock/secrets").remove(nil, named: name)
        let lost = await program.run("get", "mail/work")
        #expect(lost.status == 66 && lost.output.isEmpty)
        #expect(
            lost.errors
                == "inklock: the keyring of this session has lost the secret mail/work: set it again with --replace\n")
        #expect(await program.run("set", "mail/work", "--replace", input: Array("new".utf8)).status == 0)
        #expect(await program.run("get", "mail/work").text == "new")
        #expect(await program.run("remove", "mail/work").status == 0)
        let gone = await program.run("get", "mail/work")
        #expect(gone.status == 66 && gone.errors == "inklock: there is no secret mail/work\n")
    }
}
