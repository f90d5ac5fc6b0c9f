// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import LockFlow
import Passcode
import Synchronization
import Testing

@testable import InkLockLinux

/// Tests of secrets that a finger alone opens, with a real fprintd.
@Suite(
    .serialized,
    .enabled(if: PrivateReader.isInstalled, "fprintd or polkitd is not installed, or this is not root"))
struct FingerTests {
    let folder = ServiceFolder()
    let reader: PrivateReader
    let host = FingerHost()
    private let prompt = OwnerPrompt("Show the card")

    init() async throws { reader = try await PrivateReader() }

    private var path: String { folder.path + "/secrets" }

    private var owner: LinuxOwner { owner(at: reader) }

    private func owner(
        at reader: PrivateReader, _ service: PAMService? = nil, timeLimit: Duration = .seconds(60)
    ) -> LinuxOwner {
        var owner = LinuxOwner(
            folder: path, service: service ?? folder.permissive, storage: .file, timeLimit: timeLimit,
            conversation: host)
        owner.fingerBus = reader.address
        return owner
    }

    private func read(at other: PrivateReader? = nil) async throws -> String {
        try await owner(at: other ?? reader).read("card", prompt: prompt).withBytes {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func addCard(with other: PrivateReader? = nil) async throws {
        try await (other ?? reader).enrol("right-index-finger", as: "first")
        try await owner(at: other ?? reader).add(SecretBytes("one".utf8), named: "card", for: .currentBiometrics)
    }

    @Test("A finger alone opens a secret, and another does not") func finger() async throws {
        #expect(await owner.capabilities() == .init(devicePasscode: true))
        await #expect(throws: OwnerError.unavailable) {
            try await owner.add(SecretBytes("one".utf8), named: "card", for: .currentBiometrics)
        }
        try await addCard()
        #expect(await owner.capabilities() == .init(biometrics: true, devicePasscode: true))
        host.onHint = { [reader] in if $0 == .touch { reader.tell("SCAN first") } }
        #expect(try await read() == "one")
        #expect(host.hints == [.touch] && host.questions == 0 && host.ends == 1)
        host.onHint = { [reader] hint in reader.tell(hint == .touch ? "SCAN other" : "SCAN first") }
        #expect(try await read() == "one")
        #expect(host.hints == [.touch, .touch, .notRecognised])
        host.onHint = { [reader] _ in reader.tell("SCAN other") }
        await #expect(throws: OwnerError.denied) { _ = try await read() }
        #expect(host.ends == 3)
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        #expect(try await read() == "two")
    }

    @Test("An account that PAM does not admit opens nothing by its finger") func expiredAccount() async throws {
        try await addCard()
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        let expired = folder.service("auth required pam_permit.so", "account required pam_deny.so")
        let owner = owner(at: reader, expired)
        await #expect(throws: OwnerError.self) { _ = try await owner.read("card", prompt: prompt) }
        #expect(try await read() == "one")
    }

    @Test("A finger that is enrolled or removed later erases the secret", arguments: [true, false])
    func changedFingers(_ isAdded: Bool) async throws {
        try await reader.enrol("left-thumb", as: "thumb")
        try await addCard()
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        #expect(try await read() == "one")
        if isAdded {
            try await reader.enrol("left-index-finger", as: "new")
        } else {
            try await reader.remove("left-thumb")
        }
        let hints = host.hints.count
        let changed = OwnerError.invalidated(.biometricsChanged)
        await #expect(throws: changed) { _ = try await read() }
        #expect(host.hints.count == hints, "a finger was asked for")
        if isAdded {
            try await reader.remove("left-index-finger")
        } else {
            try await reader.enrol("left-thumb", as: "thumb")
        }
        // The secret does not come back with the fingers.
        await #expect(throws: changed) { _ = try await read() }
        await #expect(throws: changed) {
            try await owner.update(SecretBytes("two".utf8), named: "card", prompt: prompt)
        }
        let file = try Data(contentsOf: URL(filePath: path + "/card.secret"))
        #expect(file.count < 80, "the secret is still in its file")
        try await owner.add(SecretBytes("two".utf8), named: "card", for: .currentBiometrics)
        #expect(try await read() == "two")
    }

