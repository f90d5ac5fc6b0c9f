// SPDX-License-Identifier: MIT
import InkGeometry

/// What it costs, in bits, to name places of a picture to somebody who knows which of them catch the eye.
struct GuessedPlaces {
    private let map: InterestMap
    private let tolerance: Double
    private let interestBits: Double
    /// The squares of the tolerance's side that cover the picture, at least 1.
    private let squares: Double
    /// What the most surprising place costs.
    let anywhereBits: Double

    /// - Parameters:
    ///   - tolerance: the side of the square in which a place is the same, in picture units, above 0.
    ///   - interestShare: how many choose a place that catches the eye.
    init(_ map: InterestMap, tolerance: Double, interestShare: Double) {
        self.map = map
        self.tolerance = tolerance
        squares = max(1, map.size.width / tolerance) * max(1, map.size.height / tolerance)
        var harmonic = 0.0
        for rank in 1...max(1, map.spots.count) { harmonic += 1 / Double(rank) }
        interestBits = GuessModel.bits(interestShare) + GuessModel.log2(harmonic)
        anywhereBits = GuessModel.log2(squares) + (map.spots.isEmpty ? 0 : GuessModel.bits(1 - interestShare))
    }

    /// A place by its rank among those that catch the eye, or by where it lies.
    func bits(_ place: Point) -> Double {
        guard let rank = map.rank(near: place, within: tolerance * 0.5) else { return anywhereBits }
        return min(anywhereBits, interestBits + GuessModel.log2(Double(rank)))
    }

    /// How large a shape is, to the tolerance.
    var radiusBits: Double { GuessModel.log2(max(1, min(map.size.width, map.size.height) / tolerance)) }

    /// A rectangle: whether it lies in the middle, else where it does to the tolerance; and its sides to twice the
    /// tolerance, because hatching somewhat more or less passes too. Of single drawings recorded without a picture, 94
    /// and 99 % lie in the middle; half of those over a picture are assumed to.
    func regionBits(_ box: Rect) -> Double {
        let middle = Point(x: map.size.width * 0.5, y: map.size.height * 0.5)
        let offset = box.centre - middle
        let isInTheMiddle = max(abs(offset.x), abs(offset.y)) <= tolerance
        let columns = max(0, map.size.width - box.width) / tolerance + 1
        let rows = max(0, map.size.height - box.height) / tolerance + 1
        // Either is a choice of two.
        return 1 + (isInTheMiddle ? 0 : GuessModel.log2(columns * rows)) + GuessModel.log2(max(1, squares * 0.25))
    }
}
