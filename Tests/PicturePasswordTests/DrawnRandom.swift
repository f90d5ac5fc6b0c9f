// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword

/// A generator of pictures and gestures that resemble those of people.
struct DrawnRandom {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func number(_ low: Double, _ high: Double) -> Double { SyntheticHand.uniform(&random, low, high) }

    mutating func index(below count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func place() -> InkPoint { InkPoint(x: number(5, 475), y: number(5, 315)) }

    /// Returns a picture of 480 × 320 picture units with some salient places.
    mutating func map() -> SaliencyMap {
        let count = index(below: 30)
        let spots = (0..<count).map { _ in SaliencyMap.Spot(place(), weight: number(0.1, 1)) }
        return SaliencyMap(size: InkSize(width: 480, height: 320), spots: spots)
    }

    /// Returns a walk with segments of 20 to 90 picture units that turns by up to `sharpness` radians at each.
    mutating func walk(legs: Int, sharpness: Double) -> [(Double, Double)] {
        var at = place()
        var heading = number(0, 6.28)
        var corners = [(at.x, at.y)]
        for _ in 0..<legs {
            heading += number(-sharpness, sharpness)
            let direction = InkPoint(x: ElementaryFunctions.cos(heading), y: ElementaryFunctions.sin(heading))
            at = at + direction * number(20, 90)
            corners.append((at.x, at.y))
        }
        return corners
    }

    mutating func part() -> GesturePart {
        let fingers = index(below: 5) == 0 ? 2 : 1
        if index(below: 3) == 0 {
            let count = index(below: 4) == 0 ? 2 : 1
            let paths = (0..<fingers).map { _ in
                let place = place()
                return FingerPath((0..<count).map { GesturePoint(place, time: Double($0) * 0.2) })
            }
            return GesturePart(.tap(count: count), fingers: paths)
        }
        let legs = 1 + index(below: 8)
        return GesturePart(
            .path(isClosed: false),
            fingers: (0..<fingers).map { _ in Drawn.path(walk(legs: legs, sharpness: number(0, 2)), steps: 4) })
    }

    /// Returns parts, some of which repeat others.
    mutating func gesture(parts count: Int) -> PictureGesture {
        var gesture = PictureGesture()
        for _ in 0..<count {
            let isRepetition = !gesture.parts.isEmpty && index(below: 4) == 0
            gesture.parts.append(isRepetition ? gesture.parts[index(below: gesture.parts.count)] : part())
        }
        return gesture
    }
}
