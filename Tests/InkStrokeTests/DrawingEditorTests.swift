// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

/// A simple reference model of a drawing editor: a list of whole drawings.
private struct Model {
    var history: [[Stroke]] = [[]]
    var now = 0
    var live: Stroke?

    var strokes: [Stroke] { history[now] }

    mutating func change(_ strokes: [Stroke]) {
        history.removeLast(history.count - now - 1)
        history.append(strokes)
        now += 1
    }
}

private enum Step: Int, CaseIterable {
    case begin, append, end, cancel, undo, redo, clear, replace, load
}

@Suite struct DrawingEditorTests {
    private let size = InkSize(width: 100, height: 50)

    private func sample(_ k: Int) -> StrokePoint {
        StrokePoint(InkPoint(x: Double(k * 7 % 90), y: Double(k * 3 % 40)), time: Double(k) / 100)
    }

    /// Applies a step to the editor and the model, and compares their results.
    private func apply(_ step: Step, _ k: Int, _ editor: inout DrawingEditor, _ model: inout Model) throws {
        let isDrawing = model.live != nil
        let before = editor.drawing
        switch step {
        case .begin:
            if isDrawing {
                #expect(throws: StrokeError.strokeInProgress) { try editor.begin(brush: .pen) }
            } else {
                try editor.begin(brush: .pen, start: Double(k))
                model.live = Stroke(brush: .pen, start: Double(k))
            }
        case .append:
            guard isDrawing else {
                #expect(throws: StrokeError.noStrokeInProgress) { try editor.append(sample(k)) }
                break
            }
            try editor.append(sample(k))
            _ = try model.live?.append(sample(k))
        case .end:
            guard let live = model.live else {
                #expect(throws: StrokeError.noStrokeInProgress) { try editor.end() }
                break
            }
            let isChange = !live.points.isEmpty
            #expect(try editor.end() == isChange)
            if isChange { model.change(model.strokes + [live]) }
            model.live = nil
        case .cancel:
            if isDrawing {
                try editor.cancel()
            } else {
                #expect(throws: StrokeError.noStrokeInProgress) { try editor.cancel() }
            }
            model.live = nil
        case .undo, .redo, .clear, .replace: try edit(step, k, &editor, &model)
        case .load:
            let strokes = try [Stroke([sample(k)]), Stroke([sample(k + 1), sample(k + 2)])]
            editor.load(Drawing(size: size, strokes: strokes, date: Double(k)))
            model = Model(history: [strokes])
            #expect(editor.date == Double(k))
        }
        if model.live != nil && isDrawing && step != .append { #expect(editor.drawing == before) }
        check(editor, model)
    }

    private func edit(_ step: Step, _ k: Int, _ editor: inout DrawingEditor, _ model: inout Model) throws {
        let isDrawing = model.live != nil
        if isDrawing {
            #expect(throws: StrokeError.strokeInProgress) {
                switch step {
                case .undo: _ = try editor.undo()
                case .redo: _ = try editor.redo()
                case .clear: _ = try editor.clear()
                default: try editor.replaceAll(with: [])
                }
            }
            return
        }
        switch step {
        case .undo:
            #expect(try editor.undo() == (model.now > 0))
            model.now = max(0, model.now - 1)
        case .redo:
            #expect(try editor.redo() == (model.now < model.history.count - 1))
            model.now = min(model.history.count - 1, model.now + 1)
        case .clear:
            #expect(try editor.clear() == !model.strokes.isEmpty)
            if !model.strokes.isEmpty { model.change([]) }
        default:
            let strokes = try [Stroke([sample(k)])]
            try editor.replaceAll(with: strokes)
            model.change(strokes)
        }
    }

    private func check(_ editor: DrawingEditor, _ model: Model) {
        let live = model.live.map { $0.points.isEmpty ? [] : [$0] } ?? []
        #expect(editor.drawing.strokes == model.strokes + live)
        #expect(editor.canUndo == (model.now > 0) && editor.canRedo == (model.now < model.history.count - 1))
        #expect(editor.isDrawing == (model.live != nil))
        #expect(editor.isEmpty == (model.strokes + live).isEmpty)
        #expect(editor.strokeCount == model.strokes.count + (model.live == nil ? 0 : 1))
        #expect(editor.pointCount == (model.strokes + live).reduce(0) { $0 + $1.points.count })
    }

    /// All sequences of up to four steps: 7,380 of them.
    @Test("Every short sequence of edits matches the model", arguments: Step.allCases.map { $0.rawValue })
    func everyShortSequenceOfEditsMatchesTheModel(first: Int) throws {
        var editor = DrawingEditor(size: size, accuracy: 0.05)
        var model = Model()
        guard let step = Step(rawValue: first) else { return }
        try apply(step, 0, &editor, &model)
        try extend(editor, model, depth: 1)
    }

    private func extend(_ editor: DrawingEditor, _ model: Model, depth: Int) throws {
        guard depth < 4 else { return }
        for step in Step.allCases {
            var editor = editor
            var model = model
            try apply(step, depth, &editor, &model)
            try extend(editor, model, depth: depth + 1)
        }
    }

