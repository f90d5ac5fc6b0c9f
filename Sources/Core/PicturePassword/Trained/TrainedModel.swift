// SPDX-License-Identifier: MIT

/// The model of ``TrainedVerifier``: a logistic regression of the differences between an attempt and a template.
///
/// `train-verifier` computes its weights from recorded drawings and writes `TrainedModel+Weights.swift`.
package enum TrainedModel {
    /// The number of weights: three for each ``TraceDifference``, two for lengths and durations, and the constant.
    package static var weightCount: Int { TraceDifference.count * 3 + 3 }

    /// Returns the features: for each difference the least and the mean over the enrolled drawings and the mean among
    /// these, then how much longer and slower the attempt is.
    /// - Parameters:
    ///   - differences: The differences of the attempt from each enrolled drawing.
    ///   - variation: The mean differences among the enrolled drawings.
    ///   - longer: The log length of the attempt less the mean of the enrolled ones'.
    ///   - slower: The log duration of the attempt less the mean of the enrolled ones'.
    package static func features(
        _ differences: [[Float]], variation: [Float], longer: Float, slower: Float
    ) -> [Float] {
        let count = TraceDifference.count
        var features = [Float](repeating: 0, count: weightCount - 1)
        for k in 0..<count {
            var (least, sum): (Float, Float) = (.infinity, 0)
            for row in differences {
                least = min(least, row[k])
                sum += row[k]
            }
            features[3 * k] = least
            features[3 * k + 1] = sum / Float(differences.count)
            features[3 * k + 2] = variation[k]
        }
        features[3 * count] = max(0, longer)
        features[3 * count + 1] = slower
        return features
    }

    /// Returns the evidence for a genuine attempt, as the logarithm of odds.
    /// - Parameter features: One less than ``weightCount``.
    static func evidence(_ features: [Float]) -> Float {
        var sum = weights[weightCount - 1]
        for (i, feature) in features.enumerated() { sum += weights[i] * feature }
        return sum - priceOfBackwards(features)
    }

    /// Returns the price of a drawing that is traced backwards, in addition to the fitted weights: few recorded impostors
    /// do that, so their share would decide it.
    package static func priceOfBackwards(_ features: [Float]) -> Float {
        10 * features[3 * TraceDifference.backwards.rawValue]
    }
}
