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
            """)

    enum VerifierChoice: String, ExpressibleByArgument, CaseIterable {
        case raster, directed

        var verifier: RasterVerifier { self == .raster ? RasterVerifier() : .directed }
    }
    enum Parts: String, ExpressibleByArgument, CaseIterable { case strokes, joined }

    @Argument(help: "The recordings; - is standard input.")
    var file: String

    @Option(help: "Take only samples whose path contains this.")
    var filter: String?

    @Option(help: "Picture units (320 make a picture's shorter side) for each unit of the recording.")
    var scale = 1.0

    @Option(help: "How many samples make a template.")
    var enrol = 1

    @Option(help: "The verifier; raster is the article's rule, directed asks for the same direction too.")
    var verifier = VerifierChoice.raster

    @Option(help: "Whether a drawing keeps its strokes as parts or is joined into one path.")
    var parts = Parts.strokes

    @Flag(help: "Write JSON for programs.")
    var json = false

    func validate() throws {
        guard scale > 0 && scale.isFinite else { throw ValidationError("--scale must be above 0") }
        guard enrol >= 1 else { throw ValidationError("--enrol must be 1 or more") }
    }

    func run() throws {
        var samples = try RecordedSample.read(InputFile(path: file))
        if let filter { samples = samples.filter { $0.path.contains(filter) } }
        let reader = GestureReader()
        let trial = VerifierTrial(samples, enrolling: enrol, verifier: verifier.verifier) {
            $0.gesture(scale: scale, isJoined: parts == .joined, reader: reader)
        }
        guard let report = TrialReport(trial) else {
            throw CommandFailure(.malformedInput, "\(file): too few samples for genuine attempts and impostors")
        }
        try OutputFile(path: "-").write(Array("\(json ? try report.json() : report.text)\n".utf8))
    }
}
