// SPDX-License-Identifier: MIT
import InkGeometry

/// Compares traces, with memory that is reused from comparison to comparison.
package struct TraceComparison {
    private static var count: Int { DrawingTrace.count }
    private static var parts: Int { 8 }
    /// The mean difference of directions from which on a drawing may be traced backwards. Those of 98 of 100 genuine
    /// attempts are smaller.
    private static var maximumTurn: Float { 0.2 }

    private var warping = Warping()
    private var nearest = [Float](repeating: 0, count: count)
    /// The differences, by ``TraceDifference``, on the scale of the model.
    package private(set) var differences = [Float](repeating: 0, count: TraceDifference.count)

    package init() {}

    private subscript(difference: TraceDifference) -> Float {
        get { differences[difference.rawValue] }
        set { differences[difference.rawValue] = newValue }
    }

    /// Computes ``differences``.
    ///
    /// - Complexity: O(1), about 5,000 distances.
    @inline(never) package mutating func compare(_ template: DrawingTrace, _ attempt: DrawingTrace) {
        let matching = StrokeMatching(template, attempt)
        if let matching {
            align(template, attempt.rearranged(matching.order, isReversed: matching.isReversed))
        } else {
            align(template, attempt)
        }
        compareBackwards(template, attempt)
        self[.reversedShare] = matching?.reversedShare ?? 0
        self[.inversions] = matching?.inversions ?? 0
        self[.length] = abs(template.logLength - attempt.logLength)
        self[.duration] = abs(template.logDuration - attempt.logDuration)
        self[.inkDuration] = abs(template.logInkDuration - attempt.logInkDuration)
        self[.strokeCount] = Float(abs(template.shares.count - attempt.shares.count))
        let (dx, dy) = (template.centreX - attempt.centreX, template.centreY - attempt.centreY)
        self[.centre] = (dx * dx + dy * dy).squareRoot()
        let (a, b) = (template.box, attempt.box)
        self[.box] = Float(
            (abs(a.minX - b.minX) + abs(a.maxX - b.maxX) + abs(a.minY - b.minY) + abs(a.maxY - b.maxY)) * 0.25)
        self[.size] =
            abs(DrawingTrace.log(a.width + 20) - DrawingTrace.log(b.width + 20))
            + abs(DrawingTrace.log(a.height + 20) - DrawingTrace.log(b.height + 20))
        for difference in TraceDifference.allCases { self[difference] = difference.scaled(self[difference]) }
    }

    private mutating func align(_ template: DrawingTrace, _ attempt: DrawingTrace) {
        compareNearest(template, attempt)
        self[.shape] = warp(template, attempt, .shapeX, 0)
        compareMatched(template, attempt, isShape: true)
        self[.rhythm] = warp(template, attempt, .logSpeed, 0)
        self[.relativeRhythm] = warp(
            template, attempt, .logSpeed, template.meanLogSpeed - attempt.meanLogSpeed)
        let position = warp(template, attempt, .x, 0)
        self[.position] = position
        self[.displacement] = position / 30
        compareMatched(template, attempt, isShape: false)
        self[.turning] = self[.direction]
    }

    /// Compares the template with the attempt from its end to its start, if their directions differ.
    private mutating func compareBackwards(_ a: DrawingTrace, _ b: DrawingTrace) {
        self[.backwards] = 0
        guard self[.direction] > Self.maximumTurn else { return }
        let retraced = b.reversed
        let position = warp(a, retraced, .x, 0)
        var direction: Float = 0
        for pair in warping.pairs { direction += Self.turn(a, pair / Self.count, retraced, pair % Self.count) }
        direction /= Float(warping.pairs.count)
        self[.backwards] = max(
            0,
            TraceDifference.position.scaled(self[.position]) - TraceDifference.position.scaled(position)
                + TraceDifference.direction.scaled(self[.direction]) - TraceDifference.direction.scaled(direction))
    }

    /// Compares the points that were matched last.
    /// - Parameter isShape: A Boolean value that indicates whether they were matched by shape instead of by position.
    @inline(never) private mutating func compareMatched(_ a: DrawingTrace, _ b: DrawingTrace, isShape: Bool) {
        var (direction, speed, squaredSpeed, warp, time): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        var (worstPosition, worstDirection): (Float, Float) = (0, 0)
        // The sums of an eighth of the template's trace, whose pairs follow each other.
        var (partPosition, partDirection, partCount): (Float, Float, Float) = (0, 0, 0)
        for (k, pair) in warping.pairs.enumerated() {
            let (i, j) = (pair / Self.count, pair % Self.count)
            let turned = Self.turn(a, i, b, j)
            let faster = a[.logSpeed, i] - b[.logSpeed, j]
            partPosition += warping.costs[pair]
            partDirection += turned
            partCount += 1
            direction += turned
            speed += faster
            squaredSpeed += faster * faster
            warp += Float(abs(i - j))
            time += abs(a[.time, i] - b[.time, j])
            let next = k + 1 < warping.pairs.count ? warping.pairs[k + 1] / Self.count : -Self.count
            if next * Self.parts / Self.count != i * Self.parts / Self.count {
                worstPosition = max(worstPosition, partPosition / partCount)
                worstDirection = max(worstDirection, partDirection / partCount)
                (partPosition, partDirection, partCount) = (0, 0, 0)
            }
        }
        let all = Float(warping.pairs.count)
        let mean = speed / all
        self[isShape ? .worstShape : .worstPosition] = worstPosition
        self[isShape ? .shapeDirection : .direction] = direction / all
        self[isShape ? .worstShapeDirection : .worstDirection] = worstDirection
        self[isShape ? .shapeSpeedDeviation : .speedDeviation] =
            max(0, squaredSpeed / all - mean * mean).squareRoot()
        self[isShape ? .shapeWarp : .warp] = warp / all
        self[isShape ? .shapeTime : .speed] = isShape ? time / all : abs(mean)
    }

    /// Compares each point with the nearest of the other trace.
    private mutating func compareNearest(_ a: DrawingTrace, _ b: DrawingTrace) {
        for j in 0..<Self.count { nearest[j] = .infinity }
        var (missing, mostMissing): (Float, Float) = (0, 0)
        nearest.withUnsafeMutableBufferPointer { nearest in
            b.values.withUnsafeBufferPointer { b in
                for i in 0..<Self.count {
                    let (x, y) = (a[.x, i], a[.y, i])
                    var least = Float.infinity
                    for j in 0..<Self.count {
                        let (dx, dy) = (x - b[j], y - b[Self.count + j])
                        let squared = dx * dx + dy * dy
                        if squared < least { least = squared }
                        if squared < nearest[j] { nearest[j] = squared }
                    }
                    let distance = least.squareRoot()
                    missing += distance
                    mostMissing = max(mostMissing, distance)
                }
            }
        }
        var (surplus, mostSurplus): (Float, Float) = (0, 0)
        for j in 0..<Self.count {
            let distance = nearest[j].squareRoot()
            surplus += distance
            mostSurplus = max(mostSurplus, distance)
        }
        self[.missing] = missing / Float(Self.count)
        self[.mostMissing] = mostMissing
        self[.surplus] = surplus / Float(Self.count)
        self[.mostSurplus] = mostSurplus
    }

    /// Warps one trace onto the other, by a value and the one that follows it: x with y, or the log speed alone.
    /// - Parameter offset: The amount to subtract from the difference of the first value.
    /// - Returns: The mean distance of matched points.
    @inline(never)
    private mutating func warp(
        _ a: DrawingTrace, _ b: DrawingTrace, _ value: DrawingTrace.Value, _ offset: Float
    ) -> Float {
        let first = value.rawValue * Self.count
        // The log speed is the last value, and stands for both.
        let second = value == .logSpeed ? first : first + Self.count
        let weight: Float = value == .logSpeed ? 0 : 1
        a.values.withUnsafeBufferPointer { a in
            b.values.withUnsafeBufferPointer { b in
                warping.costs.withUnsafeMutableBufferPointer { costs in
                    for row in 0..<Self.count {
                        let (x, y) = (a[first + row] - offset, a[second + row])
                        for column in Warping.columns(row) {
                            let (dx, dy) = (x - b[first + column], y - b[second + column])
                            costs[row * Self.count + column] = (dx * dx + weight * (dy * dy)).squareRoot()
                        }
                    }
                }
            }
        }
        return warping.align()
    }

    /// Returns the difference of the directions of two points: one minus the cosine of the angle between them, a half
    /// if only one of the points moves.
    private static func turn(_ a: DrawingTrace, _ i: Int, _ b: DrawingTrace, _ j: Int) -> Float {
        let dx = a[.directionX, i] - b[.directionX, j]
        let dy = a[.directionY, i] - b[.directionY, j]
        return (dx * dx + dy * dy) * 0.5
    }
}
