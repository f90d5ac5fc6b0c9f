// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

@testable import InkStroke

/// The area of an outline, measured by casting rays.
@Suite struct OutlineTests {
    private static let brushes = [(0.5, 0.5), (1.25, 4.5), (1, 30), (80, 80), (512, 512)].map {
        Brush(minimumWidth: $0, maximumWidth: $1)
    }

    private func trace(_ samples: [StrokePoint], _ brush: Brush, _ model: StrokeModel) -> StrokeOutline {
        var tracer = StrokeTracer(brush: brush, model: model, accuracy: 0.05)
        for sample in samples { tracer.append(sample) }
        tracer.updateTail()
        return tracer.outline
    }

    @Test("Extreme strokes never wind backwards", arguments: NastyStroke.allCases, 0..<3 as Range<UInt64>)
    func nastyStrokesNeverWindBackwards(kind: NastyStroke, seed: UInt64) {
        for brush in Self.brushes {
            for model in StrokeModel.allCases { check(kind.samples(seed: seed), brush, model, seed) }
        }
    }

    @Test("Writing never winds backwards", arguments: 0..<6 as Range<UInt64>)
    func writingNeverWindsBackwards(seed: UInt64) {
        for brush in Self.brushes {
            var hand = SyntheticHand(seed: seed)
            let samples = hand.samples(80, rate: 60 * Double(1 + seed % 4), noise: 0.3, hasPressure: seed % 2 == 1)
            for model in StrokeModel.allCases { check(samples, brush, model, seed) }
        }
    }