    @Test("Undoing and redoing all edits restores the drawing", arguments: 0..<10 as Range<UInt64>)
    func undoingAndRedoingAllEditsRestoresTheDrawing(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var editor = DrawingEditor(size: size, accuracy: 0.05)
        var model = Model()
        // Most steps draw, otherwise there is little to undo.
        let steps: [Step] = [.begin, .append, .append, .end, .begin, .append, .end, .undo, .redo, .clear, .replace]
        for k in 0..<150 { try apply(steps[Int(random.next() % 11)], k, &editor, &model) }
        _ = try? editor.end()
        let end = editor.drawing
        let ribs = editor.strokes.map { $0.outline.ribs }
        var count = 0
        while try editor.undo() { count += 1 }
        #expect(editor.isEmpty && !editor.canUndo && count > 0)
        for _ in 0..<count { #expect(try editor.redo()) }
        #expect(editor.drawing == end && editor.strokes.map { $0.outline.ribs } == ribs)
    }

    @Test("Edited ink is the same as that of the finished drawing", arguments: 0..<10 as Range<UInt64>)
    func inkIsTheSameAsThatOfTheFinishedDrawing(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var editor = DrawingEditor(size: size, accuracy: 0.05)
        var model = Model()
        for k in 0..<200 {
            try apply(Step.allCases[Int(random.next() % 9)], k, &editor, &model)
            if random.next() % 4 == 0 { _ = editor.takeChanges() }
            if random.next() % 10 == 0 { editor.setAccuracy([0.05, 0.2][Int(random.next() % 2)]) }
        }
        _ = try? editor.end()
        editor.setAccuracy(0.1)
        while seed % 2 == 0, try editor.undo(), editor.isEmpty {}
        let expected = InkedDrawing(editor.drawing, accuracy: 0.1).strokes
        #expect(editor.strokes.map { $0.outline.ribs } == expected.map { $0.outline.ribs })
    }

    @Test("Ink does not depend on the frames that show it", arguments: 0..<20 as Range<UInt64>)
    func inkDoesNotDependOnFrames(seed: UInt64) throws {
        var hand = SyntheticHand(seed: seed)
        var random = SplitMix64(seed: seed)
        var shown = DrawingEditor(size: size, accuracy: 0.05)
        var rarelyShown = shown
        for count in [1, 3, 200, 700] {
            try shown.begin(brush: .pen)
            try rarelyShown.begin(brush: .pen)
            var changed = InkRect.empty
            for sample in hand.samples(count, rate: 240, noise: 0.3) {
                try shown.append(sample)
                _ = shown.takeChanges()
                try rarelyShown.append(sample)
                if random.next() % 50 == 0 { rarelyShown.showPrediction(seconds: 0.016) }
                if random.next() % 50 == 0 { changed = changed.union(rarelyShown.takeChanges().live) }
            }
            try shown.end()
            try rarelyShown.end()
            changed = changed.union(rarelyShown.takeChanges().live)
            let ink = try #require(rarelyShown.strokes.last)
            #expect(
                ink.outline.ribs == shown.strokes.last?.outline.ribs && ink.lineWidth == shown.strokes.last?.lineWidth)
            #expect(changed.union(ink.outline.bounds) == changed, "seed \(seed)")
        }
    }

    @Test("Clearing can be undone") func clearingCanBeUndone() throws {
        var editor = DrawingEditor(size: size, accuracy: 0.05)
        try editor.begin(brush: .pen)
        try editor.append(sample(1))
        try editor.end()
        let drawing = editor.drawing
        #expect(try editor.clear() && editor.isEmpty)
        #expect(try editor.undo() && editor.drawing == drawing)
        #expect(try editor.redo() && editor.isEmpty)
    }

    @Test("Lifting adds only a new position") func aLiftAddsItsPositionOnly() throws {
        for (end, expected) in [(InkPoint(x: 20, y: 10), 2), (InkPoint(x: 10, y: 10), 1), (InkPoint(x: .nan, y: 0), 1)]
        {
            var editor = DrawingEditor(size: InkSize(width: 100, height: 100), displayScale: 2)
            try editor.begin(brush: .pen)
            try editor.append(StrokePoint(InkPoint(x: 10, y: 10), time: 0, pressure: 0.7, tilt: 0.5, azimuth: 1))
            #expect(try editor.end(liftedAt: end, time: 0.1))
            let points = editor.drawing.strokes[0].points
            #expect(points.count == expected)
            #expect(points.last?.pressure == 0.7 && points.last?.tilt == 0.5 && points.last?.azimuth == 1)
            if expected == 2 { #expect(points[1].position == end && points[1].time == 0.1) }
        }
    }

    @Test("A start beyond the limit is limited, so that the drawing can be opened again") func startsAreLimited() throws
    {
        var editor = DrawingEditor(size: InkSize(width: 100, height: 100), displayScale: 2)
        for start in [Stroke.startLimit + 1, -1e300] {
            try editor.begin(brush: .pen, start: start)
            try editor.append(sample(1))
            try editor.end()
        }
        #expect(editor.drawing.strokes.map(\.start) == [Stroke.startLimit, -Stroke.startLimit])
        #expect(throws: StrokeError.notFinite) { try editor.begin(brush: .pen, start: .infinity) }
    }
}