    @Test("The secret is erased without enrolled fingers, and kept without a reader") func missingReader() async throws
    {
        let reader = try await PrivateReader(isRemembered: true)
        try await addCard(with: reader)
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        await reader.stop()
        await #expect(throws: OwnerError.unavailable) { _ = try await read(at: reader) }
        #expect(await owner(at: reader).capabilities() == .init(devicePasscode: true))
        await reader.start()
        #expect(try await read(at: reader) == "one")
        try await reader.remove("right-index-finger")
        await #expect(throws: OwnerError.invalidated(.biometricsChanged)) { _ = try await read(at: reader) }
    }

    @Test("The reader's complaints are shown, and it goes on") func complaints() async throws {
        try await addCard()
        // FpDeviceRetry of libfprint: general, too short, centre the finger, remove it.
        let complaints: [FingerHint] = [.again, .tooShort, .notCentred, .liftFirst]
        let count = Mutex(0)
        host.onHint = { [reader] _ in
            let number = count.withLock { number in
                defer { number += 1 }
                return number
            }
            reader.tell(number < complaints.count ? "RETRY \(number)" : "SCAN first")
        }
        #expect(try await read() == "one")
        #expect(host.hints == [.touch] + complaints)
    }

    @Test("A reader that fails or is unplugged opens nothing") func faults() async throws {
        let reader = try await PrivateReader(isRemembered: true)
        try await addCard(with: reader)
        // FP_DEVICE_ERROR_PROTO
        host.onHint = { [reader] _ in reader.tell("ERROR 4") }
        await #expect(throws: OwnerError.system(code: EIO)) { _ = try await read(at: reader) }
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        #expect(try await read(at: reader) == "one")
        host.onHint = { _ in reader.pull() }
        await #expect(throws: OwnerError.self) { _ = try await read(at: reader) }
        await reader.start()
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        #expect(try await read(at: reader) == "one")
    }

    @Test("A match that another program reports opens nothing") func foreignMatch() async throws {
        try await addCard()
        host.onHint = { [reader] _ in
            // The bus numbers its connections. The prompt's is one of the last.
            reader.pretend("verify-match", toConnectionsUpTo: 400)
            reader.tell("SCAN other")
        }
        await #expect(throws: OwnerError.denied) { _ = try await read() }
    }

    @Test("A reader that another program uses is a temporary error") func busyReader() async throws {
        try await addCard()
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        do {
            let bus = try FingerprintBus(reader.address)
            try bus.call(
                try #require(try EnrolledFingers.current(on: reader.address)).reader, FingerprintBus.device, "Claim", ""
            )
            await #expect(throws: OwnerError.system(code: EBUSY)) { _ = try await read() }
            _ = consume bus
        }
        // The reader is free once fprintd has learnt that the other program is gone.
        var secret: String?
        while secret == nil {
            do { secret = try await read() } catch OwnerError.system(code: EBUSY) { await Task.yield() }
        }
        #expect(secret == "one")
    }

    @Test("Cancelling, the host's fallback and the time limit end the prompt, and the reader rests") func endings()
        async throws
    {
        try await addCard()
        for error in [OwnerError.cancelled, .fallbackChosen] {
            host.answer = error
            await #expect(throws: error) { _ = try await read() }
        }
        host.answer = nil
        let short = owner(at: reader, timeLimit: .milliseconds(300))
        await #expect(throws: OwnerError.cancelled) { _ = try await short.read("card", prompt: prompt) }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        host.onHint = { _ in begin.finish() }
        let reading = Task { try await read() }
        for await _ in begun {}
        reading.cancel()
        await #expect(throws: OwnerError.cancelled) { _ = try await reading.value }
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        #expect(try await read() == "one")
    }

    @Test("An fprintd that does not answer delays neither the start nor the end of a prompt", arguments: [true, false])
    func frozenReader(_ isFrozenAtFirst: Bool) async throws {
        try await addCard()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        host.onHint = { [reader] _ in
            reader.freeze()
            begin.finish()
        }
        let clock = ContinuousClock()
        if isFrozenAtFirst {
            reader.freeze()
            begin.finish()
            let asked = clock.now
            #expect(await owner.capabilities() == .init(devicePasscode: true))
            #expect(clock.now - asked < .seconds(10))
        }
        let reading = Task { try await read() }
        for await _ in begun {}
        try await Task.sleep(for: .milliseconds(200))
        let cancelled = clock.now
        reading.cancel()
        await #expect(throws: OwnerError.cancelled) { _ = try await reading.value }
        #expect(clock.now - cancelled < .seconds(10))
    }

