// SPDX-License-Identifier: MIT
import PicturePassword

/// A verifier of this app's own: the article's rule, and the parts have to come in the owner's rhythm.
struct RhythmVerifier: GestureVerifier {
    /// How much longer or shorter a pause between two parts may be, in seconds.
    var tolerance = 0.4
    var squares = RasterVerifier()

    var threshold: Double { squares.threshold }

    func compare(_ template: GestureTemplate, _ probe: Gesture) -> GestureComparison<RasterMatch> {
        var comparison = squares.compare(template, probe)
        for (wanted, drawn) in zip(pauses(in: template.model), pauses(in: probe)) {
            let difference = abs(wanted - drawn)
            // 1 and more passes, as in the rule this one is added to.
            comparison.score = min(comparison.score, difference > 0 ? tolerance / difference : 2)
        }
        return comparison
    }

    /// The seconds from each part's first touch to the next one's.
    private func pauses(in gesture: Gesture) -> [Double] {
        let starts = gesture.parts.compactMap { $0.fingers.first?.points.first?.time }
        return zip(starts, starts.dropFirst()).map { $1 - $0 }
    }
}
