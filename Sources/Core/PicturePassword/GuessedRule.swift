// SPDX-License-Identifier: MIT

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
