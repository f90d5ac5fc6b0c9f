// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Follows a path at the speed of a hand: slower in bends, faster on straight lines.
///
/// Lengths are in grid units. A small letter is 16 units high.
struct HandwritingPace: CurveSink {
    /// The speed on a long straight line, in units per second.
    private static var topSpeed: Double { 800 }
    /// The radius of curvature, in units, at which the speed drops to half.
    private static var bend: Double { 8 }
    /// The distance, in units, over which the pen accelerates from rest to full speed.
    private static var runUp: Double { 20 }

    /// The path as a polyline of short segments. A single point is a dot.
    private(set) var line: [InkPoint] = []

    /// Creates the curve through the path that starts at the node `index`, slanted by `slant`, the tangent of the
    /// angle. Advances `index` to the next path.
    init(_ nodes: [HandwritingLine.Node], from index: inout Int, slant: Double) {
        var joiner = SplineJoiner()
        repeat {
            let upright = nodes[index].position
            let ink = InkNode(InkPoint(x: upright.x + upright.y * slant, y: upright.y), width: 0)
            if line.isEmpty { line.append(ink.position) }
            joiner.append(ink, to: &self)
            if nodes[index].isCorner {
                joiner.finish(to: &self)
                joiner = SplineJoiner()
                joiner.append(ink, to: &self)
            }
            index += 1
        } while index < nodes.count && !nodes[index].startsPath
        joiner.finish(to: &self)
    }

    mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) {
        for step in 1...8 { line.append(curve.point(at: Double(step) * 0.125)) }
    }

    /// Returns the samples of the line, ``Handwriting/rate`` per second and one at its end, written `slowness` times as
    /// slowly as at full pace.
    ///
    /// - Complexity: O(line and samples).
    func samples(slowness: Double) -> [StrokePoint] {
        let speeds = speeds()
        var samples: [StrokePoint] = []
        var time = 0.0
        for (i, point) in line.enumerated() {
            guard let last = samples.last else {
                samples.append(StrokePoint(point, time: 0))
                continue
            }
            let before = line[i - 1]
            let elapsed = 2 * point.distance(to: before) / (speeds[i] + speeds[i - 1]) * slowness
            var due = Double(samples.count) / Handwriting.rate
            while due <= time + elapsed {
                samples.append(StrokePoint(before.interpolated(to: point, at: (due - time) / elapsed), time: due))
                due = Double(samples.count) / Handwriting.rate
            }
            time += elapsed
            if i == line.count - 1 && time > last.time { samples.append(StrokePoint(point, time: time)) }
        }
        return samples
    }

    /// Returns the speed at each point of the line, limited by its curvature and by the acceleration of a hand.
    private func speeds() -> [Double] {
        var speeds = [Double](repeating: Self.topSpeed * 0.2, count: line.count)
        guard line.count > 2 else { return speeds }
        let end = line.count - 1
        for i in 1..<end {
            let before = line[i] - line[i - 1]
            let after = line[i + 1] - line[i]
            let turn = (after * (1 / after.length) - before * (1 / before.length)).length
            let curvature = 2 * turn / (before.length + after.length)
            // A hand makes downstrokes slowly and upstrokes quickly, which gives a script its thick and thin lines.
            let rise = (line[i + 1].y - line[i - 1].y) / (before.length + after.length)
            let ease = 0.58 + 0.42 * rise
            speeds[i] = max(Self.topSpeed * ease / (1 + curvature * Self.bend), Self.topSpeed * 0.07)
        }
        // The pen leaves the paper in motion.
        speeds[end] = Self.topSpeed * 0.6
        for i in 1...end { speeds[i] = min(speeds[i], reachable(from: i - 1, to: i, speeds)) }
        for i in (0..<end).reversed() { speeds[i] = min(speeds[i], reachable(from: i + 1, to: i, speeds)) }
        return speeds
    }

    private func reachable(from i: Int, to j: Int, _ speeds: [Double]) -> Double {
        let gain = Self.topSpeed * Self.topSpeed / Self.runUp * line[i].distance(to: line[j])
        return (speeds[i] * speeds[i] + gain).squareRoot()
    }
}
