// SPDX-License-Identifier: MIT
import InkGeometry

extension GuessModel {
    /// The number of parts from which on another part is harder to remember than it is worth.
    private static var manyParts: Int { 5 }

    /// Returns the advice that would add the most bits according to the model.
    func advice(_ gesture: PictureGesture, _ costs: [GuessCost]) -> Strength.Advice {
        // A typical part: a path across half the picture with an occasional sharp turn.
        let typical = places.anywhereBits + 8 * (parameters.straightStepBits + parameters.sharpStepBits) * 0.5
        var (placed, curved, spread, varied) = (0.0, 0.0, 0.0, 0.0)
        for (part, cost) in zip(gesture.parts, costs) {
            switch cost.guess {
            case .tap: placed += placeGain(part, from: [0])
            case .line:
                placed += placeGain(part, from: [0, -1])
                curved += max(0, typical - cost.bits)
            case .shape: curved += max(0, typical - cost.bits)
            case .path: placed += placeGain(part, from: [0])
            case .hatching: spread += max(0, typical - cost.bits)
            case .repetition: varied += max(0, ownCost(part).bits - cost.bits)
            }
        }
        let last = costs.last.map { min($0.bits, typical) } ?? typical
        var best = (advice: Strength.Advice.moreParts, gain: gesture.parts.count < Self.manyParts ? last : 0)
        for (advice, gain) in [
            (Strength.Advice.varyParts, varied), (.moreOfThePicture, spread), (.ownCurves, curved),
            (.lessObviousPlaces, placed),
        ] where gain > best.gain {
            best = (advice, gain)
        }
        return best.advice
    }

    /// Returns the gain from moving the first (0) or last (-1) position away from salient places.
    private func placeGain(_ part: GesturePart, from ends: [Int]) -> Double {
        guard let points = part.fingers.first?.points, let first = points.first, let last = points.last else {
            return 0
        }
        var gain = 0.0
        for end in ends { gain += places.anywhereBits - places.bits((end == 0 ? first : last).position) }
        return gain
    }
}
