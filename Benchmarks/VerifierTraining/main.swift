// SPDX-License-Identifier: MIT
import Foundation

/// `train-verifier FOLDER [--check | --measure]`: computes the weights of `TrainedVerifier` from recorded drawings and
/// writes them, checks that the written ones are those, or measures the error rates of the shipped ones on the people
/// whose drawings did not shape it. It ends with 64 for wrong use, 66 for a folder without recordings, and 1 for other
/// weights.
let arguments = CommandLine.arguments.dropFirst()
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
let weightsFile = root.appendingPathComponent(
    "Sources/Core/PicturePassword/Trained/TrainedModel+Weights.swift")

func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

let options = arguments.filter { $0.hasPrefix("--") }
let folders = arguments.filter { !$0.hasPrefix("--") }
guard folders.count == 1, options.isEmpty || options == ["--check"] || options == ["--measure"] else {
    say("usage: train-verifier FOLDER [--check | --measure]")
    exit(64)
}
let recordings: [Recording]
do {
    recordings = try Recording.read(URL(fileURLWithPath: folders[0]))
} catch {
    say("\(folders[0]) has no readable mmg_plus/mmg_plus.ndjson.gz and dollar1/dollar1.ndjson.gz")
    exit(66)
}
if options == ["--measure"] {
    print(Measurement(recordings).text)
} else {
    let set = TrialSet(recordings.filter { $0.half == .tuning }) { say($0) }
    let training = Training(set)
    for line in training.log { say(line) }
    let text = WeightsFile(training).text
    if options == ["--check"] {
        guard try String(contentsOf: weightsFile, encoding: .utf8) == text else {
            say("the weights differ from \(weightsFile.lastPathComponent)")
            exit(1)
        }
        say("the weights are those of \(weightsFile.lastPathComponent)")
    } else {
        try text.write(to: weightsFile, atomically: true, encoding: .utf8)
    }
}
