// SPDX-License-Identifier: MIT
import InkGeometry

extension GuessModel {
    /// The number of parts from which on another part is harder to remember than it is worth.
    private static var manyParts: Int { 5 }

    /// Returns the advice that would add the most bits according to the model.
    func advice(
        _ gesture: PictureGesture, _ drawings: [PictureGesture], _ costs: [GuessCost]
    ) -> Strength.Advice {
        // A typical part: a path across half the picture with an occasional sharp turn.
        let typical = places.anywhereBits + 8 * (parameters.straightStepBits + parameters.sharpStepBits) * 0.5
        var (placed, curved, spread, varied) = (0.0, 0.0, 0.0, 0.0)
        for (i, cost) in costs.enumerated() {
            let part = gesture.parts[i]
            switch cost.guess {
            case .tap: placed += placeGain(part)
            case .line:
                placed += placeGain(part, andEnd: true)
                curved += max(0, typical - cost.bits)
            case .shape: curved += max(0, typical - cost.bits)
            case .path: placed += placeGain(part)
            case .hatching: spread += max(0, typical - cost.bits)
            case .repetition: varied += max(0, ownCost(ofPart: i, in: drawings).bits - cost.bits)
            }
        }
        var last = typical
        if let cost = costs.last { last = min(cost.bits, typical) }
        var best = Strength.Advice.moreParts
        var most = gesture.parts.count < Self.manyParts ? last : 0
        func consider(_ advice: Strength.Advice, _ gain: Double) {
            guard gain > most else { return }
            best = advice
            most = gain
        }
        consider(.varyParts, varied)
        consider(.moreOfThePicture, spread)
        consider(.ownCurves, curved)
        consider(.lessObviousPlaces, placed)
        return best
    }

    /// Returns the gain from moving the first position away from salient places, and the last one of a line.
    private func placeGain(_ part: GesturePart, andEnd: Bool = false) -> Double {
        guard let points = part.fingers.first?.points, !points.isEmpty else { return 0 }
        let gain = places.anywhereBits - places.bits(points[0].position)
        return andEnd ? gain + places.anywhereBits - places.bits(points[points.count - 1].position) : gain
    }
}
