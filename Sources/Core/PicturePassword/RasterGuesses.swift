// SPDX-License-Identifier: MIT
import InkGeometry

/// The guesses that ``RasterVerifier`` accepts. It ignores the order of squares, so a hatching passes for dense paths.
struct RasterGuesses: GuessedRule {
    let places: GuessedPlaces
    private let verifier: RasterVerifier
    let parameters: Strength.Parameters

    init(_ map: SaliencyMap, _ rule: RasterVerifier.Parameters, _ parameters: Strength.Parameters) {
        places = GuessedPlaces(map, tolerance: max(1, rule.verificationSide), salientShare: parameters.salientShare)
        verifier = RasterVerifier(rule)
        self.parameters = parameters
    }

    func cost(ofPart index: Int, in drawings: [PictureGesture]) -> GuessCost {
        let part = drawings[0].parts[index]
        let costs = part.fingers.map { part.isTap ? parameters.tapCost($0, places) : pathCost($0) }
        guard let first = costs.indices.min(by: { costs[$0].bits < costs[$1].bits }) else {
            return GuessCost(bits: 0, guess: .path)
        }
        var cost = costs[first]
        guard verifier.parameters.requiresFingers else { return cost }
        cost.bits += parameters.countBits(costs.count, ofOne: parameters.oneFingerShare)
        for i in costs.indices where i != first {
            let isAlike = part.isTap || accepts(part.only(first).moved(onto: part.only(i)), as: part.only(i))
            cost.bits += isAlike ? min(costs[i].bits, parameters.besideBits) : costs[i].bits
        }
        return cost
    }

    func accepts(_ guess: GesturePart, as part: GesturePart) -> Bool {
        guard let template = GestureTemplate(pictureDigest: [], samples: [PictureGesture([part])]) else { return false }
        return verifier.accepts(PictureGesture([guess]), for: template)
    }

    private func pathCost(_ finger: FingerPath) -> GuessCost {
        let start = places.bits(finger.points[0].position)
        let end = places.bits(finger.points[finger.points.count - 1].position)
        let isDirected = verifier.parameters.requiresDirection
        let direction = isDirected ? 1.0 : 0

        // Whichever description is cheapest, a recognised shape is what the owner sees in it.
        let shape = CommonShape(PictureGesture([GesturePart(.path(isClosed: false), fingers: [finger])]))
        let guess: Strength.Guess = shape == .line ? .line : shape.map { .shape($0) } ?? .path

        let steps =
            parameters.stepBits(finger, side: verifier.parameters.rasterSide)
            * max(0, min(1, verifier.parameters.hitShare))
        let forwards = places.routeBits(start, end, steps)
        let route = isDirected ? forwards : min(forwards, places.routeBits(end, start, steps))
        var cheapest = GuessCost(bits: Information.bits(parameters.ownShare) + route + direction, guess: guess)

        if shape == .line {
            // Either end may come first unless the direction counts.
            let bits = Information.bits(parameters.lineShare) + start + end - 1 + direction
            cheapest.formCheaper(GuessCost(bits: max(0, bits), guess: guess))
        } else if let shape {
            let place = min(start, places.bits(finger.box.centre)) + places.sizeBits
            let bits = Information.bits(parameters.share(of: shape)) + place + direction
            cheapest.formCheaper(GuessCost(bits: bits, guess: guess))
        }
        let passing = Hatching.passingShare(for: finger, verifier)
        if passing > 0 {
            let bits =
                Information.bits(1 - parameters.tapShare) + places.regionBits(finger.box) - Information.log2(passing)
            cheapest.formCheaper(GuessCost(bits: bits, guess: shape == .line ? .line : .hatching))
        }
        return cheapest
    }
}