    /// Winding numbers are at least 0 everywhere and at least 1 on the centreline.
    private func check(_ samples: [StrokePoint], _ brush: Brush, _ model: StrokeModel, _ seed: UInt64) {
        let outline = trace(samples, brush, model)
        let polygon = Polygon(outline)
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            let winding = polygon.winding(at: outline.bounds.randomPoint(&random))
            if winding.distance > 1e-6 { #expect(winding.number >= 0, "\(brush), \(model)") }
        }
        for curve in CurveList(model, samples).curves where samples.contains(where: beyondTap(samples)) {
            for t in [0.0, 0.37, 0.71] {
                let winding = polygon.winding(at: curve.point(at: t))
                if winding.distance > 1e-6 { #expect(winding.number >= 1, "\(brush), \(model), \(curve)") }
            }
        }
    }

    /// The ink of a line of one width is what a disc of that width covers along it.
    @Test("The ink of a line is what its pen covers", arguments: [3.0, 24], 0..<8 as Range<UInt64>)
    func theInkOfALineIsWhatItsPenCovers(width: Double, seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        let samples = hand.samples(120, rate: 60 * Double(1 + seed % 4), noise: 0.2)
        let brush = Brush(minimumWidth: width, maximumWidth: width)
        for model in StrokeModel.allCases {
            var random = SplitMix64(seed: seed)
            let polygon = Polygon(trace(samples, brush, model))
            let curves = CurveList(model, samples).curves
            let line = curves.flatMap { curve in (0...40).map { curve.point(at: Double($0) / 40) } }
            for _ in 0..<300 {
                let angle = SyntheticHand.uniform(&random, 0, 2 * Double.pi)
                let away = InkPoint(x: ElementaryFunctions.cos(angle), y: ElementaryFunctions.sin(angle))
                let centre = line[Int(random.next() % UInt64(line.count))]
                let place = centre + away * SyntheticHand.uniform(&random, 0, width)
                let distance = line.reduce(Double.infinity) { min($0, $1.distance(to: place)) }
                // Outlines are within 0.05 points of the true edge.
                guard abs(distance - width / 2) > 0.1 else { continue }
                #expect((polygon.winding(at: place).number > 0) == (distance < width / 2), "\(model), \(place)")
            }
        }
    }

    private func beyondTap(_ samples: [StrokePoint]) -> (StrokePoint) -> Bool {
        let first = samples.first?.position ?? .zero
        return { first.distance(to: $0.position) > 1 }
    }

    /// Two lines of 30 points that a half circle of radius 1 joins, in steps of a quarter of a point. Its joins turn
    /// tighter than the ink is wide: an inner edge that left the centre at each of them would add 12 points to its
    /// length each time.
    @Test("The edges of a tight turn stay short", arguments: [1.0, -1], StrokeModel.allCases)
    func theEdgesOfATightTurnStayShort(side: Double, model: StrokeModel) {
        let down = (0..<120).map { InkPoint(x: -side, y: Double($0) / 4) }
        let turn = (0...12).map { i in
            let angle = Double.pi * Double(i) / 12
            return InkPoint(x: -side * ElementaryFunctions.cos(angle), y: 30 + ElementaryFunctions.sin(angle))
        }
        let places = down + turn + down.reversed().map { InkPoint(x: side, y: $0.y) }
        let samples = places.enumerated().map { StrokePoint($1, time: Double($0) / 240) }
        var tracer = StrokeTracer(
            brush: Brush(minimumWidth: 12, maximumWidth: 12), model: model, accuracy: 0.002)
        tracer.append(contentsOf: samples)
        tracer.updateTail()
        let vertices = Polygon(tracer.outline).vertices
        let length = zip(vertices, vertices.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        // Both edges of the lines, two half discs, the outer edge of the turn, and its inner one to the centre and
        // back.
        #expect(length < 120 + 2 * 6 * Double.pi + 7 * Double.pi + 4 * 6, "\(length)")
    }

    @Test("Every sample is inside its ink", arguments: 0..<10 as Range<UInt64>)
    func everySampleIsInsideItsInk(seed: UInt64) {
        for model in StrokeModel.allCases {
            var hand = SyntheticHand(seed: seed)
            let samples = hand.samples(100, rate: 60 * Double(1 + seed % 4), noise: 0.3)
            let polygon = Polygon(trace(samples, Brush(minimumWidth: 1, maximumWidth: 3), model))
            for (i, sample) in samples.enumerated() {
                let winding = polygon.winding(at: sample.position)
                // The smooth model moves samples by slightly more than the noise at most. The midpoint model passes
                // each at an eighth of its second difference.
                var tolerance = 0.4
                if model == .midpointQuadratic && i > 0 && i < samples.count - 1 {
                    let neighbours = samples[i - 1].position + samples[i + 1].position
                    tolerance = (neighbours - sample.position * 2).length / 8
                }
                #expect(winding.number > 0 || winding.distance <= tolerance, "\(model), sample \(i)")
            }
        }
    }

    @Test("Skipping distant ribs changes nothing inside", arguments: 0..<8 as Range<UInt64>)
    func skippingDistantRibsChangesNothingInside(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var random = SplitMix64(seed: seed)
        let outline = trace(hand.samples(700, rate: 120, noise: 0.3), Brush(maximumWidth: 9), .smooth)
        let whole = Polygon(outline)
        var visited = 0
        for _ in 0..<12 {
            let a = outline.bounds.randomPoint(&random)
            let area = InkRect(minX: a.x, minY: a.y, maxX: a.x + 25, maxY: a.y + 15)
            let part = Polygon(outline, near: area)
            visited += part.vertices.count
            for _ in 0..<12 {
                let p = area.randomPoint(&random)
                let expected = whole.winding(at: p)
                let found = part.winding(at: p)
                if expected.distance > 1e-6 { #expect(found.number == expected.number) }
                // Edges inside the area are unchanged.
                if expected.distance < 0.5 && area.grown(by: -0.5).contains(p) {
                    #expect(found.distance == expected.distance)
                }
            }
        }
        #expect(visited < 6 * whole.vertices.count)
    }
}

extension InkRect {
    func randomPoint(_ random: inout SplitMix64) -> InkPoint {
        InkPoint(
            x: SyntheticHand.uniform(&random, minX, maxX + 1e-9), y: SyntheticHand.uniform(&random, minY, maxY + 1e-9))
    }
}
