// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

private let nan = Double.nan
private let infinity = Double.infinity

@Suite struct HostileStrokeTests {
    private func editor() throws -> DrawingEditor {
        var editor = DrawingEditor(size: InkSize(width: 100, height: 100), accuracy: 0.05)
        try editor.begin(brush: .pen)
        try editor.append(StrokePoint(InkPoint(x: 5, y: 5), time: 1))
        return editor
    }

    @Test(
        "Numbers that are not finite are rejected",
        arguments: [
            (nan, 0, 0), (0, nan, 0), (0, 0, nan), (infinity, 0, 0), (0, -infinity, 0), (0, 0, infinity),
            (0, 0, -infinity),
        ])
    func nonFiniteNumbersAreRejected(x: Double, y: Double, time: Double) throws {
        var editor = try editor()
        let before = editor.drawing
        #expect(throws: StrokeError.notFinite) { try editor.append(StrokePoint(InkPoint(x: x, y: y), time: time)) }
        #expect(editor.drawing == before && editor.isDrawing)
        try editor.append(StrokePoint(InkPoint(x: 50, y: 5), time: 2))
        #expect(try editor.end())
    }

    @Test(
        "Numbers out of range are rejected",
        arguments: [(1_000_001, 0, 0), (0, -1_000_001, 0), (0, 0, 1_048_577), (1e308, 1e308, 1e308)])
    func numbersOutOfRangeAreRefused(x: Double, y: Double, time: Double) throws {
        var editor = try editor()
        let before = editor.drawing
        #expect(throws: StrokeError.outOfRange) { try editor.append(StrokePoint(InkPoint(x: x, y: y), time: time)) }
        #expect(editor.drawing == before)
    }

    @Test("A start that is not finite is rejected") func nonFiniteStartIsRejected() {
        var editor = DrawingEditor(size: InkSize(width: 9, height: 9), accuracy: 0.05)
        for bad in [nan, infinity, -infinity] {
            #expect(throws: StrokeError.notFinite) { try editor.begin(brush: .pen, start: bad) }
        }
        #expect(!editor.isDrawing)
    }

    @Test("Invalid channels count as not measured") func invalidChannelsCountAsNotMeasured() throws {
        var stroke = Stroke()
        let odd = try stroke.append(StrokePoint(.zero, time: 0, pressure: nan, tilt: infinity, azimuth: -infinity))
        #expect(odd.pressure == nil && odd.tilt == nil && odd.azimuth == nil)
        #expect(try stroke.append(StrokePoint(.zero, time: 0, pressure: 7)).pressure == 1)
        #expect(try stroke.append(StrokePoint(.zero, time: 0, pressure: -7)).pressure == 0)
        #expect(try stroke.append(StrokePoint(.zero, time: 0, pressure: infinity)).pressure == nil)
    }

    @Test("Time never runs backwards") func timeNeverRunsBackwards() throws {
        var editor = try editor()
        for time in [5, 4, -3, 4.9, 6, -1e6] {
            try editor.append(StrokePoint(InkPoint(x: 50 + time, y: 5), time: min(time, 1e6)))
        }
        let times = editor.drawing.strokes[0].points.map { $0.time }
        #expect(times == [1, 5, 5, 5, 5, 6, 6])
    }

    @Test("Brush widths are clamped", arguments: [0, -1, nan, infinity, 1e300, 0.05]) func brushWidthsAreClamped(
        width: Double
    ) {
        for other in [0, nan, 3, infinity] {
            let brush = Brush(minimumWidth: width, maximumWidth: other)
            #expect(Brush.widthLimits.contains(brush.minimumWidth) && Brush.widthLimits.contains(brush.maximumWidth))
            #expect(brush.minimumWidth <= brush.maximumWidth)
        }
    }

    @Test("Extreme samples give finite ink", arguments: StrokeModel.allCases)
    func wildSamplesGiveFiniteInk(model: StrokeModel) throws {
        let far = Stroke.coordinateLimit
        var random = SplitMix64(seed: 1)
        var stroke = Stroke(brush: Brush(minimumWidth: 0.1, maximumWidth: 512), model: model)
        for i in 0..<300 {
            let corner = InkPoint(x: random.next() % 2 == 0 ? far : -far, y: random.next() % 2 == 0 ? far : -far)
            let near = [.zero, InkPoint(x: 1e-300, y: .leastNonzeroMagnitude), InkPoint(x: 0.02, y: 0)]
            let p = ([corner] + near)[Int(random.next() % 4)]
            let time = [Double(i) * 1e-9, Double(i) * 3000][Int(random.next() % 2)]
            try stroke.append(StrokePoint(p, time: time, pressure: i % 5 == 0 ? Double(i % 2) : nil))
        }
        for accuracy in [InkedDrawing.accuracy(scale: 1e9), InkedDrawing.accuracy(scale: 0)] {
            let outline = InkedStroke(stroke, after: nil, accuracy: accuracy).outline
            #expect(!outline.ribs.isEmpty)
            #expect(outline.ribs.allSatisfy { $0.left.isFinite && $0.right.isFinite })
            // Curves may overshoot samples, but not by more than they turn.
            #expect(outline.bounds.maxX <= 2 * far && outline.bounds.minX >= -2 * far)
        }
    }

    @Test("A very long stroke keeps all its ink", arguments: StrokeModel.allCases)
    func aVeryLongStrokeKeepsAllItsInk(model: StrokeModel) throws {
        var editor = DrawingEditor(size: InkSize(width: 1000, height: 1000), accuracy: 0.05)
        try editor.begin(brush: .pen, model: model)
        for i in 0..<200_000 {
            let p = InkPoint(x: Double(i % 1000), y: Double(i / 1000 * 5 + i % 2))
            try editor.append(StrokePoint(p, time: Double(i) / 240))
            if i % 100 == 0 { _ = editor.takeChanges() }
        }
        try editor.end()
        #expect(editor.pointCount == 200_000)
        #expect((editor.strokes.first?.outline.bounds.maxY ?? 0) > 995)
    }

    @Test("A hundred thousand dots are kept") func aHundredThousandDotsAreKept() throws {
        var editor = DrawingEditor(size: InkSize(width: 1000, height: 1000), accuracy: 0.05)
        for i in 0..<100_000 {
            try editor.begin(brush: .pen)
            try editor.append(StrokePoint(InkPoint(x: Double(i % 1000), y: Double(i / 1000)), time: 0))
            try editor.end()
        }
        #expect(editor.strokes.count == 100_000)
        #expect(editor.strokes.allSatisfy { !$0.outline.ribs.isEmpty })
        #expect(try editor.clear() && editor.isEmpty)
        #expect(try editor.undo() && editor.strokeCount == 100_000)
    }

    @Test("A stroke without samples leaves no trace") func aStrokeWithoutSamplesLeavesNothing() throws {
        var editor = DrawingEditor(size: InkSize(width: 9, height: 9), accuracy: 0.05)
        try editor.begin(brush: .pen)
        #expect(try editor.end() == false)
        #expect(editor.isEmpty && !editor.canUndo && editor.takeChanges().isEmpty)
        let empty = InkedStroke(Stroke(), after: nil, accuracy: 0.05)
        #expect(empty.outline.ribs.isEmpty && empty.outline.bounds.isEmpty && empty.lineWidth == nil)
    }
}
