// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames
import Foundation
import InkEvidence
import InkRaster

/// `inklock evidence verify`: prints the checks that hold, fail or are undecided.
struct VerifyEvidence: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check an evidence file.",
        discussion: """
            Each line says what holds, what fails, or what is unknown and what would decide it. The exit status is 0 \
            if nothing fails, 1 if something does, and 65 if the file is no evidence or is damaged. Give --document \
            and --key: without them, which document and whose key it is are unknown. The signatures of a PDF document \
            are not checked here; see inklock verify.
            """)

    @Argument(help: "The evidence file, or a signed PDF document; - is standard input.")
    var input: String

    @Option(help: "The document that was signed.")
    var document: String?

    @Option(help: "The public key that must have signed, a PEM file.")
    var key: String?

    @Option(help: "The recipient's private key, a PEM file, if the samples are sealed.")
    var openWith: String?

    @Option(help: "A PNG file that must show the signed picture, pixel for pixel.")
    var picture: String?

    @Flag(help: "Write JSON for programs.")
    var json = false

    /// The result for programs.
    private struct Report: Encodable {
        struct Finding: Encodable {
            let subject, verdict, reason: String
            let block: Int?
            let text: String
        }

        let holds: Bool
        let findings: [Finding]
    }

    func run() throws {
        let evidence = try EvidenceInput(path: input).read()
        var verifier = EvidenceVerifier()
        verifier.document = try document.map { EvidenceDocument(try InputFile(path: $0).bytes()) }
        verifier.key = try key.map { try KeyFile(path: $0).publicKey() }
        verifier.recipientKey = try openWith.map { try KeyFile(path: $0).recipientKey() }
        verifier.picture = try picture.map { try BackgroundChoice.bitmap(InputFile(path: $0)) }
        let findings = verifier.findings(about: evidence)
        let failing = findings.count { $0.verdict == .fails }
        let text = json ? try Self.json(findings, holds: failing == 0) : Self.text(findings)
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
        guard failing == 0 else {
            throw CommandError(
                .doesNotHold,
                "\(InputFile(path: input).name): \(failing) of \(findings.count) checks \(failing == 1 ? "fails" : "fail")"
            )
        }
    }

    private static func text(_ findings: [EvidenceFinding]) -> String {
        findings.map {
            CodeName.of($0.verdict).padding(toLength: 10, withPad: " ", startingAt: 0) + EvidenceText.sentence($0)
        }.joined(separator: "\n")
    }

    private static func json(_ findings: [EvidenceFinding], holds: Bool) throws -> String {
        let report = Report(
            holds: holds,
            findings: findings.map {
                Report.Finding(
                    subject: CodeName.of($0.subject), verdict: CodeName.of($0.verdict), reason: CodeName.of($0.reason),
                    block: $0.block, text: EvidenceText.sentence($0))
            })
        return TerminalText.json(try report.reportJSON())
    }
}
