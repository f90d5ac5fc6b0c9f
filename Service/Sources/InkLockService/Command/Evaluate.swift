// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PicturePassword

/// `inklock evaluate`: how well a verifier tells people apart, on recorded drawings.
struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure a verifier on recorded drawings.",
        discussion: """
            The file has a JSON object a line: path, label, user, and strokes of [x, y, milliseconds]; it may be \
            compressed with gzip. A password is one person's drawing of one label. The template comes from the first \
            samples in the order of paths, genuine attempts are the others; impostors are all samples of all other \
            people, either of another label or of the same. Intervals cover 95 % of 1,000 resamplings of the people.

            The file is read line by line: at most \(InputFile.sizeLimitText), packed and unpacked, \
            \(RecordingReader.lineLimit >> 20) MiB a line, \(RecordingReader.pointLimit / 1_000_000) million points, and \
            passwords times samples at most \(VerifierTrial.comparisonLimit / 1_000_000) million.
            """)

    enum VerifierChoice: String, ExpressibleByArgument, CaseIterable {
        case trained, raster, directed
    }
    enum Parts: String, ExpressibleByArgument, CaseIterable { case strokes, joined }

    @Argument(help: "The recordings; - is standard input.")
    var file: String

    @Option(help: "Take only samples whose path contains this.")
    var filter: String?

    private static let scaleLimits = 1e-6...1e6
    private static let enrolmentLimit = 100

    @Option(
        parsing: .unconditional,
        help: "Picture units (320 make a picture's shorter side) for each unit of the recording.")
    var scale = 1.0

    @Option(parsing: .unconditional, help: "How many samples make a template, up to 100.")
    var enrol = 3

    @Option(
        help: """
            The verifier; trained is InkLock's own, raster the article's rule, and directed asks for the same direction \
            too.
            """)
    var verifier = VerifierChoice.trained

    @Option(help: "Whether a drawing keeps its strokes as parts or is joined into one path.")
    var parts = Parts.strokes

    @Flag(help: "Write JSON for programs.")
    var json = false

    func validate() throws {
        guard Self.scaleLimits.contains(scale) else {
            throw ValidationError("--scale must be between 0.000001 and 1000000")
        }
        guard (1...Self.enrolmentLimit).contains(enrol) else {
            throw ValidationError("--enrol must be between 1 and \(Self.enrolmentLimit)")
        }
    }

    func run() throws {
        let input = InputFile(path: file)
        let samples = try RecordingReader.read(
            input, .init(scale: scale, isJoined: parts == .joined, filter: filter))
        var progress = ProgressLine("comparing", total: 100)
        let trial = trial(of: samples) { done, total in progress.advance(to: done * 100 / total) }
        guard let trial else {
            throw CommandError(
                .malformedInput,
                "\(input.name): more than \(VerifierTrial.comparisonLimit) comparisons; choose samples with --filter")
        }
        guard let report = TrialReport(trial) else {
            throw CommandError(.malformedInput, "\(input.name): too few samples for genuine attempts and impostors")
        }
        try OutputFile(path: "-").write(Array("\(json ? try report.json() : report.text)\n".utf8))
    }

    private func trial(of samples: [RecordedSample], _ advance: (Int, Int) -> Void) -> VerifierTrial? {
        switch verifier {
        case .trained:
            let trained = TrainedVerifier()
            let scores = { (template: GestureTemplate) in
                let prepared = TrainedTemplate(template)
                return { (attempt: PictureGesture) in trained.compare(prepared, attempt).score }
            }
            return VerifierTrial(samples, enrolling: enrol, verifier: trained, scores: scores, advance: advance)
        case .raster: return VerifierTrial(samples, enrolling: enrol, verifier: RasterVerifier(), advance: advance)
        case .directed:
            return VerifierTrial(samples, enrolling: enrol, verifier: RasterVerifier.directed, advance: advance)
        }
    }
}
