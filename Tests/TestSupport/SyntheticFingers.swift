// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A generator of drawings on pictures: seeded taps, multi-taps and paths with one to three fingers.
///
/// All positions lie within the picture. The same seed and attempt give the same bits on every machine.
public struct SyntheticFingers: Sendable {
    /// The size of the surface in points. As a picture's frame it makes one point one picture unit.
    public static let size = InkSize(width: 426, height: 320)

    private let seed: UInt64

    public init(seed: UInt64) { self.seed = seed }

    /// Returns the seed's drawing of one to six parts. Attempt 0 is the model. Attempt n is the same drawing with an
    /// offset of up to 8n points, a tremor of one point and a speed that differs by up to a fifth.
    public func drawing(attempt: UInt64 = 0) -> Drawing {
        var random = SplitMix64(seed: seed)
        var hand = Hand(attempt: attempt, seed: seed)
        var drawing = Drawing(size: Self.size)
        var start = Self.uniform(&random, 0, 2)
        for _ in 0..<1 + random.next() % 6 {
            let fingerCount = random.next() % 4 == 0 ? 2 + random.next() % 2 : 1
            let place = InkPoint(x: Self.uniform(&random, 20, 406), y: Self.uniform(&random, 20, 300))
            if random.next() % 3 == 0 {
                // Taps at intervals of 0.2 s are one multi-tap.
                for _ in 0..<1 + random.next() % 5 {
                    for finger in 0..<fingerCount {
                        let at = place + InkPoint(x: Double(finger) * 40, y: Self.uniform(&random, -3, 3))
                        hand.draw([StrokePoint(at, time: 0)], start: start + Double(finger) * 0.01, in: &drawing)
                    }
                    start += 0.2
                }
            } else {
                let samples = Self.path(&random)
                for finger in 0..<fingerCount {
                    let moved = samples.map { sample in
                        var sample = sample
                        sample.position = sample.position + InkPoint(x: Double(finger) * 40, y: 0)
                        return sample
                    }
                    hand.draw(moved, start: start + Double(finger) * 0.02, in: &drawing)
                }
                start += samples[samples.count - 1].time
            }
            start += Self.uniform(&random, 0.5, 1.5)
        }
        return drawing
    }

    private static func path(_ random: inout SplitMix64) -> [StrokePoint] {
        let rate = [60.0, 120, 240][Int(random.next() % 3)]
        if random.next() % 2 == 0 {
            var hand = SyntheticHand(seed: random.next(), size: size)
            return hand.samples(20 + Int(random.next() % 150), rate: rate, noise: 0.3)
        }
        var corners: [InkPoint] = []
        for _ in 0..<2 + random.next() % 5 {
            corners.append(InkPoint(x: uniform(&random, 0, 426), y: uniform(&random, 0, 320)))
        }
        if random.next() % 3 == 0 { corners.append(corners[0]) }
        var samples = [StrokePoint(corners[0], time: 0)]
        for (from, to) in zip(corners, corners.dropFirst()) {
            let count = 2 + Int(from.distance(to: to) / 8)
            for i in 1...count {
                let at = from.interpolated(to: to, at: Double(i) / Double(count))
                samples.append(StrokePoint(at, time: Double(samples.count) / rate))
            }
        }
        return samples
    }

    private static func uniform(_ random: inout SplitMix64, _ low: Double, _ high: Double) -> Double {
        SyntheticHand.uniform(&random, low, high)
    }

    /// The variation of an attempt.
    private struct Hand {
        private var random: SplitMix64
        private let offset: InkPoint
        private let shake: Double
        private let pace: Double

        init(attempt: UInt64, seed: UInt64) {
            random = SplitMix64(seed: seed &+ attempt &* 0x9E37_79B9)
            let reach = 8 * Double(attempt)
            offset = InkPoint(x: uniform(&random, -reach, reach), y: uniform(&random, -reach, reach))
            shake = attempt == 0 ? 0 : 1
            pace = attempt == 0 ? 1 : uniform(&random, 0.8, 1.2)
        }

        mutating func draw(_ samples: [StrokePoint], start: Double, in drawing: inout Drawing) {
            var points: [StrokePoint] = []
            for sample in samples {
                let noise = InkPoint(x: uniform(&random, -shake, shake), y: uniform(&random, -shake, shake))
                let position = sample.position + offset + noise
                let inside = InkPoint(x: min(max(position.x, 2), 424), y: min(max(position.y, 2), 318))
                points.append(StrokePoint(inside, time: sample.time * pace))
            }
            if let stroke = try? Stroke(points, model: .smooth, start: start * pace) { drawing.strokes.append(stroke) }
        }
    }
}
