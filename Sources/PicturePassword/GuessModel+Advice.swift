// SPDX-License-Identifier: MIT
import InkGeometry

extension GuessModel {
    /// From so many parts on, one more is harder to remember than to leave out.
    private static var manyParts: Int { 5 }

    /// What would add the most bits, by the model's own account.
    func advice(_ gesture: Gesture, _ costs: [GuessCost]) -> Strength.Advice {
        // A path across half the picture with a sharp turn now and then: what a part can be.
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

    /// What moving the first (0) or last (-1) position away from what catches the eye would add.
    private func placeGain(_ part: GesturePart, from ends: [Int]) -> Double {
        guard let points = part.fingers.first?.points, let first = points.first, let last = points.last else {
            return 0
        }
        var gain = 0.0
        for end in ends { gain += places.anywhereBits - places.bits((end == 0 ? first : last).position) }
        return gain
    }
}
