// SPDX-License-Identifier: MIT
import InkGeometry

/// An estimate of the number of guesses that a picture password costs an attacker who knows the picture, the rule and
/// how people choose, but not the password. It is not a guarantee.
///
/// The model finds the cheapest description of each part, as D. L. Wheeler's zxcvbn does for text (USENIX Security
/// 2016): a tap, a straight line, a common shape, any path, a repetition, or a hatching of its whole area. For
/// ``TrainedVerifier``, the model draws lines and shapes near a path, and asks the verifier which of them pass. The
/// share of a description is the product of the shares of its choices. An attacker who tries the most common choices
/// first needs about a quarter of the inverse of that share for each part, and the product over all parts for the
/// password. ``Parameters`` states every share with its source.
///
/// The model assumes that parts are chosen independently except for repetition, that the picture's salient places are
/// known and tried by rank, that the number of parts is known, and that ``RasterVerifier`` accepts everything that hits
/// the verification squares. It judges each part alone, although ``TrainedVerifier`` accepts a part that is slightly
/// off if the others match well. It does not include what an attacker knows about the person, onlookers, smudges, and
/// objects in the picture that only people recognise.
///
/// - Another part at the end never lowers the estimate. Moving a tap to a salient place, or from one to a stronger one,
///   never raises it, unless the tap repeated an earlier part. A longer path or sharper turns never lower it, unless
///   the path becomes a line, a common shape, or another path that a guess matches.
/// - Complexity: O(parts² + parts · places) comparisons, for at most eight parts. A path costs about as much as 30 to
///   200 comparisons, so the estimate is cheap enough for each finished part, but not for each sample.
public struct Strength: Hashable, Sendable {
    /// A rating of the number of guesses.
    public enum Level: UInt8, Hashable, Sendable, CaseIterable, Comparable {
        /// Fewer than 10⁴ guesses, those of a passcode of four digits: five attempts may succeed more often than once
        /// in 2,000. A single common shape is weak in any place.
        case weak
        /// At least 10⁴ guesses: enough where five failures require another method, but without a margin.
        case fair
        /// At least 10⁶ guesses: enough for as many attempts as are possible where they are counted (D. Florêncio, C.
        /// Herley and P. C. van Oorschot, "An administrator's guide to Internet password research", LISA 2014).
        case good
        /// At least 10¹⁴ guesses, the same guide's limit for guessing without a count: 60 years of one processor at 20
        /// µs per comparison. An attacker who opens the record itself needs no guess, because it contains the template.
        case strong

        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        /// The decimal logarithm of the level's minimum number of guesses.
        public var minimumLog10Guesses: Double {
            switch self {
            case .weak: 0
            case .fair: 4
            case .good: 6
            case .strong: 14
            }
        }
    }

    /// The change that would raise the estimate most.
    public enum Advice: UInt8, Hashable, Sendable, CaseIterable {
        /// The password is strong already.
        case noneNeeded
        /// Draw another part.
        case moreParts
        /// Tap, start and end away from salient places.
        case lessObviousPlaces
        /// Draw your own curves instead of straight lines and common shapes.
        case ownCurves
        /// Extend the path over more of the picture. It is so dense that a hatching of its area would pass.
        case moreOfThePicture
        /// Do not repeat a part. Vary kinds and places.
        case varyParts
    }

    /// The cheapest description of a part.
    public enum Guess: Hashable, Sendable {
        /// One or several taps, at a salient place or elsewhere.
        case tap
        /// A straight line between two places.
        case line
        /// A common shape of some size somewhere.
        case shape(CommonShape)
        /// A path, step by step from one of its ends.
        case path
        /// A hatching of the area that contains the path.
        case hatching
        /// A repetition of an earlier part, in its place or elsewhere.
        case repetition
    }

    /// The contribution of one part.
    public struct Part: Hashable, Sendable {
        /// The decimal logarithm of the factor by which the part multiplies the guesses. At least 0.
        public let log10Guesses: Double
        /// The description that finds the part first.
        public let guess: Guess

        /// An attacker who tries the likeliest descriptions first needs about a quarter of the inverse of a share, as
        /// simulated attacks show.
        init(_ cost: GuessCost) {
            log10Guesses = max(0, cost.bits - 2) * 0.301029995663981195
            guess = cost.guess
        }
    }

    /// The decimal logarithm of the number of guesses. At least 0.
    public let log10Guesses: Double
    /// The rating of ``log10Guesses``. A single common shape is ``Level/weak``, whatever the number of guesses.
    public private(set) var level: Level
    /// The advice for an owner who wants a stronger password.
    public private(set) var advice: Advice
    /// The contributions of the gesture's parts. Show them only to the owner, during setup.
    public let parts: [Part]

    /// The maximum number of parts that are judged. Further parts do not raise the estimate, so that its time is
    /// bounded.
    private static var maximumParts: Int { 8 }

    /// Estimates the guesses that ``TrainedVerifier`` accepts.
    /// - Parameters:
    ///   - drawings: Drawings of the password. The first is judged, and may be incomplete; the others show how much it
    ///     varies.
    ///   - map: The salient places and the size of the picture.
    ///   - parameters: The model of how people choose.
    public init(of drawings: [PictureGesture], over map: SaliencyMap, parameters: Parameters = Parameters()) {
        self.init(drawings, GuessModel(rule: TrainedGuesses(map, parameters)))
    }

    /// Takes back what praises a drawing that an enrolment rejects.
    mutating func refuse() {
        level = .weak
        if advice == .noneNeeded { advice = .moreParts }
    }

    /// Estimates the guesses that ``RasterVerifier`` accepts.
    /// - Parameters:
    ///   - drawings: Drawings of the password. The weakest is judged.
    ///   - map: The salient places and the size of the picture.
    ///   - rule: The parameters of the verifier.
    ///   - parameters: The model of how people choose.
    public init(
        of drawings: [PictureGesture], over map: SaliencyMap, rule: RasterVerifier.Parameters,
        parameters: Parameters = Parameters()
    ) {
        let model = GuessModel(rule: RasterGuesses(map, rule, parameters))
        var least = Strength(Array(drawings.prefix(1)), model)
        for drawing in drawings.dropFirst() {
            let other = Strength([drawing], model)
            if other.log10Guesses < least.log10Guesses { least = other }
        }
        self = least
    }

    /// - Parameter drawings: Drawings of the password, the one to judge first.
    private init(_ drawings: [PictureGesture], _ model: GuessModel<some GuessedRule>) {
        let gesture = drawings.first ?? PictureGesture()
        var costs: [GuessCost] = []
        for index in gesture.parts.indices.prefix(Self.maximumParts) {
            costs.append(model.cost(ofPart: index, in: drawings))
        }
        parts = costs.map { Part($0) }
        var guesses = 0.0
        for part in parts { guesses += part.log10Guesses }
        log10Guesses = guesses
        let reached = Level.allCases.last { guesses >= $0.minimumLog10Guesses } ?? .weak
        level = CommonShape(gesture) == nil ? reached : .weak
        advice = level == .strong ? .noneNeeded : model.advice(gesture, drawings, costs)
    }
}
