// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

private let rules: [PenWidth.Rule] = [.speed, .flow]
private let brush = Brush(minimumWidth: 1, maximumWidth: 5)

/// Returns the widths at the samples after the first.
private func widths(_ samples: [StrokePoint], _ rule: PenWidth.Rule) -> [Double] {
    guard let first = samples.first else { return [] }
    var pen = PenWidth(brush: brush, first: first, rule: rule)
    return samples.dropFirst().map { pen.width(at: $0) }
}

/// Returns samples along a line at a constant speed in points per second.
private func line(speed: Double, rate: Double, count: Int) -> [StrokePoint] {
    (0..<count).map { StrokePoint(InkPoint(x: speed * Double($0) / rate, y: 3), time: Double($0) / rate) }
}

@Suite struct PenWidthTests {
    @Test("Faster strokes are thinner", arguments: rules) func fasterIsThinner(rule: PenWidth.Rule) {
        var last = brush.maximumWidth
        for speed in [10.0, 100, 400, 800, 2000, 10_000, 1e6] {
            // At least 200 points, along which every filter follows.
            let samples = line(speed: speed, rate: 120, count: max(60, Int(24_000 / speed)))
            let width = widths(samples, rule).last ?? .nan
            #expect(width < last && width > brush.minimumWidth)
            last = width
        }
    }

    @Test("Half speed gives the middle width", arguments: rules) func halfSpeedGivesTheMiddle(rule: PenWidth.Rule) {
        let width = widths(line(speed: 800, rate: 120, count: 60), rule).last ?? .nan
        #expect(abs(width - 3) < 1e-9)
    }

    @Test("Widths stay within the limits of the brush", arguments: 0..<20 as Range<UInt64>)
    func staysBetweenTheBrushesWidths(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var time = 0.0
        var samples: [StrokePoint] = []
        for _ in 0..<200 {
            let reach = [0.001, 10, 1_000_000][Int(random.next() % 3)]
            let p = InkPoint(
                x: SyntheticHand.uniform(&random, -reach, reach), y: SyntheticHand.uniform(&random, -reach, reach))
            let pressure = random.next() % 4 == 0 ? SyntheticHand.uniform(&random, 0, 1) : nil
            samples.append(StrokePoint(p, time: time, pressure: pressure))
            time += [0, 1e-9, 0.008, 1000][Int(random.next() % 4)]
        }
        for rule in rules {
            for width in widths(samples, rule) { #expect((brush.minimumWidth...brush.maximumWidth).contains(width)) }
        }
    }

    @Test("Samples with one timestamp count as one step of time", arguments: rules)
    func severalSamplesOnOneTimestampAreOneStepOfTime(rule: PenWidth.Rule) {
        let even = line(speed: 600, rate: 400, count: 401)
        // Some browsers report batches of four samples with the timestamp of the first.
        let batched = even.enumerated().map { i, sample in
            StrokePoint(sample.position, time: Double(i / 4 * 4) / 400)
        }
        let found = widths(batched, rule)
        for (a, b) in zip(found, widths(even, rule)).dropFirst(100) { #expect(abs(a - b) < 0.01) }
    }

    @Test("Samples without elapsed time have the maximum width") func aHeldPenWithoutTimeDoesNotDivideByZero() {
        let samples = (0..<10).map { StrokePoint(InkPoint(x: Double($0), y: 0), time: 0) }
        for rule in rules { for width in widths(samples, rule) { #expect(width == brush.maximumWidth) } }
    }

    @Test("Pressure replaces speed", arguments: [0, 0.25, 0.5, 1]) func pressureReplacesSpeed(pressure: Double) {
        for speed in [1.0, 1000, 1e6] {
            let samples = line(speed: speed, rate: 120, count: 9).map {
                StrokePoint($0.position, time: $0.time, pressure: pressure)
            }
            for rule in rules { for width in widths(samples, rule) { #expect(width == 1 + 4 * pressure) } }
        }
    }

    @Test("The width hardly depends on the sampling rate", arguments: 0..<20 as Range<UInt64>, rules)
    func hardlyDependsOnTheSamplingRate(seed: UInt64, rule: PenWidth.Rule) {
        var hand = SyntheticHand(seed: seed)
        let slow = widths(hand.samples(121, rate: 60), rule)
        let fast = widths(hand.samples(481, rate: 240), rule)
        var squares = 0.0
        for i in 6..<120 {
            let difference = slow[i - 1] - fast[4 * i - 1]
            squares += difference * difference
            // At most a twelfth of the brush's range.
            #expect(abs(difference) < 4.0 / 12, "\(i)")
        }
        #expect((squares / 114).squareRoot() < 4.0 / 40)
    }

    @Test("Tiny times between samples give finite widths", arguments: [.leastNonzeroMagnitude, 0x1p-1030, 1e-300])
    func almostNoTimeBetweenSamplesLeavesWidthsFinite(elapsed: Double) {
        let samples = [0, elapsed, 0.02, 0.04].map { StrokePoint(InkPoint(x: 1e6 * $0, y: $0 > 0 ? 1e6 : 0), time: $0) }
        for rule in rules {
            for width in widths(samples, rule) { #expect(brush.minimumWidth...brush.maximumWidth ~= width) }
        }
    }

    @Test("A slow corner makes no lump") func aSlowCornerMakesNoLump() {
        // 400 points per second, 2 points at 20 points per second, and on.
        var samples: [StrokePoint] = []
        for i in 0...120 {
            let slow = max(0, min(12, Double(i - 40)))
            let fast = Double(i) - slow
            samples.append(StrokePoint(InkPoint(x: fast * 400 / 120 + slow * 20 / 120, y: 0), time: Double(i) / 120))
        }
        let lumps = rules.map { rule in
            let found = widths(samples, rule)
            return (found[40..<70].max() ?? 0) - found[39]
        }
        #expect(lumps[0] > 1 && lumps[1] < 0.3, "\(lumps)")
    }
}
