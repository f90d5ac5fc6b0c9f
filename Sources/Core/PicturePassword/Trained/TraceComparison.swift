// SPDX-License-Identifier: MIT
import InkGeometry

/// Compares traces, with memory that is reused from comparison to comparison.
package struct TraceComparison {
    private static var count: Int { DrawingTrace.count }
    private static var parts: Int { 8 }
    /// The mean difference of directions from which on a drawing may be traced backwards. Those of 98 of 100 genuine
    /// attempts are smaller.
    private static var mostTurned: Float { 0.2 }

    private var warping = Warping()
    private var nearest = [Float](repeating: 0, count: count)
    /// The differences, by ``TraceDifference``, on the scale of the model.
    package private(set) var differences = [Float](repeating: 0, count: TraceDifference.count)

    package init() {}

    private subscript(difference: TraceDifference) -> Float {
        get { differences[difference.rawValue] }
        set { differences[difference.rawValue] = newValue }
    }

    /// Computes ``differences``. Complexity: O(1), about 5,000 distances.
    @inline(never) package mutating func compare(_ template: DrawingTrace, _ attempt: DrawingTrace) {
        let matching = StrokeMatching(template, attempt)
        if let matching {
            align(template, attempt.rearranged(matching.order, isReversed: matching.isReversed))
        } else {
            align(template, attempt)
        }
        compareBackwards(template.samples, attempt.samples)
        self[.reversedShare] = matching?.reversedShare ?? 0
        self[.inversions] = matching?.inversions ?? 0
        self[.length] = abs(template.logLength - attempt.logLength)
        self[.duration] = abs(template.logDuration - attempt.logDuration)
        self[.inkDuration] = abs(template.logInkDuration - attempt.logInkDuration)
        self[.strokeCount] = Float(abs(template.strokes.count - attempt.strokes.count))
        self[.centre] = Float(template.centre.distance(to: attempt.centre))
        let (a, b) = (template.box, attempt.box)
        self[.box] = Float(
            (abs(a.minX - b.minX) + abs(a.maxX - b.maxX) + abs(a.minY - b.minY) + abs(a.maxY - b.maxY)) * 0.25)
        self[.size] =
            abs(DrawingTrace.log(a.width + 20) - DrawingTrace.log(b.width + 20))
            + abs(DrawingTrace.log(a.height + 20) - DrawingTrace.log(b.height + 20))
        for difference in TraceDifference.allCases { self[difference] = difference.scaled(self[difference]) }
    }

    private mutating func align(_ template: DrawingTrace, _ attempt: DrawingTrace) {
        let (a, b) = (template.samples, attempt.samples)
        compareNearest(a, b)
        self[.shape] = warp(a, b, .shape, 0)
        self[.rhythm] = warp(a, b, .rhythm, 0)
        self[.relativeRhythm] = warp(a, b, .rhythm, template.meanLogSpeed - attempt.meanLogSpeed)
        let position = warp(a, b, .position, 0)
        self[.position] = position
        self[.displacement] = position / 30
        compareAligned(a, b)
    }

    /// Compares the template with the attempt from its end to its start, if their directions differ.
    private mutating func compareBackwards(_ a: [DrawingTrace.Sample], _ b: [DrawingTrace.Sample]) {
        self[.backwards] = 0
        guard self[.direction] > Self.mostTurned else { return }
        let retraced = Self.reversed(b)
        let position = warp(a, retraced, .position, 0)
        var direction: Float = 0
        for pair in warping.pairs { direction += Self.turn(a[pair / Self.count], retraced[pair % Self.count]) }
        direction /= Float(warping.pairs.count)
        self[.backwards] = max(
            0,
            TraceDifference.position.scaled(self[.position]) - TraceDifference.position.scaled(position)
                + TraceDifference.direction.scaled(self[.direction]) - TraceDifference.direction.scaled(direction))
    }

    /// Compares the points that were matched by position.
    private mutating func compareAligned(_ a: [DrawingTrace.Sample], _ b: [DrawingTrace.Sample]) {
        var positions = [Float](repeating: 0, count: Self.parts)
        var directions = positions
        var counts = positions
        var (direction, speed, squaredSpeed, warp): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for pair in warping.pairs {
            let (i, j) = (pair / Self.count, pair % Self.count)
            let part = i * Self.parts / Self.count
            let turned = Self.turn(a[i], b[j])
            let faster = a[i].logSpeed - b[j].logSpeed
            positions[part] += warping.costs[pair]
            directions[part] += turned
            counts[part] += 1
            direction += turned
            speed += faster
            squaredSpeed += faster * faster
            warp += Float(abs(i - j))
        }
        let all = Float(warping.pairs.count)
        var (position, worst): (Float, Float) = (0, 0)
        for part in 0..<Self.parts {
            position = max(position, positions[part] / counts[part])
            worst = max(worst, directions[part] / counts[part])
        }
        self[.worstPosition] = position
        self[.direction] = direction / all
        self[.turning] = direction / all
        self[.worstDirection] = worst
        let mean = speed / all
        self[.speed] = abs(mean)
        self[.speedDeviation] = max(0, squaredSpeed / all - mean * mean).squareRoot()
        self[.warp] = warp / all
    }

    /// Compares each point with the nearest of the other trace.
    private mutating func compareNearest(_ a: [DrawingTrace.Sample], _ b: [DrawingTrace.Sample]) {
        for j in 0..<Self.count { nearest[j] = .infinity }
        var (missing, mostMissing): (Float, Float) = (0, 0)
        nearest.withUnsafeMutableBufferPointer { nearest in
            b.withUnsafeBufferPointer { b in
                for sample in a {
                    var least = Float.infinity
                    for j in 0..<Self.count {
                        let (dx, dy) = (sample.x - b[j].x, sample.y - b[j].y)
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

    /// The measure of the cost of matching two points.
    private enum Channel { case position, shape, rhythm }

    /// Warps one trace onto the other.
    /// - Parameter offset: What is taken from the difference of log speeds.
    /// - Returns: The mean distance of matched points.
    @inline(never)
    private mutating func warp(
        _ a: [DrawingTrace.Sample], _ b: [DrawingTrace.Sample], _ channel: Channel, _ offset: Float
    ) -> Float {
        let (a, b) = (Self.values(a, channel, offset), Self.values(b, channel, 0))
        for row in 0..<Self.count {
            let value = a[row]
            for column in Warping.columns(row) {
                let difference = value - b[column]
                let squared = difference * difference
                warping.costs[row * Self.count + column] = (squared.x + squared.y).squareRoot()
            }
        }
        return warping.align()
    }

    private static func values(
        _ samples: [DrawingTrace.Sample], _ channel: Channel, _ offset: Float
    ) -> [SIMD2<Float>] {
        samples.map { sample in
            switch channel {
            case .position: SIMD2(sample.x, sample.y)
            case .shape: SIMD2(sample.centredX, sample.centredY)
            case .rhythm: SIMD2(sample.logSpeed - offset, 0)
            }
        }
    }

    /// Returns the points of a trace from its end to its start.
    private static func reversed(_ samples: [DrawingTrace.Sample]) -> [DrawingTrace.Sample] {
        samples.reversed().map { sample in
            var sample = sample
            sample.directionX = -sample.directionX
            sample.directionY = -sample.directionY
            return sample
        }
    }

    /// Returns the difference of two directions: one minus the cosine of the angle between them, a half if only one of
    /// the points moves.
    private static func turn(_ a: DrawingTrace.Sample, _ b: DrawingTrace.Sample) -> Float {
        let (dx, dy) = (a.directionX - b.directionX, a.directionY - b.directionY)
        return (dx * dx + dy * dy) * 0.5
    }
}
