// SPDX-License-Identifier: MIT
import InkGeometry

/// How many guesses a picture password costs somebody who knows the picture, the rule and how people choose, but not
/// the password: an estimate, not a promise.
///
/// The model describes each part in the cheapest of several ways, as D. L. Wheeler's zxcvbn does for text (USENIX
/// Security 2016): as a tap, a straight line, a common shape, any path, the same again, or by hatching its whole area.
/// A description is a product of shares of what people choose. So many people in a million choose the whole password as
/// the product of its parts' shares says, and somebody who tries what is chosen most first needs about the inverse of
/// that share. ``Parameters`` names every share with its source.
///
/// Assumed is that parts are chosen independently but for repetition; that the picture's own places are known and
/// tried by rank; that how many parts there are is known; and that the rule accepts whatever hits the verification
/// squares. Not modelled are what an attacker knows about the person, onlookers, smudges, and things in the picture
/// that only people recognise.
///
/// - One more part at the end never lowers the estimate. Moving a tap onto a place that catches the eye, or from one
///   onto a stronger one, never raises it, unless a tap was a repetition before. A longer path or one with sharper turns
///   never lowers it, unless it becomes a line, a common shape, or so dense that hatching passes for it.
/// - Complexity: O(parts² + parts · (places + points · squares)); a path costs about as much as 30 comparisons, so the
///   estimate is cheap enough for each finished part, but not for each sample.
public struct Strength: Hashable, Sendable {
    /// What the number of guesses means.
    public enum Level: UInt8, Hashable, Sendable, CaseIterable, Comparable {
        /// Fewer than 10⁴, those of a passcode of four digits: five attempts may succeed more often than once in 2,000.
        /// So is a single common shape, whatever its place.
        case weak
        /// Enough where five failures ask for the passcode, though not with room to spare.
        case fair
        /// At least 10⁶: enough for as many attempts as can be made where they are counted (D. Florêncio, C. Herley and
        /// P. C. van Oorschot, "An administrator's guide to Internet password research", LISA 2014).
        case good
        /// At least 10¹⁴, the same guide's limit for guessing without a count: 60 years of one processor at 20 µs a
        /// comparison. Whoever opens the record itself needs no guess: the template is in it.
        case strong

        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        /// The least number of guesses as its decimal logarithm.
        public var leastLog10Guesses: Double {
            switch self {
            case .weak: 0
            case .fair: 4
            case .good: 6
            case .strong: 14
            }
        }
    }

    /// What would raise the estimate most.
    public enum Advice: UInt8, Hashable, Sendable, CaseIterable {
        /// It is strong already.
        case noneNeeded
        /// Draw one more part.
        case moreParts
        /// Tap, begin and end away from what catches the eye.
        case lessObviousPlaces
        /// Draw curves of your own instead of straight lines and common shapes.
        case ownCurves
        /// Spread the path over more of the picture: it is so dense that hatching its area would pass.
        case moreOfThePicture
        /// Do not repeat a part: vary kinds and places.
        case varyParts
    }

    /// The cheapest way to a part.
    public enum Guess: Hashable, Sendable {
        /// One tap or several, at a place that catches the eye or elsewhere.
        case tap
        /// Straight from one place to another.
        case line
        /// A shape that people choose often, of some size somewhere.
        case shape(CommonShape)
        /// Step by step from one of its ends.
        case path
        /// Going to and fro over the area in which it lies.
        case hatching
        /// An earlier part again, in its place or elsewhere.
        case repetition
    }

    /// What one part adds.
    public struct Part: Hashable, Sendable {
        /// The decimal logarithm of the factor by which it multiplies the guesses; 0 and more.
        public let log10Guesses: Double
        /// The way that it is found by first.
        public let guess: Guess
    }

    /// The decimal logarithm of the number of guesses; 0 and more.
    public let log10Guesses: Double
    /// What ``log10Guesses`` means; ``Level/weak`` for a single common shape, whatever its number.
    public let level: Level
    /// What to say to the owner who wants a better one.
    public let advice: Advice
    /// One for each of the gesture's parts. For the owner's eyes, while choosing.
    public let parts: [Part]

    /// - Parameters:
    ///   - gesture: what was drawn, or what of it there is yet.
    ///   - map: the picture's places and size.
    ///   - rule: what the verifier asks for.
    ///   - parameters: how people choose.
    public init(
        of gesture: Gesture, over map: InterestMap, rule: RasterVerifier.Parameters = RasterVerifier.Parameters(),
        parameters: Parameters = Parameters()
    ) {
        let model = GuessModel(map: map, rule: rule, parameters: parameters)
        let decadesPerBit = 0.301029995663981195
        var costs: [GuessCost] = []
        for (i, part) in gesture.parts.enumerated() { costs.append(model.cost(part, after: gesture.parts[..<i])) }
        parts = costs.map { Part(log10Guesses: $0.bits * decadesPerBit, guess: $0.guess) }
        let sum = parts.reduce(0) { $0 + $1.log10Guesses }
        log10Guesses = sum
        let reached = Level.allCases.last { sum >= $0.leastLog10Guesses } ?? .weak
        level = CommonShape(gesture) == nil ? reached : .weak
        advice = level == .strong ? .noneNeeded : model.advice(gesture, costs)
    }

    /// The least of a template's samples.
    public init(
        of template: GestureTemplate, over map: InterestMap,
        rule: RasterVerifier.Parameters = RasterVerifier.Parameters(), parameters: Parameters = Parameters()
    ) {
        var least = Strength(of: template.model, over: map, rule: rule, parameters: parameters)
        for sample in template.samples.dropFirst() {
            let other = Strength(of: sample, over: map, rule: rule, parameters: parameters)
            if other.log10Guesses < least.log10Guesses { least = other }
        }
        self = least
    }
}
