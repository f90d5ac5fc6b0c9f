// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct PredictionTests {
    @Test(
        "16 ms ahead, the error is at most half of that without a prediction",
        arguments: [(60.0, 0.0), (60, 0.3), (120, 0.3), (240, 0.3)])
    func theErrorIsHalved(rate: Double, noise: Double) throws {
        var with = 0.0
        var without = 0.0
        for seed in 1...12 as ClosedRange<UInt64> {
            var hand = SyntheticHand(seed: seed)
            let samples = hand.samples(Int(2 * rate), rate: rate, noise: noise)
            for count in stride(from: 12, to: samples.count, by: 5) {
                let known = Array(samples[..<count])
                let truth = hand.position(known[count - 1].time + 0.016)
                let predicted = try #require(StrokePrediction.sample(after: known, seconds: 0.016))
                #expect(predicted.time == known[count - 1].time + 0.016)
                with += (predicted.position - truth).lengthSquared
                without += (known[count - 1].position - truth).lengthSquared
            }
        }
        #expect(with.squareRoot() <= 0.5 * without.squareRoot())
    }

    @Test("Prediction is shown, and changes nothing that is kept", arguments: 0..<8 as Range<UInt64>)
    func predictionIsOnlyShown(seed: UInt64) throws {
        var hand = SyntheticHand(seed: seed)
        let samples = hand.samples(90, rate: 120, noise: 0.2)
        var plain = DrawingEditor(size: InkSize(width: 600, height: 200), accuracy: 0.05)
        var ahead = plain
        try plain.begin(brush: .pen)
        try ahead.begin(brush: .pen)
        var differences = 0
        var painted = InkRect.empty
        for sample in samples {
            try plain.append(sample)
            try ahead.append(sample)
            ahead.showPrediction(seconds: 0.016)
            painted = painted.union(ahead.takeChanges().live)
            _ = plain.takeChanges()
            if ahead.liveOutline?.outline.ribs.last != plain.liveOutline?.outline.ribs.last { differences += 1 }
            #expect(ahead.drawing == plain.drawing)
            if sample.time > 0.7 {
                ahead.showPrediction(seconds: 0)
                painted = painted.union(ahead.takeChanges().live)
                #expect(ahead.liveOutline?.outline.ribs == plain.liveOutline?.outline.ribs)
            }
            if let box = ahead.liveOutline?.outline.bounds { #expect(painted.union(box) == painted) }
        }
        #expect(differences > 70)
        try plain.end()
        try ahead.end()
        #expect(ahead.strokes[0].outline.ribs == plain.strokes[0].outline.ribs)
        #expect(ahead.strokes[0].outline.bounds == plain.strokes[0].outline.bounds)
    }

    @Test("Too few samples, or samples of one time, give no prediction") func noGroundsGiveNoPrediction() {
        let still = (0..<9).map { StrokePoint(InkPoint(x: Double($0), y: 0), time: 1) }
        for count in 0...9 { #expect(StrokePrediction.sample(after: Array(still[..<count]), seconds: 0.016) == nil) }
        let two = [0.0, 0.01].map { StrokePoint(InkPoint(x: $0, y: 0), time: $0) }
        #expect(StrokePrediction.sample(after: two, seconds: 0.016) == nil)
        let three = [0.0, 0.01, 0.02].map { StrokePoint(InkPoint(x: 100 * $0, y: 0), time: $0) }
        let x = StrokePrediction.sample(after: three, seconds: 0.01)?.position.x ?? .nan
        #expect(abs(x - 3) < 1e-9 && StrokePrediction.sample(after: three, seconds: 0) == nil)
        #expect(StrokePrediction.sample(after: three, seconds: .nan) == nil)
        let farthest = StrokePrediction.sample(after: three, seconds: 0.05)
        for seconds in [1, 1e300, Double.infinity] {
            #expect(StrokePrediction.sample(after: three, seconds: seconds) == farthest)
        }
    }

    @Test("A prediction stays near for extreme samples", arguments: NastyStroke.allCases, 0..<3 as Range<UInt64>)
    func aPredictionStaysNear(kind: NastyStroke, seed: UInt64) throws {
        let samples = kind.samples(seed: seed)
        for count in 1...min(60, samples.count) {
            let known = Array(samples[..<count])
            guard let predicted = StrokePrediction.sample(after: known, seconds: 0.05) else { continue }
            var way = 0.0
            for (a, b) in zip(known, known.dropFirst()).suffix(12) { way += a.position.distance(to: b.position) }
            #expect(predicted.position.isFinite)
            #expect(predicted.position.distance(to: known[count - 1].position) <= way * 1.000001 + 1e-9)
        }
    }
}
