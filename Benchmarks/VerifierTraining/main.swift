// SPDX-License-Identifier: MIT
import Foundation

/// `train-verifier FOLDER [--check | --measure]`: computes the weights of `TrainedVerifier` from recorded drawings and
/// writes them, checks that the written ones are those, or measures the error rates of the shipped ones on the people
/// whose drawings did not shape it.
let arguments = CommandLine.arguments.dropFirst()
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
let weightsFile = root.appendingPathComponent(
    "Sources/Core/PicturePassword/Trained/TrainedModel+Weights.swift")

func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

guard let folder = arguments.first(where: { !$0.hasPrefix("--") }) else {
    say("usage: train-verifier FOLDER [--check | --measure]")
    exit(64)
}
let recordings = try Recording.read(URL(fileURLWithPath: folder))
if arguments.contains("--measure") {
    print(Measurement(recordings).text)
} else {
    let set = TrialSet(recordings.filter { $0.half == .tuning }) { say($0) }
    let training = Training(set)
    for line in training.log { say(line) }
    let text = WeightsFile(training).text
    if arguments.contains("--check") {
        guard try String(contentsOf: weightsFile, encoding: .utf8) == text else {
            say("the weights differ from \(weightsFile.lastPathComponent)")
            exit(1)
        }
        say("the weights are those of \(weightsFile.lastPathComponent)")
    } else {
        try text.write(to: weightsFile, atomically: true, encoding: .utf8)
    }
}
