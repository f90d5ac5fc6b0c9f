// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import Testing

/// Tests of the terminal program with scripted input.
@Suite struct TerminalNotesTests {
    private final class Typist {
        var lines: [String]
        var questions: [String] = []

        init(_ lines: String...) { self.lines = lines }

        func answer(_ question: String) -> SecretBytes? {
            questions.append(question)
            return lines.isEmpty ? nil : SecretBytes(Array(lines.removeFirst().utf8))
        }
    }

    @Test("The notes open with the right passcode only") func notesOpenWithTheRightPasscodeOnly() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let owner = Typist("abc", "correct horse")
        let first = try await TerminalNotes(folder: folder, ask: owner.answer).open()
        let purpose = try #require(first?.dataKey?.key(for: "notes"))
        #expect(owner.questions.allSatisfy { $0.hasPrefix("New passcode") } && owner.questions.count == 2)

        let stranger = Typist("battery", "staple")
        #expect(try await TerminalNotes(folder: folder, ask: stranger.answer).open() == nil)
        #expect(stranger.questions == ["Passcode: ", "Wrong. Passcode: ", "Wrong. Passcode: "])

        let again = Typist("correct horse")
        var told: [String] = []
        let second = try #require(
            await TerminalNotes(folder: folder, ask: again.answer, tell: { told.append($0) }).open())
        #expect(told.count == 2 && told[0] == "Wrong attempts since you were last here: 2")
        #expect(told[1].hasPrefix("The last one: "))
        #expect(second.dataKey?.key(for: "notes") == purpose)
        second.lockNow()
        #expect(second.dataKey == nil)
    }

    @Test("After ten wrong passcodes the recovery code opens the notes, and the passcode can be replaced")
    func theRecoveryCodeOpensWhatThePasscodeDoesNot() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var told: [String] = []
        func open(_ typist: Typist) async throws -> AppLock? {
            try await TerminalNotes(folder: folder, ask: typist.answer, tell: { told.append($0) }).open()
        }
        let first = try await open(Typist("correct horse"))
        let purpose = try #require(first?.dataKey?.key(for: "notes"))
        let code = try #require(told.first?.split(separator: " ").last)
        #expect(told == ["Write this recovery code down: \(code)"])

        let stranger = Typist("aaaa", "bbbb", "cccc", "dddd", "correct horse")
        #expect(try await open(stranger) == nil)
        #expect(
            stranger.questions.suffix(2).allSatisfy { $0.hasPrefix("Wait ") && $0.hasSuffix(" seconds. Passcode: ") })
        let clock = LateClock()
        let lock = AppLock(
            vault: Vault(
                store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
                deviceKey: FileDeviceKey(path: folder + "/device-key"), clock: clock))
        lock.startWithoutWindows()
        for guess in 4..<10 {
            clock.pass()
            try await lock.refresh()
            try? await lock.unlock(with: .passcode(SecretBytes("guess \(guess)".utf8)))
        }

        told = []
        let owner = Typist("correct horse", String(code), "abc", "battery staple")
        let again = try await open(owner)
        #expect(again?.dataKey?.key(for: "notes") == purpose)
        #expect(
            owner.questions == [
                "The passcode no longer opens the notes. Recovery code: ",
                "Wrong. The passcode no longer opens the notes. Recovery code: ",
                "New passcode, at least four characters: ", "New passcode, at least four characters: ",
            ])
        let last = try await open(Typist("battery staple"))
        #expect(last?.dataKey?.key(for: "notes") == purpose)
    }

    /// A clock that is a day later each time.
    private final class LateClock: VaultClock, @unchecked Sendable {
        private var reading = SystemVaultClock().now()
        func now() -> ClockReading { reading }
        func pass() {
            reading.uptimeMilliseconds += 86_400_000
            reading.wallMilliseconds += 86_400_000
        }
    }
}
