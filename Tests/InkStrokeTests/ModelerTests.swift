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

    @Test("The curvature of the fair model does not jump", arguments: 0..<20 as Range<UInt64>)
    func curvatureDoesNotJump(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var lists = NastyStroke.allCases.map { CurveList(.fair, $0.samples(seed: seed)) }
        lists.append(CurveList(.fair, hand.samples(200, rate: 60 * Double(1 + seed % 4), noise: 0.3)))
        for curves in lists.map(\.curves) {
            for (a, b) in zip(curves, curves.dropFirst()) {
                let reach = abs(a.end.x) + abs(a.end.y) + (a.end - a.start).length + (b.end - b.start).length
                let size = 1e-12 * (1 + reach)
                let first = (a.end - a.control2) - (b.control1 - b.start)
                let second = (a.end - a.control2 * 2 + a.control1) - (b.start - b.control1 * 2 + b.control2)
                #expect(first.length < size && second.length < 4 * size, "\(a) \(b)")
            }
        }
    }

    @Test("A corner at which the pen stops stays a corner", arguments: [60.0, 120, 240])
    func aCornerAtWhichThePenStopsStaysACorner(rate: Double) {
        // 100 points to the right and 100 down, each in 0.4 s, with the speed of a hand that stops at the corner.
        let samples = (0...Int(0.8 * rate)).map { i in
            let t = Double(i) / rate / 0.4
            let s = t - Double(Int(t))
            let way = 100 * s * s * s * (10 - 15 * s + 6 * s * s)
            let place = t < 1 ? InkPoint(x: way, y: 0) : InkPoint(x: 100, y: t < 2 ? way : 100)
            return StrokePoint(place, time: Double(i) / rate)
        }
        var nearest = Double.infinity
        for curve in CurveList(.fair, samples).curves {
            for j in 0...8 {
                let p = curve.point(at: Double(j) / 8)
                nearest = min(nearest, p.distance(to: InkPoint(x: 100, y: 0)))
                #expect(p.y > -0.2 && p.x < 100.2, "\(p)")
            }
        }
        #expect(nearest < 0.5)
    }

    @Test("The tail stays short for every window", arguments: [0, 1e-3, 0.068, 1e9, Double.infinity, .nan, -1])
    func theTailStaysShort(window: Double) {
        var modeler = FairModeler(FairModeler.Parameters(window: window))
        var found = CurveList()
        for i in 0..<300 {
            modeler.append(InkNode(InkPoint(x: Double(i), y: 0), width: 2), time: Double(i) / 120, to: &found)
        }
        #expect(found.curves.count >= 300 - FairModeler.maximumReach - 2)
    }

    @Test("A sudden stop makes no hook") func aSuddenStopMakesNoHook() {
        let places = [0.0, 100, 200, 300, 301, 302, 303, 304]
        let samples = places.enumerated().map { StrokePoint(InkPoint(x: $1, y: 0), time: Double($0) / 60) }
        let curves = CurveList(.fair, samples).curves
        for curve in curves {
            #expect(curve.control1.x - curve.start.x > -0.6 && curve.end.x - curve.control2.x > -0.6)
        }
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
            #expect(tail.curves.count <= max(SmoothModeler.maximumReach, FairModeler.maximumReach) + 2)
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
