// SPDX-License-Identifier: MIT

/// The model of ``TrainedVerifier``: a logistic regression of the differences between an attempt and a template.
///
/// No difference of an attempt is evidence for the owner: an exact copy always has the most evidence.
///
/// `train-verifier` computes its weights from recorded drawings and writes `TrainedModel+Weights.swift`.
package enum TrainedModel {
    /// The number of weights: three for each ``TraceDifference``, two for lengths and durations, and the constant.
    package static var weightCount: Int { TraceDifference.count * 3 + 3 }

    /// Returns the features. For each difference, these are the least and the mean over the enrolled drawings, and the
    /// mean among the enrolled drawings. Then follow two features for a longer and a faster attempt.
    /// - Parameters:
    ///   - differences: The differences of the attempt from each enrolled drawing, one after the other.
    ///   - variation: The mean differences among the enrolled drawings.
    ///   - longer: The log length of the attempt minus the mean of the enrolled drawings.
    ///   - faster: The mean log duration of the enrolled drawings minus that of the attempt.
    package static func features(
        _ differences: [Float], variation: [Float], longer: Float, faster: Float
    ) -> [Float] {
        let count = TraceDifference.count
        var features = [Float](repeating: 0, count: weightCount - 1)
        for k in 0..<count {
            var (least, sum): (Float, Float) = (.infinity, 0)
            for i in stride(from: k, to: differences.count, by: count) {
                least = min(least, differences[i])
                sum += differences[i]
            }
            features[3 * k] = least
            features[3 * k + 1] = sum / Float(differences.count / count)
            features[3 * k + 2] = variation[k]
        }
        features[3 * count] = max(0, longer)
        features[3 * count + 1] = max(0, faster)
        return features
    }

    /// Returns a Boolean value that indicates whether a feature grows with a difference of the attempt, so that its
    /// weight must not be positive. The others describe the enrolled drawings alone.
    package static func isDifference(_ feature: Int) -> Bool {
        feature >= 3 * TraceDifference.count || feature % 3 != 2
    }

    /// Returns the evidence for a genuine attempt, as the logarithm of odds.
    /// - Parameter features: One less than ``weightCount``.
    static func evidence(_ features: [Float]) -> Float {
        var sum = weights[weightCount - 1]
        for (i, feature) in features.enumerated() { sum += weights[i] * feature }
        return sum - penalty(features)
    }

    /// Returns the penalty for differences that no genuine attempt has, in addition to the fitted weights. Few recorded
    /// impostors copy an owner's drawing in another place, size or direction, so their share alone would set those
    /// weights.
    ///
    /// The limits are those of 99 of 100 genuine attempts of the people whose drawings shaped the model. Ten picture
    /// units beyond ``elsewhere``, the penalty is greater than the evidence of all other differences.
    package static func penalty(_ features: [Float]) -> Float {
        let backwards = features[3 * TraceDifference.backwards.rawValue]
        let displacement = features[3 * TraceDifference.displacement.rawValue]
        let size = features[3 * TraceDifference.size.rawValue]
        let centre = features[3 * TraceDifference.centre.rawValue]
        let strokes = features[3 * TraceDifference.strokeCount.rawValue]
        let variation = features[3 * TraceDifference.strokeCount.rawValue + 2]
        return 20 * backwards + 5 * max(0, displacement - maximumDisplacement)
            + 6 * max(0, size - maximumSizeDifference) + 100 * max(0, centre - elsewhere)
            + 6 * max(0, strokes - maximumStrokeDifference - variation)
    }

    /// The limit of displacement: 35 picture units.
    private static var maximumDisplacement: Float { 1.17 }
    /// The limit of a difference in size: log width and log height that differ by 0.57 together.
    private static var maximumSizeDifference: Float { -0.4 }
    /// 54 picture units between the centres, beyond which a drawing is in another place.
    private static var elsewhere: Float { 4.04 }
    /// The limit of the difference in the number of strokes from the closest enrolled drawing, beyond the difference
    /// among enrolled drawings.
    private static var maximumStrokeDifference: Float { 1 }
}
