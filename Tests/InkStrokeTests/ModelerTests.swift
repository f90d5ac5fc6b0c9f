// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct ModelerTests {
    @Test(
        "Curves connect the first sample to the last without gaps", arguments: StrokeModel.allCases,
        0..<12 as Range<UInt64>)
    func curvesReachWithoutGapsFromTheFirstSampleToTheLast(model: StrokeModel, seed: UInt64) {
        for kind in NastyStroke.allCases {
            check(model, kind.samples(seed: seed), "\(kind)")
        }
        for count in [2, 3, 4, 9, 60] {
            var hand = SyntheticHand(seed: seed)
            check(model, hand.samples(count, rate: 60 * Double(1 + seed % 4), noise: 0.3), "hand, \(count)")
        }
    }

    private func check(_ model: StrokeModel, _ samples: [StrokePoint], _ name: String) {
        let list = CurveList(model, samples)
        #expect(list.curves.first?.start == samples.first?.position, "\(name)")
        if let end = list.curves.last?.end, let last = samples.last {
            // The last sample that counted is less than a hundredth of a point away.
            #expect(end.distance(to: last.position) < 0.01, "\(name)")
        }
        for (a, b) in zip(list.curves, list.curves.dropFirst()) { #expect(a.end == b.start, "\(name)") }
        for (a, b) in zip(list.widths, list.widths.dropFirst()) { #expect(a.end == b.start, "\(name)") }
    }

    @Test("Tangents are continuous where curves meet", arguments: StrokeModel.allCases, 0..<20 as Range<UInt64>)
    func tangentsDoNotJumpWherePiecesMeet(model: StrokeModel, seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        let curves = CurveList(model, hand.samples(200, rate: 60 * Double(1 + seed % 4), noise: 0.3)).curves
        var joints = 0
        for (a, b) in zip(curves, curves.dropFirst()) {
            let arriving = a.end - a.control2
            let leaving = b.control1 - b.start
            // A tangent of length zero is a cusp.
            guard arriving.length > 1e-9 && leaving.length > 1e-9 else { continue }
            let sine = arriving.cross(leaving) / (arriving.length * leaving.length)
            #expect(abs(sine) < 1e-6 && arriving.dot(leaving) > 0)
            joints += 1
        }
        #expect(joints > 190)
    }

    @Test("Reading the tail changes nothing", arguments: StrokeModel.allCases, 0..<20 as Range<UInt64>)
    func askingForTheTailChangesNothing(model: StrokeModel, seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var random = SplitMix64(seed: seed)
        var plain = BuiltInModeler(model)
        var watched = BuiltInModeler(model)
        var expected = CurveList()
        var found = CurveList()
        for sample in hand.samples(150, rate: 60 * Double(1 + seed % 4), noise: 0.3) {
            let node = InkNode(sample.position, width: 2)
            plain.append(node, time: sample.time, to: &expected)
            watched.append(node, time: sample.time, to: &found)
            guard random.next() % 3 == 0 else { continue }
            var tail = CurveList()
            watched.tail(to: &tail)
            #expect(tail.curves.last?.end ?? node.position == node.position)
            #expect(tail.curves.count <= SmoothModeler.maximumReach + 2)
            #expect(tail.curves.first?.start == (found.curves.last?.end ?? tail.curves.first?.start))
        }
        #expect(found.curves == expected.curves)
    }

    @Test("Fewer than two samples give no curve", arguments: StrokeModel.allCases)
    func noSamplesAndOneGiveNoCurve(model: StrokeModel) {
        #expect(CurveList(model, []).curves.isEmpty)
        #expect(CurveList(model, [StrokePoint(.zero, time: 0)]).curves.isEmpty)
    }

    @Test("Sparse samples are not moved") func sparseSamplesAreKeptWhereTheyAre() {
        var hand = SyntheticHand(seed: 5)
        let samples = hand.samples(40, rate: 24, noise: 0.3)
        let ends = CurveList(.smooth, samples).curves.map { $0.end }
        #expect(ends == samples.dropFirst().map { $0.position })
    }
}
