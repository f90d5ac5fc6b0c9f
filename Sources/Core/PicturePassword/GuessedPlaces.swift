// SPDX-License-Identifier: MIT
import InkGeometry

/// The cost, in bits, of naming a place in a picture to an attacker who knows its salient places.
struct GuessedPlaces {
    private let map: SaliencyMap
    private let tolerance: Double
    private let salientBits: Double
    /// The number of squares of the tolerance's side that cover the picture, at least 1.
    private let squares: Double
    /// The cost of the least predictable place.
    let anywhereBits: Double

    /// - Parameters:
    ///   - tolerance: The side of the square within which places count as equal, in picture units. Above 0.
    ///   - salientShare: The share of people who choose a salient place.
    init(_ map: SaliencyMap, tolerance: Double, salientShare: Double) {
        self.map = map
        self.tolerance = tolerance
        squares = max(1, map.size.width / tolerance) * max(1, map.size.height / tolerance)
        var harmonic = 0.0
        for rank in 1...max(1, map.spots.count) { harmonic += 1 / Double(rank) }
        salientBits = Information.bits(salientShare) + Information.log2(harmonic)
        anywhereBits = Information.log2(squares) + (map.spots.isEmpty ? 0 : Information.bits(1 - salientShare))
    }

    /// Returns the cost of a place, by its rank among the salient places or by its position.
    func bits(_ place: InkPoint) -> Double {
        guard let rank = map.rank(near: place, within: tolerance * 0.5) else { return anywhereBits }
        return bits(rank: rank)
    }

    /// Returns the cost of the salient place of a rank, from 1 on.
    private func bits(rank: Int) -> Double { min(anywhereBits, salientBits + Information.log2(Double(rank))) }

    /// Returns the places near `place` around which an attacker draws a figure of `extent`: the salient ones, and the
    /// place itself. A figure that reaches beyond the picture is moved onto it.
    func near(
        _ place: InkPoint, within distance: Double, extent: InkSize = InkSize(width: 0, height: 0)
    ) -> [(place: InkPoint, bits: Double)] {
        let (width, height) = (extent.width * 0.5, extent.height * 0.5)
        var near: [(place: InkPoint, bits: Double)] = []
        for (i, spot) in map.spots.enumerated() {
            let moved = InkPoint(
                x: max(min(width, map.size.width * 0.5), min(spot.position.x, map.size.width - width)),
                y: max(min(height, map.size.height * 0.5), min(spot.position.y, map.size.height - height)))
            if moved.distance(to: place) <= distance {
                near.append((moved, bits(rank: i + 1)))
            }
        }
        near.append((place, anywhereBits))
        return near
    }

    /// Returns the cost of a path: from one end step by step, or by both ends plus the information of the steps beyond
    /// the second.
    func routeBits(_ start: Double, _ end: Double, _ steps: Double) -> Double {
        start + min(steps, end + max(0, steps - anywhereBits))
    }

    /// The cost of the size of a shape, to within the tolerance.
    var sizeBits: Double { Information.log2(max(1, min(map.size.width, map.size.height) / tolerance)) }

    /// Returns the cost of a rectangle: whether it lies in the centre, otherwise its position to within the tolerance;
    /// and its sides to within twice the tolerance, because a hatching may be somewhat larger or smaller. Of single
    /// drawings recorded without a picture, 94 and 99 % lie in the centre. For drawings over a picture, half is
    /// assumed.
    func regionBits(_ box: InkRect) -> Double {
        let middle = InkPoint(x: map.size.width * 0.5, y: map.size.height * 0.5)
        let offset = box.centre - middle
        let isInTheMiddle = max(abs(offset.x), abs(offset.y)) <= tolerance
        let columns = max(0, map.size.width - box.width) / tolerance + 1
        let rows = max(0, map.size.height - box.height) / tolerance + 1
        // Either is a choice between two.
        return 1 + (isInTheMiddle ? 0 : Information.log2(columns * rows)) + Information.log2(max(1, squares * 0.25))
    }
}