    @Test("An app's lock opens by a finger, and falls back to its passcode when the fingers change") func appLock()
        async throws
    {
        try await reader.enrol("right-index-finger", as: "first")
        let lock = folder.path + "/lock"
        try PrivateFolder.make(lock)
        let app = AppLock(vault: Vault.ofThisMachine(folder: lock, tpm: nil), owner: owner)
        app.startWithoutWindows()
        try await app.refresh()
        _ = try await app.setUp(passcode: SecretBytes("739146".utf8), kind: .sixDigits)
        try await app.setDeviceOwner(.currentBiometrics)
        app.lockNow()
        #expect(app.offeredMethods == [.biometrics, .passcode, .recoveryCode])
        host.onHint = { [reader] _ in reader.tell("SCAN first") }
        app.requestUnlock(with: .biometrics)
        for await shot in app.snapshots() where shot.state == .unlocked { break }
        app.lockNow()
        try await reader.enrol("left-thumb", as: "thumb")
        app.requestUnlock(with: .biometrics)
        for await shot in app.snapshots() where shot.state == .passcodeRequired(.biometricsChanged) { break }
        #expect(app.dataKey == nil)
        // The passcode binds the new fingers.
        try await app.unlock(with: .passcode(SecretBytes("739146".utf8)))
        for _ in 0..<1500 where try await owner.names().count != 1 { try await Task.sleep(for: .milliseconds(20)) }
        try #require(await owner.names().count == 1)
        app.lockNow()
        host.onHint = { [reader] _ in reader.tell("SCAN thumb") }
        app.requestUnlock(with: .biometrics)
        for await shot in app.snapshots() where shot.state == .unlocked { break }
        #expect(app.dataKey != nil)
    }

    @Test("inklock secret keeps a secret for a finger alone") func program() async throws {
        try await reader.enrol("right-index-finger", as: "first")
        _ = folder.service("auth required pam_deny.so", "account required pam_permit.so", name: "inklock")
        let program = SecretProgram(
            pamFolder: folder.path, data: folder.path + "/data", ["DBUS_SYSTEM_BUS_ADDRESS": reader.address])
        let set = await program.run("set", "card", "--file", "--biometrics-only", input: Array("4711".utf8))
        #expect(set.status == 0)
        let get = Task { await program.run("get", "card", turns: [("Place your finger", "")]) }
        for _ in 0..<1500 where await !reader.isWaiting() { try await Task.sleep(for: .milliseconds(20)) }
        try #require(await reader.isWaiting())
        reader.tell("SCAN first")
        let result = await get.value
        #expect(result.status == 0 && result.text == "4711")
        #expect(result.screen.contains("Place your finger on the fingerprint reader"))
        try await reader.enrol("left-thumb", as: "thumb")
        let changed = await program.run("get", "card", turns: [])
        #expect(changed.status == 66 && changed.output.isEmpty && changed.errors.contains("was erased"))
    }

    @Test("inklock secret does not say that a secret is for a finger alone while a password opens it")
    func replacedForFinger() async throws {
        try await reader.enrol("right-index-finger", as: "first")
        _ = folder.service("auth required pam_permit.so", "account required pam_permit.so", name: "inklock")
        let program = SecretProgram(
            pamFolder: folder.path, data: folder.path + "/data", ["DBUS_SYSTEM_BUS_ADDRESS": reader.address])
        #expect(await program.run("set", "card", "--file", input: Array("4711".utf8)).status == 0)
        let replaced = await program.run(
            "set", "card", "--file", "--replace", "--biometrics-only", input: Array("0815".utf8))
        #expect(replaced.status == 64 && replaced.errors.contains("not for a finger alone"))
        #expect(await program.run("get", "card").text == "4711")
    }
}

