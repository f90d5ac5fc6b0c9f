// SPDX-License-Identifier: MIT
import InkGeometry

/// The cost of a description of a part, and the kind of the description.
struct GuessCost {
    var bits: Double
    var guess: Strength.Guess

    mutating func formCheaper(_ other: GuessCost) { if other.bits < bits { self = other } }
}

/// The guesses that a verifier accepts, for ``GuessModel``.
protocol GuessedRule {
    /// The places of the picture, with the verifier's tolerance.
    var places: GuessedPlaces { get }
    /// The model of how people choose.
    var parameters: Strength.Parameters { get }

    /// Returns the cheapest description of a measurable part of the first drawing, without the number of its taps.
    func cost(ofPart index: Int, in drawings: [PictureGesture]) -> GuessCost
    /// Returns a Boolean value that indicates whether a guess passes for a part.
    func accepts(_ guess: GesturePart, as part: GesturePart) -> Bool
}

/// The costs, in bits, of describing parts of a gesture to an attacker who knows the picture and how people choose. See
/// ``Strength``.
struct GuessModel<Rule: GuessedRule> {
    let rule: Rule

    var places: GuessedPlaces { rule.places }
    var parameters: Strength.Parameters { rule.parameters }

    /// Returns the cheapest description of a part of the first drawing, given the parts before it.
    func cost(ofPart index: Int, in drawings: [PictureGesture]) -> GuessCost {
        let own = ownCost(ofPart: index, in: drawings)
        let part = drawings[0].parts[index]
        guard index > 0, part.isMeasurable else { return own }
        let repetition = Information.bits(parameters.repetitionShare / Double(index))
        var cheapest = own
        for other in drawings[0].parts[..<index] where other.isMeasurable {
            if rule.accepts(other, as: part) {
                cheapest.formCheaper(GuessCost(bits: repetition, guess: .repetition))
            } else if own.guess == .path && !other.isTap && CommonShape.areAlike(other.fingers[0], part.fingers[0]) {
                let place = places.bits(part.fingers[0].points[0].position)
                cheapest.formCheaper(GuessCost(bits: repetition + place, guess: .repetition))
            }
        }
        return cheapest
    }

    /// Returns the cheapest description of a part on its own, or no cost for a part that no attempt can match.
    func ownCost(ofPart index: Int, in drawings: [PictureGesture]) -> GuessCost {
        let part = drawings[0].parts[index]
        guard part.isMeasurable else { return GuessCost(bits: 0, guess: part.isTap ? .tap : .path) }
        var cost = rule.cost(ofPart: index, in: drawings)
        if case .tap(let count) = part.kind {
            cost.bits += parameters.countBits(count, ofOne: parameters.singleTapShare)
        }
        return cost
    }
}
