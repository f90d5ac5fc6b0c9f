// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

/// Samples give the same stroke and outline in blocks of any size as one by one.
@Suite struct BlockTests {
    /// Returns samples of a synthetic hand, and of every kind of nasty stroke.
    private static func strokes(seed: UInt64) -> [[StrokePoint]] {
        var hand = SyntheticHand(seed: seed)
        let written = [1, 2, 40, 900].map {
            hand.samples($0, rate: 60 * Double(1 + seed % 4), noise: 0.3, hasPressure: seed % 3 == 1)
        }
        return written + NastyStroke.allCases.map { $0.samples(seed: seed) }
    }

    /// Returns the samples in blocks of random sizes, some of them empty and some longer than a tracer takes in one
    /// piece.
    private static func split(_ samples: [StrokePoint], _ random: inout SplitMix64) -> [ArraySlice<StrokePoint>] {
        var blocks: [ArraySlice<StrokePoint>] = []
        var start = 0
        while start < samples.count {
            let limit = [1, 2, 7, 60, 600][Int(random.next() % 5)]
            let end = min(samples.count, start + Int(random.next() % UInt64(limit + 1)))
            blocks.append(samples[start..<end])
            start = end
        }
        return blocks
    }

    @Test("Blocks give the same outline", arguments: StrokeModel.allCases, 0..<20 as Range<UInt64>)
    func blocksGiveTheSameOutline(model: StrokeModel, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let brush = Brush(minimumWidth: 1, maximumWidth: 12)
        for samples in Self.strokes(seed: seed) {
            var single = StrokeTracer(brush: brush, model: model, accuracy: 0.05)
            var tracer = single
            for block in Self.split(samples, &random) {
                for sample in block { single.append(sample) }
                tracer.append(contentsOf: block)
                #expect(tracer.outline.settledCount == single.outline.settledCount, "seed \(seed)")
                if random.next() % 3 == 0 { tracer.updateTail() }
            }
            single.updateTail()
            tracer.updateTail()
            #expect(tracer.outline.ribs == single.outline.ribs, "seed \(seed)")
            #expect(tracer.outline.bounds == single.outline.bounds, "seed \(seed)")
            #expect(tracer.meanWidth == single.meanWidth, "seed \(seed)")
        }
    }

    @Test("A sequence that is not an array is traced too") func aSequenceIsTracedToo() {
        var hand = SyntheticHand(seed: 1)
        let samples = hand.samples(300)
        var tracer = StrokeTracer(brush: .pen, model: .smooth, accuracy: 0.05)
        var lazy = tracer
        tracer.append(contentsOf: samples)
        lazy.append(contentsOf: samples.lazy.map { $0 })
        #expect(lazy.outline.ribs == tracer.outline.ribs)
    }

    @Test("An app's modeler takes blocks one by one", arguments: 0..<4 as Range<UInt64>)
    func modelersTakeBlocks(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        let samples = hand.samples(300)
        var single = StrokeTracer(brush: .pen, modeler: MidpointModeler(), accuracy: 0.05)
        var tracer = single
        for sample in samples { single.append(sample) }
        tracer.append(contentsOf: samples)
        #expect(tracer.outline.ribs == single.outline.ribs)
    }

    @Test("The editor takes blocks", arguments: 0..<10 as Range<UInt64>)
    func theEditorTakesBlocks(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for samples in Self.strokes(seed: seed) {
            var single = DrawingEditor(size: InkSize(width: 600, height: 200), displayScale: 2)
            var editor = single
            try single.begin(brush: .pen)
            try editor.begin(brush: .pen)
            for block in Self.split(samples, &random) {
                for sample in block { try single.append(sample) }
                try editor.append(contentsOf: block)
                #expect(editor.takeChanges().all == single.takeChanges().all, "seed \(seed)")
            }
            try single.end()
            try editor.end()
            #expect(editor.drawing == single.drawing, "seed \(seed)")
            #expect(editor.strokes.map(\.outline.ribs) == single.strokes.map(\.outline.ribs), "seed \(seed)")
        }
    }

    @Test("A refused block changes nothing") func aRefusedBlockChangesNothing() throws {
        let bad = StrokePoint(InkPoint(x: .nan, y: 0), time: 0)
        var hand = SyntheticHand(seed: 1)
        let samples = hand.samples(30)
        var stroke = try Stroke(samples)
        #expect(throws: StrokeError.notFinite) { try stroke.append(contentsOf: samples + [bad]) }
        #expect(stroke.points == samples)

        var editor = DrawingEditor(size: InkSize(width: 600, height: 200), displayScale: 2)
        #expect(throws: StrokeError.noStrokeInProgress) { try editor.append(contentsOf: samples) }
        try editor.begin(brush: .pen)
        try editor.append(contentsOf: samples)
        #expect(throws: StrokeError.notFinite) { try editor.append(contentsOf: samples + [bad]) }
        #expect(editor.drawing.strokes.map(\.points) == [samples])
    }
}
