// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PicturePassword

/// `inklock evaluate`: measures how well a verifier distinguishes people, with recorded drawings.
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
    enum People: String, ExpressibleByArgument, CaseIterable {
        case all, tuning, reporting

        func contains(_ sample: RecordedSample) -> Bool {
            switch self {
            case .all: true
            case .tuning: sample.half == .tuning
            case .reporting: sample.half == .reporting
            }
        }
    }
    enum Curves: String, CaseIterable { case csv, svg, html }
    enum Parts: String, ExpressibleByArgument, CaseIterable { case strokes, joined }

    @Argument(help: "The recordings; - is standard input.")
    var file: String

    @Option(help: "Take only samples whose path contains this.")
    var filter: String?

    static let scaleLimits = 1e-6...1e6
    private static let enrolmentLimit = 100

    @Option(
        parsing: .unconditional,
        help: "Picture units (320 make a picture's shorter side) for each unit of the recording.")
    var scale = 1.0

    @Option(parsing: .unconditional, help: "How many samples make a template, up to 100.")
    var enrol = 3

    @Option(
        help: """
            A verifier; trained is InkLock's own, raster the rule of squares, and directed asks for the same direction \
            too. Can be given several times.
            """)
    var verifier: [VerifierChoice] = [.trained]

    @Option(
        help: """
            The people whose recordings are taken: all, tuning or reporting. Users whose name ends in an even digit shape \
            InkLock's verifier and are the tuning half.
            """)
    var people = People.all

    @Option(help: "Whether a drawing keeps its strokes as parts or is joined into one path.")
    var parts = Parts.strokes

    @Option(
        name: [.short, .long],
        help:
            "A file for the rates at every threshold: .csv, .svg, or .html with all results. Can be given several times."
    )
    var output: [String] = []

    @Flag(help: "Write JSON for programs.")
    var json = false

    func validate() throws {
        guard Self.scaleLimits.contains(scale) else {
            throw ValidationError("--scale must be between 0.000001 and 1000000")
        }
        guard (1...Self.enrolmentLimit).contains(enrol) else {
            throw ValidationError("--enrol must be between 1 and \(Self.enrolmentLimit)")
        }
        for path in output where Self.curves(in: path) == nil {
            throw ValidationError("\(path) does not end in .csv, .svg or .html")
        }
    }

    func run() throws {
        let input = InputFile(path: file)
        let samples = try RecordingReader.read(
            input, .init(scale: scale, isJoined: parts == .joined, filter: filter)
        ).filter(people.contains)
        for path in output { try OutputFile(path: path).checkNotRead() }
        var progress = ProgressLine("comparing", total: 100 * verifier.count)
        var trials: [VerifierTrial] = []
        var reports: [TrialReport] = []
        for (index, choice) in verifier.enumerated() {
            let trial = trial(of: samples, choice) { done, total in
                progress.advance(to: 100 * index + done * 100 / total)
            }
            guard let trial else {
                throw CommandError(
                    .malformedInput,
                    "\(input.name): more than \(VerifierTrial.comparisonLimit) comparisons; choose samples with --filter"
                )
            }
            guard let report = TrialReport(trial) else {
                throw CommandError(
                    .malformedInput, "\(input.name): too few samples for genuine attempts and impostors")
            }
            trials.append(trial)
            reports.append(report)
        }
        try write(trials, reports, input.name)
        let text = json ? try reports.reportJSON() : reports.map(\.text).joined(separator: "\n\n")
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
    }

    private static func curves(in path: String) -> Curves? {
        OutputFile(path: path).fileExtension.flatMap(Curves.init)
    }

    private func write(_ trials: [VerifierTrial], _ reports: [TrialReport], _ source: String) throws {
        let curves = trials.flatMap { trial in VerifierTrial.Impostor.allCases.map { trial.curve($0) } }
        for path in output {
            let text: String
            switch Self.curves(in: path) {
            case .csv: text = DetectionCurve.table(curves)
            case .svg: text = DetectionPlot(curves).svg
            case .html, nil: text = EvaluationPage(source: source, reports: reports, curves: curves).html
            }
            try OutputFile(path: path).write(Array(text.utf8))
        }
    }

    private func trial(
        of samples: [RecordedSample], _ choice: VerifierChoice, _ advance: (Int, Int) -> Void
    ) -> VerifierTrial? {
        func trial(
            _ verifier: some GestureVerifier, _ scores: ((GestureTemplate) -> (PictureGesture) -> Double)? = nil
        ) -> VerifierTrial? {
            VerifierTrial(
                samples, enrolling: enrol, verifier: verifier, name: choice.rawValue, scores: scores, advance: advance)
        }
        switch choice {
        case .trained:
            let trained = TrainedVerifier()
            return trial(trained) { template in
                let prepared = TrainedTemplate(template)
                return { trained.compare($0, with: prepared).score }
            }
        case .raster: return trial(RasterVerifier.undirected)
        case .directed: return trial(RasterVerifier())
        }
    }
}
