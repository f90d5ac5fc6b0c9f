// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

private func point(_ random: inout SplitMix64, _ reach: Double) -> InkPoint {
    InkPoint(x: SyntheticHand.uniform(&random, -reach, reach), y: SyntheticHand.uniform(&random, -reach, reach))
}

@Suite struct CurveTests {
    @Test("Chords stay within the accuracy", arguments: 0..<20 as Range<UInt64>)
    func chordsStayWithinTheAccuracy(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for reach in [0.3, 5, 80, 400] {
            for accuracy in [0.05, 0.4, 3] {
                let curve = CubicCurve(
                    start: point(&random, reach), control1: point(&random, reach), control2: point(&random, reach),
                    end: point(&random, reach))
                let count = curve.stepCount(accuracy: accuracy)
                #expect(count >= 1 && count < 256)
                #expect(farthest(curve, fromChords: count) <= accuracy * (1 + 1e-9), "\(curve), \(accuracy)")
            }
        }
    }

    private func farthest(_ curve: CubicCurve, fromChords count: Int) -> Double {
        var farthest = 0.0
        for i in 0..<count {
            let a = curve.point(at: Double(i) / Double(count))
            let b = curve.point(at: Double(i + 1) / Double(count))
            for j in 1..<8 {
                let p = curve.point(at: (Double(i) + Double(j) / 8) / Double(count))
                let chord = b - a
                let along = max(0, min(1, (p - a).dot(chord) / chord.lengthSquared))
                farthest = max(farthest, p.distance(to: a.interpolated(to: b, at: along)))
            }
        }
        return farthest
    }

    @Test("The number of steps is between one and the limit") func stepCountIsBetweenOneAndTheLimit() {
        let far = InkPoint(x: 1e6, y: 1e6)
        let wild = CubicCurve(start: .zero, control1: far, control2: -far, end: .zero)
        #expect(wild.stepCount(accuracy: 1e-9) == 256)
        #expect(wild.stepCount(accuracy: 1e-9, limit: 7) == 7)
        let line = CubicCurve(start: .zero, control1: far * (1.0 / 3), control2: far * (2.0 / 3), end: far)
        #expect(line.stepCount(accuracy: 0.01) == 1)
        let point = CubicCurve(start: far, control1: far, control2: far, end: far)
        #expect(point.stepCount(accuracy: 1e-9) == 1)
    }

    @Test("A quadratic curve converted to a cubic is the same curve", arguments: 0..<20 as Range<UInt64>)
    func aQuadraticAsCubicIsTheSameCurve(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let curve = QuadraticCurve(
            start: point(&random, 100), control: point(&random, 100), end: point(&random, 100))
        #expect(curve.cubic.start == curve.start && curve.cubic.end == curve.end)
        for i in 0...10 {
            let t = Double(i) / 10
            let s = 1 - t
            let expected = curve.start * (s * s) + curve.control * (2 * s * t) + curve.end * (t * t)
            #expect(curve.cubic.point(at: t).distance(to: expected) < 1e-12)
        }
    }

    @Test("Points add, subtract and multiply as vectors") func pointsAddScaleAndTurnAsVectors() {
        let a = InkPoint(x: 3, y: 4)
        let b = InkPoint(x: -1, y: 2)
        #expect(a + b == InkPoint(x: 2, y: 6) && a - b == InkPoint(x: 4, y: 2) && -a == InkPoint(x: -3, y: -4))
        #expect(a.length == 5 && a.dot(b) == 5 && a.cross(b) == 10 && b.cross(a) == -10)
        #expect(a.midpoint(b) == InkPoint(x: 1, y: 3) && a.interpolated(to: b, at: 0.25) == InkPoint(x: 2, y: 3.5))
        #expect(a.distance(to: b) == (20.0).squareRoot())
        #expect(!InkPoint(x: .nan, y: 0).isFinite && !InkPoint(x: 0, y: .infinity).isFinite && a.isFinite)
    }
}
