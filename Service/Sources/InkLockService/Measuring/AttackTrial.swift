// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
@_spi(Measuring) import PicturePassword

/// Guessing attacks on simulated picture passwords, and the strength meter's estimate for each password.
struct AttackTrial {
    /// The number of figures of each password.
    let figureCount: Int
    /// The passwords that were enrolled.
    private(set) var passwords: [Password] = []
    /// The number of choices that enrolment rejected, or whose figures lie too close together. Their owners chose
    /// again.
    private(set) var rejectedCount = 0

    /// An enrolled password with the results of the attacks on it.
    struct Password {
        /// The meter's estimate.
        let strength: Strength
        /// The number of guesses of an attacker who combines figures by their likelihood; `nil` if none of the
        /// attacker's guesses opens the password.
        let rank: Double?
        /// The likelihood that a guess that is chosen as people choose opens the password.
        let randomShare: Double
        /// For each of ``imitations``, the first of 20 attempts that opens it.
        let imitated: [Int?]
        /// The index of the first of ``hatchings`` that opens it.
        let hatched: Int?
        /// The index of the first of ``ManyStrokes`` that opens it.
        let crowded: Int?
    }

    /// The variations of people who imitate a drawing that they have seen, as multiples of the owner's variation.
    static let imitations = [1.0, 2, 4]
    static let imitationCount = 20
    /// The distance in picture units beyond which a figure that starts or ends elsewhere is not tried.
    private static let reach = 90.0
    /// The number of guesses of a figure that are combined, of those with a score or a higher one.
    private static let combined = 2
    /// The number of the likeliest combinations that are tried.
    private static let tried = 1000
    /// A score that no drawing exceeds.
    private static let exactScore = 1.99
    /// The width of the scores that count as one in ``Password/randomShare``.
    private static let scoreStep = 1.0 / 16

