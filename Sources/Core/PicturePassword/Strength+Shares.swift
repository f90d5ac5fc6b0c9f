// SPDX-License-Identifier: MIT
import InkGeometry

extension Strength.Parameters {
    /// The share of parts that are neither taps nor lines nor circles.
    var otherShare: Double { 1 - tapShare - lineShare - circleShare }

    /// The share of parts that are freehand curves.
    var ownShare: Double { otherShare * (1 - shapeShare - letterShare) }

    func share(of shape: CommonShape) -> Double {
        switch shape {
        case .line: lineShare
        case .circle: circleShare
        case .letter: otherShare * letterShare / Double(CommonShape.letterCount)
        default: otherShare * shapeShare / Double(CommonShape.plainCount)
        }
    }

    func tapCost(_ finger: FingerPath, _ places: GuessedPlaces) -> GuessCost {
        GuessCost(bits: Information.bits(tapShare) + places.bits(finger.points[0].position), guess: .tap)
    }

    /// Returns the cost of a count. One has its share; each further one halves the rest.
    func countBits(_ count: Int, ofOne share: Double) -> Double {
        count <= 1 ? Information.bits(share) : Information.bits(1 - share) + Double(count - 1)
    }

    /// Returns the cost of the steps of a path between raster squares of a side.
    func stepBits(_ finger: FingerPath, side: Double) -> Double {
        let centres = GestureRaster(finger.points, side: side).centres
        guard centres.count > 1 else { return 0 }
        // The first step has one of eight directions.
        var bits = 3.0
        for i in 2..<max(2, centres.count) {
            let turn = Self.turn(centres[i - 1] - centres[i - 2], centres[i] - centres[i - 1])
            let sharpness = max(0, min(1, (turn - Self.straightTurn) / (Self.sharpTurn - Self.straightTurn)))
            bits += straightStepBits + (sharpStepBits - straightStepBits) * sharpness
        }
        return bits
    }

    /// Turns up to 22.5° count as straight, the middle one of eight directions. From 67.5° on they are sharp.
    private static var straightTurn: Double { 0.39269908169872414 }
    private static var sharpTurn: Double { 3 * straightTurn }

    private static func turn(_ a: InkPoint, _ b: InkPoint) -> Double {
        abs(ElementaryFunctions.atan2(a.cross(b), a.dot(b)))
    }
}

extension CommonShape {
    /// The number of shapes that are neither lines nor circles nor letters.
    static var plainCount: Int { 6 }
    /// The number of letters and digits that people draw in one stroke.
    static var letterCount: Int { 15 }
}
