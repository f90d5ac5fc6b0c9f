// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword

/// A model of how people choose the figures of a picture password, with the shares of `Strength.Parameters`: taps,
/// straight lines, circles, other plain shapes, letters and digits, and curves of their own, at salient places or
/// elsewhere. Figures are chosen independently.
struct FigureChoices {
    /// A figure that an attacker tries.
    struct Guess {
        let figure: PlannedFigure
        /// The information of the choice in bits.
        let bits: Double
    }

    private struct Outline {
        let corners: [InkPoint]
        let share: Double
    }

    private let map: SaliencyMap
    private let parameters: Strength.Parameters
    private let outlines: [Outline]
    private let ownShare: Double

    /// The larger sides of shapes in picture units. Users choose any size between the first and the last.
    private static let sides = [40.0, 52, 68, 88, 115, 150, 195]
    /// The distance between the attacker's places in picture units.
    private static let step = 32.0
    /// The distance from a salient place at which people aim for it, a standard deviation.
    private static let aim = 5.0

    init(map: SaliencyMap, parameters: Strength.Parameters = Strength.Parameters()) {
        self.map = map
        self.parameters = parameters
        let others = 1 - parameters.tapShare - parameters.lineShare - parameters.circleShare
        let examples = CommonShape.examples
        let letters = examples.count { $0.shape.isLetter }
        let plain = examples.count - letters - 1
        outlines = examples.map { shape, corners in
            let share =
                switch shape {
                case .circle: parameters.circleShare
                case .letter: others * parameters.letterShare / Double(letters)
                default: others * parameters.shapeShare / Double(plain)
                }
            return Outline(corners: corners, share: share)
        }
        ownShare = others * (1 - parameters.shapeShare - parameters.letterShare)
    }

    // MARK: People

    /// Returns a figure that a simulated person chooses.
    func figure(_ random: inout SplitMix64) -> PlannedFigure {
        var draw = Double.random(in: 0..<1, using: &random)
        func takes(_ share: Double) -> Bool {
            draw -= share
            return draw < 0
        }
        if takes(parameters.tapShare) { return PlannedFigure(tap: place(&random)) }
        if takes(parameters.lineShare) {
            let start = place(&random)
            var end = place(&random)
            while end.distance(to: start) < Self.sides[0] { end = place(&random) }
            return PlannedFigure(line: start, end)
        }
        for outline in outlines where takes(outline.share) { return figure(outline.corners, &random) }
        return figure(Self.ownCorners(&random), &random)
    }

    private func figure(_ outline: [InkPoint], _ random: inout SplitMix64) -> PlannedFigure {
        let side = exp(Double.random(in: log(Self.sides[0])...log(Self.sides[Self.sides.count - 1]), using: &random))
        return PlannedFigure(
            outline, around: place(&random), side: side, isBackwards: Bool.random(using: &random), on: map.size)
    }

    /// Returns a shape, letter or curve that a simulated person chooses, of a given size in a given place.
    /// - Parameter side: The larger side in picture units.
    func shape(side: Double, around place: InkPoint, _ random: inout SplitMix64) -> PlannedFigure {
        var draw = Double.random(in: 0..<outlines.reduce(ownShare) { $0 + $1.share }, using: &random)
        let outline = outlines.first { outline in
            draw -= outline.share
            return draw < 0
        }
        return PlannedFigure(
            outline?.corners ?? Self.ownCorners(&random), around: place, side: side,
            isBackwards: Bool.random(using: &random), on: map.size)
    }

    /// Returns the corners of a curve that a person invents.
    private static func ownCorners(_ random: inout SplitMix64) -> [InkPoint] {
        (0..<Int.random(in: 4...7, using: &random)).map { _ in
            InkPoint(x: Double.random(in: 0...1, using: &random), y: Double.random(in: 0...1, using: &random))
        }
    }

    private func place(_ random: inout SplitMix64) -> InkPoint {
        guard !map.spots.isEmpty, Double.random(in: 0..<1, using: &random) < parameters.salientShare else {
            return InkPoint(
                x: Double.random(in: 0...map.size.width, using: &random),
                y: Double.random(in: 0...map.size.height, using: &random))
        }
        var draw = Double.random(in: 0..<Self.harmonic(map.spots.count), using: &random)
        let spot = map.spots.indices.first { rank in
            draw -= 1 / Double(rank + 1)
            return draw < 0
        }
        let offset = InkPoint(x: random.normal(), y: random.normal()) * Self.aim
        let place = map.spots[spot ?? 0].position + offset
        return InkPoint(x: max(0, min(map.size.width, place.x)), y: max(0, min(map.size.height, place.y)))
    }

    private static func harmonic(_ count: Int) -> Double { (1...max(1, count)).reduce(0) { $0 + 1 / Double($1) } }

    // MARK: Attackers

    /// The figures that an attacker who knows the picture and this model tries, in no particular order. The attacker
    /// has no way to list the curves that people invent.
    /// - Complexity: O(places²).
    var guesses: [Guess] {
        let places = self.places
        var guesses: [Guess] = []
        for (start, bits) in places {
            guesses.append(Guess(figure: PlannedFigure(tap: start), bits: bits - log2(parameters.tapShare)))
            for (end, endBits) in places where end.distance(to: start) >= Self.sides[0] {
                guesses.append(
                    Guess(
                        figure: PlannedFigure(line: start, end), bits: bits + endBits - log2(parameters.lineShare)))
            }
            for outline in outlines {
                let choice = bits - log2(outline.share / Double(2 * Self.sides.count))
                for side in Self.sides {
                    for isBackwards in [false, true] {
                        let figure = PlannedFigure(
                            outline.corners, around: start, side: side, isBackwards: isBackwards, on: map.size)
                        guesses.append(Guess(figure: figure, bits: choice))
                    }
                }
            }
        }
        return guesses
    }

    /// The salient places, then places all over the picture, each with its information in bits.
    private var places: [(InkPoint, Double)] {
        var places: [(InkPoint, Double)] = []
        let harmonic = Self.harmonic(map.spots.count)
        for (i, spot) in map.spots.enumerated() {
            places.append((spot.position, -log2(parameters.salientShare / Double(i + 1) / harmonic)))
        }
        let columns = max(1, (map.size.width / Self.step).rounded(.up))
        let rows = max(1, (map.size.height / Self.step).rounded(.up))
        let share = (map.spots.isEmpty ? 1 : 1 - parameters.salientShare) / (columns * rows)
        for row in 0..<Int(rows) {
            for column in 0..<Int(columns) {
                let place = InkPoint(
                    x: (Double(column) + 0.5) * map.size.width / columns,
                    y: (Double(row) + 0.5) * map.size.height / rows)
                places.append((place, -log2(share)))
            }
        }
        return places
    }
}

extension CommonShape {
    fileprivate var isLetter: Bool {
        if case .letter = self { return true }
        return false
    }
}
