// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

@testable import InkStroke

@Suite struct TracerTests {
    /// Returns samples of a synthetic hand, or of every kind of nasty stroke.
    private static func strokes(seed: UInt64) -> [[StrokePoint]] {
        var hand = SyntheticHand(seed: seed)
        let written = [1, 2, 3, 120].map {
            hand.samples($0, rate: 60 * Double(1 + seed % 4), noise: 0.3, hasPressure: seed % 2 == 1)
        }
        return written + NastyStroke.allCases.map { $0.samples(seed: seed) }
    }

    @Test(
        "Reading the outline while drawing gives the same ribs", arguments: StrokeModel.allCases,
        0..<10 as Range<UInt64>)
    func readingTheOutlineWhileDrawingGivesTheSameRibs(model: StrokeModel, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let brush = Brush(minimumWidth: 1, maximumWidth: 12)
        for samples in Self.strokes(seed: seed) {
            var batch = StrokeTracer(brush: brush, model: model, accuracy: 0.05)
            var watched = batch
            for sample in samples {
                batch.append(sample)
                watched.append(sample)
                if random.next() % 3 == 0 { watched.updateTail() }
                if random.next() % 9 == 0 { watched.updateTail() }
            }
            batch.updateTail()
            watched.updateTail()
            #expect(watched.outline.ribs == batch.outline.ribs)
            #expect(watched.outline.settledCount == batch.outline.settledCount)
            #expect(watched.outline.bounds == batch.outline.bounds)
            #expect(watched.meanWidth == batch.meanWidth)
        }
    }

    @Test("Settled ribs never change", arguments: 0..<10 as Range<UInt64>) func settledRibsStay(seed: UInt64) {
        for samples in Self.strokes(seed: seed) {
            var tracer = StrokeTracer(brush: .pen, model: .fair, accuracy: 0.05)
            var settled: [Rib] = []
            for sample in samples {
                tracer.append(sample)
                tracer.updateTail()
                let ribs = tracer.outline.ribs
                #expect(tracer.outline.settledCount >= settled.count)
                #expect(Array(ribs[..<settled.count]) == settled)
                settled = Array(ribs[..<tracer.outline.settledCount])
            }
        }
    }

    @Test("Dirty rectangles contain every changed vertex", arguments: 0..<10 as Range<UInt64>)
    func dirtyRectanglesContainEveryChangedVertex(seed: UInt64) {
        for samples in Self.strokes(seed: seed) {
            var tracer = StrokeTracer(brush: .pen, model: .fair, accuracy: 0.05)
            var before: [Rib] = []
            for sample in samples {
                tracer.append(sample)
                tracer.updateTail()
                let dirty = tracer.takeDirtyRect()
                let after = tracer.outline.ribs
                let same = zip(before, after).prefix { $0 == $1 }.count
                // The changed area starts at the last rib that stayed.
                for rib in before[max(0, same - 1)...] + after[max(0, same - 1)...] where before != after {
                    #expect(dirty.contains(rib.left) && dirty.contains(rib.right))
                }
                before = after
            }
        }
    }

    @Test("Bounds contain all vertices and the strip has two for each rib", arguments: 0..<10 as Range<UInt64>)
    func boundsHoldAllVerticesAndTheStripHasTwoARib(seed: UInt64) {
        for samples in Self.strokes(seed: seed) {
            var tracer = StrokeTracer(brush: .pen, model: .fair, accuracy: 0.05)
            for sample in samples { tracer.append(sample) }
            tracer.updateTail()
            let outline = tracer.outline
            var box = InkRect.empty
            for vertex in Polygon(outline).vertices { box.formUnion(vertex) }
            #expect(box == outline.bounds)
            var strip: [Float] = []
            outline.appendStrip(to: &strip)
            #expect(strip.count == outline.ribs.count * 4)
            var grown: [Float] = []
            let half = outline.ribs.count / 2
            outline.appendStrip(from: half, to: &grown)
            #expect(Array(strip[(half * 4)...]) == grown)
            for (i, rib) in outline.ribs.enumerated() {
                #expect(strip[4 * i] == Float(rib.left.x) && strip[4 * i + 3] == Float(rib.right.y))
            }
        }
    }

    @Test("A line tapers where the pen lands and lifts in motion, and only there", arguments: [30.0, 1500])
    func aLineTapersWhereThePenMoves(speed: Double) {
        let samples = (0...40).map { StrokePoint(InkPoint(x: speed * Double($0) / 120, y: 9), time: Double($0) / 120) }
        var tracer = StrokeTracer(brush: .pen, model: .fair, accuracy: 0.01)
        tracer.append(contentsOf: samples)
        tracer.updateTail()
        let end = samples[40].position.x
        let ribs = tracer.outline.ribs.filter { $0.left.x == $0.right.x && $0.left.x >= 0 && $0.left.x <= end }
        let widths = ribs.map { $0.right.y - $0.left.y }
        let middle = widths[widths.count / 2]
        for width in [widths[0], widths[widths.count - 1]] {
            #expect(speed > 1000 ? width == Brush.pen.minimumWidth : width > 0.8 * middle, "\(width) \(middle)")
        }
        #expect(speed < 1000 || middle > Brush.pen.minimumWidth + 0.5)
    }

    @Test("Timestamps that are too close together make no endless taper") func aTaperEnds() {
        // Two points in a microsecond, then 400 points per second.
        var samples = [StrokePoint(InkPoint(x: 0, y: 9), time: 0), StrokePoint(InkPoint(x: 2, y: 9), time: 1e-6)]
        for i in 1...120 {
            samples.append(StrokePoint(InkPoint(x: 2 + 400 * Double(i) / 120, y: 9), time: Double(i) / 120))
        }
        var tracer = StrokeTracer(brush: .pen, model: .fair, accuracy: 0.01)
        tracer.append(contentsOf: samples)
        tracer.updateTail()
        let ribs = tracer.outline.ribs.filter { $0.left.x == $0.right.x && $0.left.x > 150 && $0.left.x < 350 }
        #expect(!ribs.isEmpty && ribs.allSatisfy { $0.right.y - $0.left.y > Brush.pen.minimumWidth + 1 })
    }
}
