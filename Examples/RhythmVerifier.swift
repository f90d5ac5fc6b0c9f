// SPDX-License-Identifier: MIT
import InkLock

/// A verifier that extends the rule of squares by the rhythm of the parts.
struct RhythmVerifier: GestureVerifier {
    /// The largest permitted difference of a pause between two parts, in seconds.
    var tolerance = 0.4
    var squares = RasterVerifier()

    var threshold: Double { squares.threshold }

    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<RasterMatch> {
        var comparison = squares.compare(probe, with: template)
        for (wanted, drawn) in zip(pauses(in: template.typicalSample), pauses(in: probe)) {
            let difference = abs(wanted - drawn)
            // Scores of 1 and above pass, as in the rule of squares.
            comparison.score = min(comparison.score, difference > 0 ? tolerance / difference : 2)
        }
        return comparison
    }

    /// Returns the seconds from each part's first touch to the next part's.
    private func pauses(in gesture: PictureGesture) -> [Double] {
        let starts = gesture.parts.compactMap { $0.fingers.first?.points.first?.time }
        return zip(starts, starts.dropFirst()).map { $1 - $0 }
    }
}
