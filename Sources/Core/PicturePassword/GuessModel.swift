// SPDX-License-Identifier: MIT
import InkGeometry

/// The cost of a description of a part, and the kind of the description.
struct GuessCost {
    var bits: Double
    var guess: Strength.Guess

    mutating func formCheaper(_ other: GuessCost) { if other.bits < bits { self = other } }
}

/// The costs, in bits, of describing parts of a gesture to an attacker who knows the picture and how people choose. See
/// ``Strength``.
struct GuessModel {
    let places: GuessedPlaces
    let verifier: RasterVerifier
    let parameters: Strength.Parameters

    init(map: SaliencyMap, rule: RasterVerifier.Parameters, parameters: Strength.Parameters) {
        places = GuessedPlaces(
            map, tolerance: max(1, rule.verificationSide), interestShare: Self.share(parameters.interestShare))
        verifier = RasterVerifier(rule)
        self.parameters = parameters
    }

    /// Returns the cheapest description of `part`, given the parts before it.
    func cost(_ part: GesturePart, after earlier: ArraySlice<GesturePart>) -> GuessCost {
        var cheapest = ownCost(part)
        guard part.isMeasurable else { return cheapest }
        let earlier = earlier.filter { $0.isMeasurable }
        for other in earlier where verifier.accepts(other, as: part) {
            cheapest.formCheaper(GuessCost(bits: repetitionBits(earlier.count), guess: .repetition))
        }
        guard !part.isTap, let start = part.fingers.first?.points.first?.position else { return cheapest }
        for other in earlier where verifier.accepts(other.moved(onto: part), as: part) {
            let bits = repetitionBits(earlier.count) + places.bits(start)
            cheapest.formCheaper(GuessCost(bits: bits, guess: .repetition))
        }
        return cheapest
    }

    /// Returns the cheapest description of a part on its own, or no cost for a part that no attempt can match.
    func ownCost(_ part: GesturePart) -> GuessCost {
        let none = GuessCost(bits: 0, guess: part.isTap ? .tap : .path)
        guard part.isMeasurable else { return none }
        let costs = part.fingers.map { part.isTap ? tapCost($0) : pathCost($0) }
        guard let first = costs.indices.min(by: { costs[$0].bits < costs[$1].bits }) else { return none }
        var cost = costs[first]
        if verifier.parameters.requiresFingers {
            cost.bits += countBits(part.fingers.count, ofOne: parameters.oneFingerShare)
            for i in costs.indices where i != first {
                let isAlike =
                    part.isTap || verifier.accepts(part.only(first).moved(onto: part.only(i)), as: part.only(i))
                cost.bits += isAlike ? min(costs[i].bits, parameters.besideBits) : costs[i].bits
            }
        }
        if case .tap(let count) = part.kind { cost.bits += countBits(count, ofOne: parameters.singleTapShare) }
        return cost
    }

    private func tapCost(_ finger: FingerPath) -> GuessCost {
        GuessCost(bits: Self.bits(parameters.tapShare) + places.bits(finger.points[0].position), guess: .tap)
    }

    private func pathCost(_ finger: FingerPath) -> GuessCost {
        let start = places.bits(finger.points[0].position)
        let end = places.bits(finger.points[finger.points.count - 1].position)
        let isDirected = verifier.parameters.requiresDirection
        let direction = isDirected ? 1.0 : 0

        // Whichever description is cheapest, a recognised shape is what the owner sees in it.
        let shape = CommonShape(PictureGesture([GesturePart(.path(isClosed: false), fingers: [finger])]))
        let guess: Strength.Guess = shape == .line ? .line : shape.map { .shape($0) } ?? .path

        let steps = stepBits(finger)
        let route = isDirected ? route(start, end, steps) : min(route(start, end, steps), route(end, start, steps))
        let own = Self.share(1 - parameters.shapeShare - parameters.letterShare)
        var cheapest = GuessCost(bits: Self.bits(otherShare * own) + route + direction, guess: guess)

        if shape == .line {
            // Either end may come first unless the direction counts.
            let bits = Self.bits(parameters.lineShare) + start + end - 1 + direction
            cheapest.formCheaper(GuessCost(bits: max(0, bits), guess: guess))
        } else if let shape {
            let place = min(start, places.bits(finger.box.centre)) + places.radiusBits
            let bits = Self.bits(share(of: shape)) + place + direction
            cheapest.formCheaper(GuessCost(bits: bits, guess: guess))
        }
        let passing = Hatching.passingShare(for: finger, verifier)
        if passing > 0 {
            let bits = Self.bits(1 - parameters.tapShare) + places.regionBits(finger.box) - Self.log2(passing)
            cheapest.formCheaper(GuessCost(bits: bits, guess: shape == .line ? .line : .hatching))
        }
        return cheapest
    }

