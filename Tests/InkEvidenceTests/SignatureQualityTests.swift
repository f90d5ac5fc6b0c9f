// SPDX-License-Identifier: MIT
import InkEvidence
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct SignatureQualityTests {
    private let quality = SignatureQuality()
    private let size = InkSize(width: 300, height: 150)

    /// A signature of three strokes by a seeded hand, in the middle of the surface.
    private func signature(_ seed: UInt64, rate: Double = 120) throws -> Drawing {
        var hand = SyntheticHand(seed: seed, size: size)
        return Drawing(
            size: size,
            strokes: try (0..<3).map { index in
                let samples = hand.samples(90, rate: rate, noise: 0.3, start: Double(index))
                // Hands of some seeds reach the edge.
                let inside = samples.map { sample in
                    var sample = sample
                    sample.position = InkPoint(
                        x: 150 + (sample.position.x - 150) * 0.5, y: 75 + (sample.position.y - 75) * 0.5)
                    return sample
                }
                return try Stroke(inside, start: Double(index) * 2)
            })
    }

    private func changed(_ drawing: Drawing, _ change: (Int, inout StrokePoint) -> Void) throws -> Drawing {
        var drawing = drawing
        drawing.strokes = try drawing.strokes.map { stroke in
            try Stroke(
                stroke.points.enumerated().map { index, point in
                    var point = point
                    change(index, &point)
                    return point
                }, brush: stroke.brush, model: stroke.model, start: stroke.start)
        }
        return drawing
    }

    @Test("A signature has no flaws", arguments: 0..<20 as Range<UInt64>) func signaturesHaveNoFlaws(seed: UInt64)
        throws
    {
        for rate in [60.0, 120, 240] {
            #expect(quality.flaws(of: try signature(seed, rate: rate), samplesPerSecond: rate).isEmpty, "seed \(seed)")
        }
    }

    @Test("Dots and short lines are found") func shortSignaturesAreFound() throws {
        let dot = try Stroke([
            StrokePoint(InkPoint(x: 50, y: 50), time: 0), StrokePoint(InkPoint(x: 52, y: 51), time: 0.1),
        ])
        #expect(quality.flaws(of: Drawing(size: size, strokes: [dot, dot])) == [.onlyDots])
        #expect(quality.flaws(of: Drawing(size: size)) == [.onlyDots])
        func line(_ length: Double, seconds: Double) throws -> Drawing {
            let points = (0...10).map {
                StrokePoint(InkPoint(x: 50 + length * Double($0) / 10, y: 50), time: seconds * Double($0) / 10)
            }
            return Drawing(size: size, strokes: [try Stroke(points)])
        }
        #expect(quality.flaws(of: try line(30, seconds: 1)) == [.tooShort])
        #expect(quality.flaws(of: try line(60, seconds: 0.1)) == [.tooShort])
        #expect(quality.flaws(of: try line(60, seconds: 0.5)).isEmpty)
        // Without times, only the length decides.
        #expect(quality.flaws(of: try line(200, seconds: 0)).isEmpty)
    }

    @Test("A line along the edge or beyond it is found", arguments: 0..<10 as Range<UInt64>)
    func clippedSignaturesAreFound(seed: UInt64) throws {
        let drawing = try signature(seed)
        let top = drawing.sampleBounds.minY
        for shift in [top + 2, top + 10] {
            let moved = try changed(drawing) { $1.position.y = max($1.position.y - shift, 0) }
            #expect(quality.flaws(of: moved).contains(.clipped), "seed \(seed)")
            let beyond = try changed(drawing) { $1.position.y -= shift }
            #expect(quality.flaws(of: beyond).contains(.clipped), "seed \(seed)")
        }
    }

    @Test("Missing samples are found") func missingSamplesAreFound() throws {
        var movingCount = 0
        for seed in 0..<10 as Range<UInt64> {
            var drawing = try signature(seed)
            drawing.strokes = try drawing.strokes.map { stroke in
                try Stroke(stroke.points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element), start: stroke.start)
            }
            // The samples of a slow hand can lie as far apart as if it had rested.
            let isMoving = drawing.strokes.contains { stroke in
                zip(stroke.points, stroke.points.dropFirst()).contains {
                    abs($0.position.x - $1.position.x) > 4 || abs($0.position.y - $1.position.y) > 4
                }
            }
            if isMoving {
                movingCount += 1
                #expect(quality.flaws(of: drawing, samplesPerSecond: 120) == [.samplesMissing], "seed \(seed)")
            }
            #expect(quality.flaws(of: drawing).isEmpty)
            #expect(quality.flaws(of: drawing, samplesPerSecond: 60).isEmpty)
        }
        #expect(movingCount > 0)
    }

    @Test("A pen that rests has no impossible speed", arguments: 0..<10 as Range<UInt64>)
    func restingPensHaveNoImpossibleSpeed(seed: UInt64)
        throws
    {
        // The pen stands still for a second in the middle of a stroke.
        let resting = try changed(try signature(seed)) { index, point in if index > 40 { point.time += 1 } }
        let still = try changed(resting) { index, point in if index == 41 { point.time -= 1 } }
        #expect(!quality.flaws(of: still, samplesPerSecond: 120).contains(.impossibleSpeed))
    }

    @Test("A speed that no hand has is found", arguments: 0..<10 as Range<UInt64>)
    func impossibleSpeedIsFound(seed: UInt64) throws {
        var drawing = try signature(seed)
        let jump = 61 + Int(seed)
        drawing.strokes[1] = try Stroke(
            drawing.strokes[1].points.enumerated().map { index, point in
                var point = point
                point.position.x += index >= jump ? 900 : 0
                return point
            })
        drawing.size.width = 2000
        #expect(quality.flaws(of: drawing, samplesPerSecond: 120) == [.impossibleSpeed], "seed \(seed)")
        // A swipe of two metres a second is possible, also on a clock of 8 ms.
        let swipe = (0..<60).map {
            StrokePoint(InkPoint(x: 10 + 12.8 * Double($0), y: 70), time: Double($0 / 8) * 0.008)
        }
        let fast = Drawing(size: InkSize(width: 1200, height: 150), strokes: [try Stroke(swipe), drawing.strokes[0]])
        #expect(quality.flaws(of: fast).isEmpty)
    }

    @Test("A replay is found wherever it is placed, and another signature is none", arguments: 0..<10 as Range<UInt64>)
    func replaysAreFound(seed: UInt64) throws {
        let drawing = try signature(seed)
        let earlier: Set = [SignatureQuality.digest(of: drawing)]
        #expect(quality.flaws(of: drawing, earlier: earlier) == [.repeated])
        let moved = try changed(drawing) { _, point in
            point.position.x += 3
            point.position.y -= 2
        }
        #expect(quality.flaws(of: moved, earlier: earlier) == [.repeated])
        let other = try changed(drawing) { index, point in if index == 50 { point.position.x += 0.25 } }
        #expect(quality.flaws(of: other, earlier: earlier).isEmpty)
        #expect(quality.flaws(of: try signature(seed + 100), earlier: earlier).isEmpty)
    }
}
