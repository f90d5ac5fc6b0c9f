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

    private func beyondTap(_ samples: [StrokePoint]) -> (StrokePoint) -> Bool {
        let first = samples.first?.position ?? .zero
        return { first.distance(to: $0.position) > 1 }
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
            let area = Rect(minX: a.x, minY: a.y, maxX: a.x + 25, maxY: a.y + 15)
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

extension Rect {
    func randomPoint(_ random: inout SplitMix64) -> Point {
        Point(
            x: SyntheticHand.uniform(&random, minX, maxX + 1e-9), y: SyntheticHand.uniform(&random, minY, maxY + 1e-9))
    }
}
