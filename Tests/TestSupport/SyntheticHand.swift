// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A generator of handwriting: seeded strokes along a curve that is known exactly.
///
/// The pen moves slowly back and forth while both axes swing at several frequencies of handwriting (1 to 6 Hz), as in
/// Hollerbach, "An oscillation theory of handwriting", 1981. The same seed gives the same bits on every machine.
public struct SyntheticHand: Sendable {
    private struct Swing: Sendable {
        var amplitude: Double
        var frequency: Double
        var phase: Double

        func value(_ t: Double) -> Double {
            amplitude * ElementaryFunctions.sin(2 * 3.141592653589793 * frequency * t + phase)
        }
    }

    private var random: SplitMix64
    private let origin: InkPoint
    private let drift: Swing
    private let across: [Swing]
    private let along: [Swing]

    /// - Parameter size: The size of the surface in points. The hand writes in its centre.
    public init(seed: UInt64, size: InkSize = InkSize(width: 600, height: 200)) {
        var random = SplitMix64(seed: seed)
        let height = size.height
        drift = Self.swing(&random, size.width * 0.35, 0.05, 0.2)
        origin = InkPoint(x: size.width * Self.uniform(&random, 0.4, 0.6), y: height * Self.uniform(&random, 0.4, 0.6))
        along = [
            Self.swing(&random, height * 0.12, 1, 2.5), Self.swing(&random, height * 0.05, 2.5, 4),
            Self.swing(&random, height * 0.02, 4, 6),
        ]
        across = [
            Self.swing(&random, height * 0.2, 1, 2.5), Self.swing(&random, height * 0.08, 2.5, 4),
            Self.swing(&random, height * 0.02, 4, 6),
        ]
        self.random = random
    }

    /// Returns the position of the pen after `t` seconds.
    public func position(_ t: Double) -> InkPoint {
        var p = InkPoint(x: origin.x + drift.value(t), y: origin.y)
        for swing in along { p.x += swing.value(t) }
        for swing in across { p.y += swing.value(t) }
        return p
    }

    /// Returns the samples of a device: `count` of them at `rate` hertz, starting at `start` seconds.
    /// - Parameters:
    ///   - noise: The maximum error of each coordinate in points.
    ///   - hasPressure: A Boolean value that indicates whether the pen measures pressure, tilt and azimuth.
    public mutating func samples(
        _ count: Int, rate: Double = 120, noise: Double = 0, start: Double = 0, hasPressure: Bool = false
    ) -> [StrokePoint] {
        var samples: [StrokePoint] = []
        samples.reserveCapacity(count)
        for i in 0..<count {
            let t = Double(i) / rate
            var p = position(start + t)
            if noise > 0 {
                p.x += Self.uniform(&random, -noise, noise)
                p.y += Self.uniform(&random, -noise, noise)
            }
            var sample = StrokePoint(p, time: t)
            if hasPressure {
                sample.pressure = 0.5 + 0.45 * ElementaryFunctions.sin(7 * (start + t))
                sample.tilt = 0.6
                sample.azimuth = 0.8 + 0.2 * ElementaryFunctions.sin(start + t)
            }
            samples.append(sample)
        }
        return samples
    }

    /// Returns a drawing of one to four strokes, some of them dots. The seeds cover every brush. Those
    /// below 600 cover the models before ``StrokeModel/fair``, the others have that one.
    public static func drawing(seed: UInt64, size: InkSize = InkSize(width: 300, height: 150)) -> Drawing {
        var hand = SyntheticHand(seed: seed, size: size)
        var drawing = Drawing(size: size)
        let strokeCount = 1 + Int(hand.random.next() % 4)
        for index in 0..<strokeCount {
            let tip = Brush.Tip(rawValue: UInt8((seed + UInt64(index)) % 3)) ?? .pen
            let older: StrokeModel = (seed / 3) % 2 == 0 ? .smooth : .midpointQuadratic
            let model = seed < 600 ? older : .fair
            let rate = [60, 120, 240][Int(hand.random.next() % 3)]
            let isDot = hand.random.next() % 5 == 0
            let count = isDot ? 1 : 2 + Int(hand.random.next() % 150)
            let start = uniform(&hand.random, 0, 3)
            let points = hand.samples(
                count, rate: Double(rate), noise: 0.3, start: start, hasPressure: hand.random.next() % 3 == 0)
            if let stroke = try? Stroke(points, brush: hand.brush(tip), model: model, start: Double(index) * 2) {
                drawing.strokes.append(stroke)
            }
        }
        return drawing
    }

    private mutating func brush(_ tip: Brush.Tip) -> Brush {
        let color = SRGBColor(rgba: UInt32(truncatingIfNeeded: random.next()) | (tip == .marker ? 0x40 : 0xFF))
        let thin = Self.uniform(&random, 0.5, 4)
        let seed = tip == .pencil ? UInt32(truncatingIfNeeded: random.next() % 3) : 0
        return Brush(
            tip: tip, color: color, minimumWidth: thin, maximumWidth: thin + Self.uniform(&random, 0, 12), seed: seed)
    }

    private static func swing(_ random: inout SplitMix64, _ amplitude: Double, _ low: Double, _ high: Double) -> Swing {
        Swing(
            amplitude: amplitude * uniform(&random, 0.5, 1), frequency: uniform(&random, low, high),
            phase: uniform(&random, 0, 6.283185307179586))
    }

    /// Returns a uniform random number in `low..<high`.
    public static func uniform(_ random: inout SplitMix64, _ low: Double, _ high: Double) -> Double {
        low + (high - low) * (Double(random.next() >> 11) * 0x1p-53)
    }
}
