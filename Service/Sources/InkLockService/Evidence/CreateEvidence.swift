// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkEvidence
import InkFiles
import InkRaster

/// `inklock evidence create`: creates evidence of a drawing that was recorded earlier.
struct CreateEvidence: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make evidence from a drawing's file.",
        discussion: """
            The evidence says that the samples were read from a file, because nothing is known about how they were \
            recorded. An app that records a signature while it is drawn uses the module InkEvidence. A file of several \
            drawings needs --drawing.
            """)

    @OptionGroup var drawing: DrawingInput

    @Option(help: "The private key that signs: Ed25519 or P-256, a PEM file.")
    var key: String

    @Option(help: "The document that is signed.")
    var document: String?

    @OptionGroup var evidence: EvidenceOptions

    @Option(name: [.short, .long], help: "The file to write; - is standard output.")
    var output: String

    func run() async throws {
        let signer = try KeyFile(path: key).signer()
        let recipient = try evidence.recipient()
        let begin = EvidenceClock.now()
        let drawing = try drawing.read(several: .refused).drawing
        let signed = try document.map { path in
            let file = InputFile(path: path)
            return EvidenceDocument(try file.bytes(), name: file.fileName)
        }
        let opening = EvidenceOpening(
            source: .imported, begin: begin, size: drawing.size,
            device: EvidenceDevice(software: "inklock \(InkLockCommand.versionNumber)"), document: signed,
            texts: evidence.text)
        do {
            var recorder = try EvidenceRecorder(opening, sealingTo: recipient)
            try recorder.append(drawing)
            let bytes = try await recorder.finish(
                at: EvidenceClock.now(), rendering: Rendering(scale: 2), signer: signer)
            try OutputFile(path: output).write(bytes)
        } catch let error as EvidenceError {
            throw CommandError(.malformedInput, "\(self.drawing.file.name): \(Self.words(error))")
        }
    }

    static func words(_ error: EvidenceError) -> String {
        switch error {
        case .unsupportedRendering: "the drawing has no area, or its picture would be too large"
        case .tooLarge: "the drawing, a name or a text is larger than evidence may be"
        default: "the drawing has samples that evidence cannot hold"
        }
    }
}

extension EvidenceClock {
    /// Reads the clocks of this machine.
    static func now() -> EvidenceClock {
        let elapsed = SuspendingClock().systemEpoch.duration(to: SuspendingClock.now).components
        return EvidenceClock(
            wallMilliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded()),
            monotonicMilliseconds: elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000)
    }
}
