// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import InkTestSupport
import Testing

@testable import InkLockLinux

/// Tests of `inklock secret` whose processes are killed, or change a secret at the same time: with each authentication
/// of the owner, and each place of the secret and its key.
@Suite(.serialized, .enabled(if: ServiceFolder.hasMatrix, "libpam-wrapper is not installed"))
struct SecretChangeTests {
    let folder = ServiceFolder()
    private typealias Turn = SecretProgram.Turn

    /// The program with its options, and the owner's part in each change and each reading.
    private struct Setting {
        let program: SecretProgram
        var options = ["--file"]
        var turns: [Turn]?
        /// Repairs what a killed process has left in a device of the test.
        var repair: @Sendable () -> Void = {}

        func set(_ text: String, _ more: String..., killedAfter: UInt32? = nil) async -> SecretProgram.Result {
            await program.run(
                list: ["set", "card"] + options + more, input: Array(text.utf8),
                turns: more.contains("--replace") ? turns : nil, killedAfter: killedAfter)
        }

        /// Reads the secret, as soon as the reader of fingers rests.
        func get() async -> SecretProgram.Result {
            var get = await program.run("get", "card", turns: turns)
            for _ in 0..<100 where get.status == 75 {
                try? await Task.sleep(for: .milliseconds(20))
                get = await program.run("get", "card", turns: turns)
            }
            return get
        }
    }

    private func setting(_ more: [String: String] = [:], options: [String] = ["--file"]) -> Setting {
        _ = folder.service("auth required pam_permit.so", "account required pam_permit.so", name: "inklock")
        return Setting(
            program: SecretProgram(pamFolder: folder.path, data: folder.path + "/data", more), options: options)
    }