    /// - Parameters:
    ///   - count: The number of passwords.
    ///   - figureCount: The number of figures of each.
    ///   - seed: A seed of all choices and drawings.
    ///   - least: The strength below which a password is not enrolled.
    ///   - advance: A closure that receives the number of finished passwords.
    /// - Complexity: About 20,000 comparisons for each figure.
    init(
        _ count: Int, figureCount: Int, seed: UInt64, least: Strength.Level = EnrolmentParameters().minimumStrength,
        advance: (Int) -> Void = { _ in }
    ) {
        self.figureCount = figureCount
        for index in 0..<count {
            var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(index))
            let map = Self.picture(&random)
            let choices = FigureChoices(map: map)
            while passwords.count <= index {
                guard let owner = Owner(choices, map, figureCount: figureCount, least, &random) else {
                    rejectedCount += 1
                    continue
                }
                passwords.append(Self.attack(owner, choices, &random))
            }
            advance(index + 1)
        }
    }

    /// A picture of 480 × 320 units with twelve salient places.
    private static func picture(_ random: inout SplitMix64) -> SaliencyMap {
        let size = InkSize(width: 480, height: PictureFrame.shorterSide)
        let spots = (0..<12).map { rank in
            SaliencyMap.Spot(
                InkPoint(
                    x: Double.random(in: 0...size.width, using: &random),
                    y: Double.random(in: 0...size.height, using: &random)), weight: 1 / Double(rank + 1))
        }
        return SaliencyMap(size: size, spots: spots)
    }

    /// An owner who has enrolled a password.
    private struct Owner {
        let figures: [PlannedFigure]
        let samples: [PictureGesture]
        let template: GestureTemplate
        let strength: Strength

        /// - Returns: `nil` if enrolment rejects a drawing, as one that is too easy to guess.
        init?(
            _ choices: FigureChoices, _ map: SaliencyMap, figureCount: Int, _ least: Strength.Level,
            _ random: inout SplitMix64
        ) {
            figures = (0..<figureCount).map { _ in choices.figure(&random) }
            var hand = SimulatedHand(
                speed: SimulatedHand.meanSpeed * exp(0.3 * random.normal()), seed: random.next())
            samples = (0..<3).map { [figures] _ in hand.draw(figures, variation: 1) }
            let parameters = EnrolmentParameters(minimumPlaces: min(2, figureCount), minimumStrength: least)
            guard
                var enrolment = Enrolment(
                    pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters)
            else { return nil }
            var complete: GestureTemplate?
            for sample in samples {
                guard let progress = try? enrolment.add(sample, over: map) else { return nil }
                if case .complete(let template) = progress { complete = template }
            }
            // Figures that touch each other are one, and not what the attacker thinks of.
            guard let complete, samples.allSatisfy({ $0.placeCount == figureCount && $0.parts.count == figureCount })
            else { return nil }
            template = complete
            strength = Strength(of: template.samples, over: map)
        }
    }

    // MARK: Attacks

    /// Zigzags over the whole picture and over its middle, with few or many lines.
    static let hatchings: [PictureGesture] = {
        var hatchings: [PictureGesture] = []
        var hand = SimulatedHand(seed: 0)
        for share in [1, 0.6] {
            let (width, height) = (240 * share, 160 * share)
            for lines in [4, 6, 8, 12, 16] {
                for isUpright in [false, true] {
                    let corners = (0..<2 * lines).map { i in
                        let across = Double(i / 2) / Double(lines - 1) * 2 - 1
                        let along = (i + 1) / 2 % 2 == 0 ? -1.0 : 1
                        let (u, v) = isUpright ? (across, along) : (along, across)
                        return InkPoint(x: 240 + width * u, y: 160 + height * v)
                    }
                    hatchings.append(hand.draw([PlannedFigure(corners: corners)], variation: 0))
                }
            }
        }
        return hatchings
    }()

    private static func attack(
        _ owner: Owner, _ choices: FigureChoices, _ random: inout SplitMix64
    ) -> Password {
        let verifier = TrainedVerifier()
        let template = TrainedTemplate(owner.template)
        let guesses = choices.guesses
        let figures = owner.figures.indices.map { Self.guesses(at: $0, of: owner, guesses) }
        var attacker = SimulatedHand(seed: random.next())
        // The likeliest combination of figures that opens the whole password.
        let found = Self.combinations(figures).prefix(tried).first { combination in
            verifier.accepts(attacker.draw(combination.map(\.figure), variation: 0), for: template)
        }
        let ranks = GuessRanks(guesses.map(\.bits), count: owner.figures.count)
        let imitated = imitations.map { variation in
            (1...imitationCount).first { _ in
                verifier.accepts(attacker.draw(owner.figures, variation: variation), for: template)
            }
        }
        return Password(
            strength: owner.strength, rank: found.map { ranks.rank(bits: bits($0)) }, randomShare: share(figures),
            imitated: imitated, hatched: hatchings.firstIndex { verifier.accepts($0, for: template) },
            crowded: ManyStrokes.drawings.firstIndex { verifier.accepts($0, for: template) })
    }

    /// A guess at one figure, and its score if the figure is compared alone.
    private typealias FigureGuess = (guess: FigureChoices.Guess, score: Double)

    /// Returns the guesses that open a password whose other figures are drawn exactly, the likeliest first.
    private static func guesses(
        at index: Int, of owner: Owner, _ guesses: [FigureChoices.Guess]
    ) -> [FigureGuess] {
        let figure = owner.figures[index]
        var hand = SimulatedHand(seed: 0)
        let samples = owner.samples.map { PictureGesture([$0.parts[index]]) }
        guard let own = GestureTemplate(pictureDigest: [], samples: samples) else { return [] }
        let template = TrainedTemplate(own)
        let verifier = TrainedVerifier()
        let others = owner.figures.dropFirst().map { _ in exactScore }
        return guesses.compactMap { guess -> FigureGuess? in
            guard guess.figure.isTap == figure.isTap, guess.figure.start.distance(to: figure.start) <= reach,
                guess.figure.end.distance(to: figure.end) <= reach
            else { return nil }
            let score = verifier.compare(hand.draw([guess.figure], variation: 0), with: template).score
            return TrainedVerifier.accepts(figures: others + [score]) ? (guess, score) : nil
        }.sorted { $0.guess.bits < $1.guess.bits }
    }

    /// Returns the combinations that open all figures together, the likeliest first. A guess with likelier ones of its
    /// score or a higher one is left out.
    private static func combinations(_ lists: [[FigureGuess]]) -> [[FigureChoices.Guess]] {
        var combinations: [[FigureGuess]] = [[]]
        for list in lists {
            let some = list.enumerated().filter { place, guess in
                list[..<place].count { $0.score >= guess.score } < combined
            }.map(\.element)
            combinations = combinations.flatMap { combination in some.map { combination + [$0] } }
        }
        return combinations.filter { TrainedVerifier.accepts(figures: $0.map(\.score)) }.map { $0.map(\.guess) }
            .sorted { bits($0) < bits($1) }
    }

    /// Returns the likelihood that figures which are chosen as people choose open a password together.
    private static func share(_ lists: [[FigureGuess]]) -> Double {
        var combinations: [(share: Double, scores: [Double])] = [(1, [])]
        for list in lists {
            let levels = Dictionary(grouping: list) { Int(($0.score / scoreStep).rounded(.down)) }.values.map { level in
                let share = level.reduce(0) { $0 + exp2(-$1.guess.bits) }
                return (share: share, score: level.reduce(0) { $0 + exp2(-$1.guess.bits) * $1.score } / share)
            }
            combinations = combinations.flatMap { combination in
                levels.map { (combination.share * $0.share, combination.scores + [$0.score]) }
            }
        }
        return combinations.reduce(0) { $0 + (TrainedVerifier.accepts(figures: $1.scores) ? $1.share : 0) }
    }

    private static func bits(_ combination: [FigureChoices.Guess]) -> Double {
        combination.reduce(0) { $0 + $1.bits }
    }
}