    private func share(of shape: CommonShape) -> Double {
        switch shape {
        case .line: parameters.lineShare
        case .circle: parameters.circleShare
        case .letter: otherShare * Self.share(parameters.letterShare) / Double(CommonShape.letterCount)
        default: otherShare * Self.share(parameters.shapeShare) / Double(CommonShape.plainCount)
        }
    }

    /// The share of parts that are neither taps nor lines nor circles.
    private var otherShare: Double {
        Self.share(1 - parameters.tapShare - parameters.lineShare - parameters.circleShare)
    }

    /// Returns the cost of a path: from one end step by step, or by both ends plus the information of the steps beyond
    /// the second.
    private func route(_ start: Double, _ end: Double, _ steps: Double) -> Double {
        start + min(steps, end + max(0, steps - places.anywhereBits))
    }

    /// Returns the cost of the steps between raster squares, as many as the rule requires.
    private func stepBits(_ finger: FingerPath) -> Double {
        let centres = GestureRaster(finger.points, side: verifier.parameters.rasterSide).centres
        guard centres.count > 1 else { return 0 }
        // The first step has one of eight directions.
        var bits = 3.0
        for i in 2..<max(2, centres.count) {
            let turn = Self.turn(centres[i - 1] - centres[i - 2], centres[i] - centres[i - 1])
            let sharpness = max(0, min(1, (turn - Self.straightTurn) / (Self.sharpTurn - Self.straightTurn)))
            bits += parameters.straightStepBits + (parameters.sharpStepBits - parameters.straightStepBits) * sharpness
        }
        return bits * max(0, min(1, verifier.parameters.hitShare))
    }

    /// Turns up to 22.5° count as straight, the middle one of eight directions. From 67.5° on they are sharp.
    private static var straightTurn: Double { 0.39269908169872414 }
    private static var sharpTurn: Double { 3 * straightTurn }

    private static func turn(_ a: Point, _ b: Point) -> Double { abs(ElementaryFunctions.atan2(a.cross(b), a.dot(b))) }

    private func repetitionBits(_ earlier: Int) -> Double {
        Self.bits(Self.share(parameters.repetitionShare) / Double(max(1, earlier)))
    }

    /// Returns the cost of a count. One has its share; each further one halves the rest.
    private func countBits(_ count: Int, ofOne share: Double) -> Double {
        count <= 1 ? Self.bits(share) : Self.bits(1 - Self.share(share)) + Double(count - 1)
    }

    /// Returns the information of a choice with this share. Shares of 0 or 1 count as nearly so.
    static func bits(_ share: Double) -> Double { -log2(Self.share(share)) }

    static func log2(_ x: Double) -> Double { ElementaryFunctions.log(x) * 1.4426950408889634 }

    private static func share(_ value: Double) -> Double { value > 1e-6 ? min(value, 1 - 1e-6) : 1e-6 }
}

extension CommonShape {
    /// The number of shapes that are neither lines nor circles nor letters.
    static var plainCount: Int { 6 }
    /// The number of capitals and digits.
    static var letterCount: Int { 36 }
}
