// SPDX-License-Identifier: MIT

/// The Swift source that holds the weights of the model.
struct WeightsFile {
    let text: String

    init(_ training: Training) {
        var text = """
            // SPDX-License-Identifier: MIT
            // Written by `swift run -c release train-verifier`. Do not edit.

            extension TrainedModel {
                /// Three weights for each ``TraceDifference``, then those of length and duration, and the constant.
                static let weights: [Float] = [

            """
        text += Self.lines(training.weights)
        text += """
                ]

                /// The mean differences among enrolled drawings, for a template of one drawing.
                static let typicalVariation: [Float] = [

            """
        text += Self.lines(training.typicalVariation)
        let thresholds = training.thresholds.map { "\($0)" }.joined(separator: ", ")
        text += """
                ]

                /// The evidence that ``TrainedVerifier/Strictness`` asks for, from strict to lenient.
                static let thresholds: (Float, Float, Float) = (\(thresholds))
                /// The evidence that a pair of enrolled drawings needs.
                static let pairThreshold: Float = \(training.pairThreshold)
            }

            """
        self.text = text
    }

    /// Returns numbers as rows of at most 120 columns.
    private static func lines(_ values: [Float]) -> String {
        var lines = ""
        var line = "       "
        for value in values {
            let word = " \(value),"
            if line.utf8.count + word.utf8.count > 120 {
                lines += line + "\n"
                line = "       "
            }
            line += word
        }
        return lines + line + "\n"
    }
}
