// SPDX-License-Identifier: MIT
import ArgumentParser

/// `inklock evidence show`: prints the statements of an evidence file about itself.
struct ShowEvidence: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Describe an evidence file. Nothing is checked; see inklock evidence verify.",
        discussion: "Single samples are never shown.")

    @Argument(help: "The evidence file, or a signed PDF document; - is standard input.")
    var input: String

    @Flag(help: "Write JSON for programs.")
    var json = false

    func run() throws {
        let summary = EvidenceSummary(try EvidenceInput(path: input).read())
        let text = json ? TerminalText.json(try summary.reportJSON()) : summary.text
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
    }
}
