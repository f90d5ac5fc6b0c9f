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
}