    /// Kills processes that replace a secret, and reads it after each.
    private func killAtAnyMoment(_ setting: Setting, within limit: UInt32, _ seed: UInt64) async {
        let first = await setting.set("value 0")
        #expect(first.status == 0, "\(first.errors)")
        var random = SplitMix64(seed: seed)
        var last = "value 0"
        var replaced = 0
        for number in 1...TestSize.count(full: 120, small: 3) {
            let new = "value \(number) " + String(repeating: "x", count: 20_000)
            _ = await setting.set(new, "--replace", killedAfter: UInt32.random(in: 5..<limit, using: &random))
            setting.repair()
            let get = await setting.get()
            #expect(get.status == 0, "\(get.errors)")
            #expect(get.text == last || get.text == new)
            if get.text == new { replaced += 1 }
            last = get.text
        }
        // At the full size, some processes were killed before the change and some after it.
        if TestSize.isFull { #expect(1..<120 ~= replaced, "\(replaced)") }
        #expect(await setting.program.run("list").text == "card\n")
    }

    /// Replaces a secret by several processes at the same time, and adds others.
    /// - Parameter mayBeBusy: A Boolean value that indicates whether a process may be told to try later.
    private func changeAtOnce(_ setting: Setting, mayBeBusy: Bool = false) async {
        #expect(await setting.set("first").status == 0)
        let texts = (0..<TestSize.count(full: 6, small: 3)).map { "\($0) " + String(repeating: "\($0)", count: 9_000) }
        let done = await withTaskGroup(of: String?.self) { group in
            for (number, text) in texts.enumerated() {
                group.addTask {
                    let set = await setting.set(text, "--replace")
                    #expect(set.status == 0 || mayBeBusy && set.status == 75, "\(set.errors)")
                    let other = await setting.program.run(
                        list: ["set", "other \(number)"] + setting.options, input: Array(text.utf8))
                    #expect(other.status == 0, "\(other.errors)")
                    return set.status == 0 ? text : nil
                }
            }
            return await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
        }
        let get = await setting.get()
        #expect(done.isEmpty ? get.text == "first" : done.contains(get.text))
        #expect(await setting.program.run("list").text.split(separator: "\n").count == texts.count + 1)
    }

    // MARK: Nothing but files

    @Test("Killed at any moment, it leaves the old or the new secret in a file", arguments: [11])
    func killedWithFile(_ seed: UInt64) async { await killAtAnyMoment(setting(), within: 120, seed) }

    @Test("Processes that change a secret in a file at the same time lose none, and none is mixed")
    func atOnceWithFile() async {
        await changeAtOnce(setting())
    }

    // MARK: A password

    private var password: Setting {
        var setting = setting()
        folder.write("\(ServiceFolder.user):right horse:inklock\n", "passwords")
        _ = folder.service(
            "auth required \(ServiceFolder.matrix) passdb=\(folder.path)/passwords",
            "account required \(ServiceFolder.matrix) passdb=\(folder.path)/passwords", name: "inklock")
        setting.turns = [("Password: ", "right horse\r")]
        return setting
    }

    @Test("Killed at any moment, also at the question, it leaves the old or the new secret", arguments: [12])
    func killedWithPassword(_ seed: UInt64) async { await killAtAnyMoment(password, within: 160, seed) }

    @Test("Processes that change a secret together, each by its owner's password, lose no change")
    func atOnceWithPassword()
        async
    {
        await changeAtOnce(password)
    }

    // MARK: The keyring

    @Test(
        "Killed at any moment, it leaves the old or the new secret in the keyring",
        .keyring, .enabled(if: PrivateSession.isInstalled, "gnome-keyring or dbus-daemon is not installed"),
        arguments: [13])
    func killedWithKeyring(_ seed: UInt64) async throws {
        let session = try #require(PrivateSession.shared)
        await killAtAnyMoment(
            setting(["DBUS_SESSION_BUS_ADDRESS": session.address], options: []), within: 160, seed)
    }

    @Test(
        "Processes that change a secret in the keyring at the same time lose none",
        .keyring, .enabled(if: PrivateSession.isInstalled, "gnome-keyring or dbus-daemon is not installed"))
    func atOnceWithKeyring() async throws {
        let session = try #require(PrivateSession.shared)
        await changeAtOnce(setting(["DBUS_SESSION_BUS_ADDRESS": session.address], options: []))
    }

    // MARK: A chip

    private func chip() throws -> (PrivateTPM, Setting) {
        let chip = try PrivateTPM()
        var setting = setting(["INKLOCK_TPM": chip.tpm.transport])
        setting.repair = { chip.freeRemains() }
        return (chip, setting)
    }

    @Test(
        "Killed at any moment, it leaves the old or the new secret under a key in a chip",
        .enabled(if: PrivateTPM.isInstalled, "swtpm or tpm2-tools is not installed"), arguments: [14])
    func killedWithChip(_ seed: UInt64) async throws {
        let (chip, setting) = try chip()
        await killAtAnyMoment(setting, within: 250, seed)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/inklock/secrets/device-key"))
        // Copied to a machine with another chip, nothing opens.
        let other = try PrivateTPM()
        var elsewhere = setting.program
        elsewhere.environment["INKLOCK_TPM"] = other.tpm.transport
        let get = await elsewhere.run("get", "card")
        #expect(get.status == 66 && get.output.isEmpty && get.errors.contains("security chip (TPM)"))
        #expect(get.errors.split(separator: "\n").count == 1)
        elsewhere.environment["INKLOCK_TPM"] = "none"
        let without = await elsewhere.run("get", "card")
        #expect(without.status == 75 && without.output.isEmpty && without.errors.contains("security chip (TPM)"))
        withExtendedLifetime(chip) {}
    }

    @Test(
        "Processes that change a secret under a key in a chip at the same time lose none, also if they make the key",
        .enabled(if: PrivateTPM.isInstalled, "swtpm or tpm2-tools is not installed"))
    func atOnceWithChip() async throws {
        let (chip, setting) = try chip()
        await changeAtOnce(setting)
        withExtendedLifetime(chip) {}
    }

    // MARK: A finger

    /// Calls `body` while the owner's finger touches the reader whenever it waits.
    private func withFinger(_ body: (Setting) async throws -> Void) async throws {
        let reader = try await PrivateReader()
        try await reader.enrol("right-index-finger", as: "first")
        let setting = Setting(
            program: SecretProgram(
                pamFolder: setting().program.pamFolder, data: folder.path + "/data",
                ["DBUS_SYSTEM_BUS_ADDRESS": reader.address]), options: ["--file", "--biometrics-only"])
        let touching = Task.detached {
            while !Task.isCancelled {
                if await reader.isWaiting() { reader.tell("SCAN first") }
                try? await Task.sleep(for: .milliseconds(15))
            }
        }
        defer { touching.cancel() }
        try await body(setting)
    }

    @Test(
        "Killed at any moment, also at the reader, it leaves the old or the new secret",
        .enabled(if: PrivateReader.isInstalled, "fprintd or polkitd is not installed, or this is not root"),
        arguments: [15])
    func killedWithFinger(_ seed: UInt64) async throws {
        try await withFinger { await killAtAnyMoment($0, within: 250, seed) }
    }

    @Test(
        "Processes that change a secret together, each by its owner's finger, lose no change",
        .enabled(if: PrivateReader.isInstalled, "fprintd or polkitd is not installed, or this is not root"))
    func atOnceWithFinger() async throws { try await withFinger { await changeAtOnce($0, mayBeBusy: true) } }
}