/// Tests of the table of fprintd's results, which need no fprintd.
struct FingerResultTests {
    @Test("Every status and every error has a meaning, and only a match opens a secret") func table() {
        for (status, meaning) in FingerResult.statuses {
            #expect(FingerResult(status: status) == meaning)
            #expect((meaning == .recognised) == (status == "verify-match"), "\(status)")
        }
        for unknown in ["", "verify-", "VERIFY-MATCH", "verify-match ", "enroll-completed"] {
            #expect(FingerResult(status: unknown) == .failed(.system(code: EPROTO)))
        }
        // This meaning erases a secret. A reader that is busy, away or out of order must not have it.
        let erasing = OwnerError.invalidated(.biometricsChanged)
        for (name, error) in OwnerError.fprintd {
            #expect(OwnerError(fprintd: name) == error)
            #expect((error == erasing) == (name == "net.reactivated.Fprint.Error.NoEnrolledPrints"), "\(name)")
        }
        for (status, meaning) in FingerResult.statuses { #expect(meaning != .failed(erasing), "\(status)") }
        let meanings: [(String, OwnerError)] = [
            ("net.reactivated.Fprint.Error.NoSuchDevice", .unavailable),
            ("net.reactivated.Fprint.Error.PermissionDenied", .locked(.device)),
            ("net.reactivated.Fprint.Error.AlreadyInUse", .system(code: EBUSY)),
            ("net.reactivated.Fprint.Error.Internal", .system(code: EIO)),
            ("org.freedesktop.DBus.Error.ServiceUnknown", .unavailable),
            ("org.freedesktop.DBus.Error.NoReply", .system(code: EAGAIN)),
        ]
        for (name, error) in meanings { #expect(OwnerError(fprintd: name) == error, "\(name)") }
        #expect(OwnerError(fprintd: "org.example.Other") == .system(code: EPROTO))
        for hint in FingerHint.allCases { #expect(!hint.text.isEmpty) }
    }

    private static let interface = "/usr/share/dbus-1/interfaces/net.reactivated.Fprint.Device.xml"

    @Test(
        "The table has all statuses and errors of the installed fprintd's description",
        .enabled(if: FileManager.default.fileExists(atPath: interface), "fprintd is not installed"))
    func installed() throws {
        let text = try String(contentsOfFile: Self.interface, encoding: .utf8)
        let statuses = Set(text.matches(of: /<doc:term>(verify-[a-z-]+)</).map { String($0.output.1) })
        #expect(statuses == Set(FingerResult.statuses.keys))
        let errors = Set(text.matches(of: /"(net\.reactivated\.Fprint\.Error\.[A-Za-z]+)"/).map { String($0.output.1) })
        #expect(errors.count > 5)
        for error in errors { #expect(OwnerError.fprintd[error] != nil, "\(error)") }
    }
}

/// A host that records hints, and answers them at the reader.
final class FingerHost: OwnerConversation {
    private struct Record {
        var hints: [FingerHint] = []
        var questions = 0
        var ends = 0
        var onHint: @Sendable (FingerHint) -> Void = { _ in }
        var answer: OwnerError?
    }

    private let recorded = Mutex(Record())

    var hints: [FingerHint] { recorded.withLock { $0.hints } }
    var questions: Int { recorded.withLock { $0.questions } }
    var ends: Int { recorded.withLock { $0.ends } }
    /// A closure that is called for each hint.
    var onHint: @Sendable (FingerHint) -> Void {
        get { recorded.withLock { $0.onHint } }
        set { recorded.withLock { $0.onHint = newValue } }
    }
    /// The error with which the host ends each prompt.
    var answer: OwnerError? {
        get { recorded.withLock { $0.answer } }
        set { recorded.withLock { $0.answer = newValue } }
    }

    func answer(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async throws(OwnerError)
        -> SharedSecretBytes
    {
        recorded.withLock { $0.questions += 1 }
        throw .cancelled
    }

    func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async {}

    func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async throws(OwnerError) {
        recorded.withLock { $0.hints.append(hint) }
        if let answer { throw answer }
        onHint(hint)
    }

    func end(_ prompt: OwnerPrompt) async { recorded.withLock { $0.ends += 1 } }
}
