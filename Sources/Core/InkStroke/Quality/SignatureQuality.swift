// SPDX-License-Identifier: MIT
import InkGeometry

/// A check for flaws that lower the value of a signature as evidence. Use it before the signer leaves.
public struct SignatureQuality: Hashable, Sendable {
    /// The largest side of a dot's bounding box in points.
    public var dotSide = 4.0
    /// The minimum length of all strokes together in points. Initials have about 100.
    public var shortestLength = 40.0
    /// The minimum time in seconds in which all strokes together are drawn. Initials take about half a second.
    public var shortestTime = 0.15
    /// The number of consecutive samples at the edge that count as clipped.
    public var edgeSamples = 3
    /// The distance in points from the edge that counts as the edge.
    public var edgeDistance = 0.5
    /// The maximum share of samples that may be missing, 0...1.
    public var missingShare = 0.1
    /// The maximum speed in millimetres per second. Fingers reach about 3000 in a swipe, pens less.
    public var largestSpeed = 6000.0
    /// The number of points per millimetre. The default, for a display of unknown size, is 163 points per inch.
    public var pointsPerMillimetre = 6.4
    /// The shortest time in seconds over which speed is measured, which bridges clocks of 1 ms and bundled samples.
    public var speedTime = 0.016

    /// Creates the default parameters.
    public init() {}

    /// Returns the flaws of a signature, in the order of the cases.
    /// - Parameters:
    ///   - drawing: The signature.
    ///   - samplesPerSecond: The rate in hertz at which the device reports samples, or `nil` if it is not known.
    ///   - isRepeated: A Boolean value that indicates whether an earlier signature has the same ``fingerprint(of:)``.
    /// - Complexity: O(samples)
    public func flaws(
        of drawing: Drawing, samplesPerSecond: Double? = nil, isRepeated: Bool = false
    ) -> [SignatureFlaw] {
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        // Files of other programs may have no times.
        let hasTimes = strokes.contains { $0.duration > 0 }
        var flaws: [SignatureFlaw] = []
        if strokes.allSatisfy({ max($0.sampleBounds.width, $0.sampleBounds.height) <= dotSide }) {
            flaws.append(.onlyDots)
        } else if strokes.reduce(0, { $0 + Self.length($1) }) < shortestLength
            || hasTimes && strokes.reduce(0, { $0 + $1.duration }) < shortestTime
        {
            flaws.append(.tooShort)
        }
        if strokes.contains(where: { isClipped($0, on: drawing.size) }) { flaws.append(.clipped) }
        if let samplesPerSecond, samplesPerSecond > 0, missing(strokes, samplesPerSecond) > missingShare {
            flaws.append(.samplesMissing)
        }
        if hasTimes && strokes.contains(where: isTooFast) { flaws.append(.impossibleSpeed) }
        if isRepeated { flaws.append(.repeated) }
        return flaws
    }

    /// Returns bytes that are equal for two captures only if their samples are equal: positions relative to the first
    /// sample, to 1/16 point, and times, to 1 ms. The place on the surface and the brushes do not matter.
    ///
    /// For each stroke with samples, the bytes have the number of samples and, for each sample, x, y and the time since
    /// the stroke's first one: numbers of 32 bits, the most significant byte first. They reveal the samples; apps keep
    /// a digest of them.
    /// - Complexity: O(samples)
    public static func fingerprint(of drawing: Drawing) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: Double) {
            // Differences of what a stroke holds, in these units, have less than 32 bits.
            let bits = UInt32(bitPattern: Int32(number.rounded(.toNearestOrEven)))
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        let origin = strokes.first?.points[0].position ?? .zero
        for stroke in strokes {
            append(Double(stroke.points.count))
            for point in stroke.points {
                append((point.position.x - origin.x) * 16)
                append((point.position.y - origin.y) * 16)
                append((point.time - stroke.points[0].time) * 1000)
            }
        }
        return bytes
    }

    private static func length(_ stroke: Stroke) -> Double {
        zip(stroke.points, stroke.points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
    }

    private static func distance(_ a: StrokePoint, _ b: StrokePoint) -> Double {
        let (x, y) = (a.position.x - b.position.x, a.position.y - b.position.y)
        return (x * x + y * y).squareRoot()
    }

    private func isClipped(_ stroke: Stroke, on size: InkSize) -> Bool {
        var run = 0
        for point in stroke.points {
            let (x, y) = (point.position.x, point.position.y)
            let isInside =
                x > edgeDistance && x < size.width - edgeDistance && y > edgeDistance && y < size.height - edgeDistance
            run = isInside ? 0 : run + 1
            if run >= edgeSamples { return true }
        }
        return false
    }

    /// Returns the share of samples that are missing where the pen moved. Devices report nothing while it rests.
    private func missing(_ strokes: [Stroke], _ samplesPerSecond: Double) -> Double {
        var (missing, expected) = (0.0, 0.0)
        for stroke in strokes {
            for (a, b) in zip(stroke.points, stroke.points.dropFirst()) where Self.distance(a, b) > dotSide / 2 {
                let steps = ((b.time - a.time) * samplesPerSecond).rounded(.toNearestOrEven)
                expected += max(1, steps)
                missing += max(0, steps - 1)
            }
        }
        return expected > 0 ? missing / expected : 0
    }

    private func isTooFast(_ stroke: Stroke) -> Bool {
        let points = stroke.points
        let limit = largestSpeed * pointsPerMillimetre
        var (first, length) = (0, 0.0)
        for i in points.indices.dropFirst() {
            length += Self.distance(points[i - 1], points[i])
            // The shortest part that ends here and lasts long enough.
            while first + 1 < i && points[i].time - points[first + 1].time >= speedTime {
                length -= Self.distance(points[first], points[first + 1])
                first += 1
            }
            if length > limit * max(points[i].time - points[first].time, speedTime) { return true }
        }
        return false
    }
}
