// SPDX-License-Identifier: MIT
import ArgumentParser

/// `inklock evidence`: evidence of signatures.
struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Make, describe and check evidence of a signature.",
        discussion: """
            Evidence is a signed file of a signature's raw samples, bound to a document. Keys are PEM files, as \
            "openssl genpkey -algorithm ed25519" and "openssl pkey -pubout" write them.
            """,
        subcommands: [CreateEvidence.self, ShowEvidence.self, VerifyEvidence.self])

    func run() throws {
        throw CommandError(.usage, "missing command: create, show or verify (see inklock evidence --help)")
    }
}
