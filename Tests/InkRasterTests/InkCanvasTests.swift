// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

/// A simulated user who draws, undoes and edits while a canvas paints occasionally.
private struct Session {
    var random: SplitMix64
    var hand: SyntheticHand
    var editor: DrawingEditor
    var canvas: InkCanvas
    let rendering: Rendering
    private var queue: [StrokePoint] = []

    init(seed: UInt64) throws {
        let size = InkSize(width: 70, height: 35)
        let scale = [1, 1.3, 2][Int(seed % 3)]
        random = SplitMix64(seed: seed)
        hand = SyntheticHand(seed: seed, size: size)
        let image = try Bitmap(width: 3, height: 2, color: SRGBColor(rgba: 0xA0C0_FF80))
        let background = Background(color: seed % 2 == 0 ? .clear : .white, image: seed % 4 == 3 ? image : nil)
        rendering = Rendering(scale: scale, background: background)
        editor = DrawingEditor(size: size, accuracy: InkedDrawing.accuracy(scale: scale))
        canvas = try InkCanvas(size: size, scale: scale, background: background)
    }

    mutating func step() throws {
        switch random.next() % 20 {
        case 0..<2 where !editor.isDrawing:
            let brush = [Brush.pen, .marker, .pencil][Int(random.next() % 3)]
            try editor.begin(brush: brush, model: StrokeModel.allCases[Int(random.next() % 3)])
            let count = [1, 2, 5, 60][Int(random.next() % 4)]
            queue = hand.samples(count, noise: 0.3, start: SyntheticHand.uniform(&random, 0, 9))
        case 0..<13 where editor.isDrawing:
            for _ in 0...random.next() % 8 where !queue.isEmpty { try editor.append(queue.removeFirst()) }
            if queue.isEmpty { try editor.end() }
        case 13 where editor.isDrawing: try editor.cancel()
        case 14..<16 where !editor.isDrawing: _ = try editor.undo()
        case 16 where !editor.isDrawing: _ = try editor.redo()
        case 17 where !editor.isDrawing && random.next() % 3 == 0: _ = try editor.clear()
        case 18 where random.next() % 6 == 0: editor.load(SyntheticHand.drawing(seed: random.next(), size: editor.size))
        case 19 where !editor.isDrawing && random.next() % 4 == 0:
            try editor.replaceAll(with: SyntheticHand.drawing(seed: random.next(), size: editor.size).strokes)
        default: break
        }
    }
}

@Suite struct InkCanvasTests {
    @Test("Live painting matches the rendered drawing", arguments: 0..<16 as Range<UInt64>)
    func livePaintingMatchesTheRenderedDrawing(seed: UInt64) throws {
        var session = try Session(seed: seed)
        for _ in 0..<100 {
            try session.step()
            guard session.random.next() % 3 == 0 else { continue }
            let before = session.canvas.bitmap
            let dirty = session.canvas.paint(&session.editor)
            let after = session.canvas.bitmap
            for y in 0..<after.height {
                let row = Int(y * after.width)..<Int((y + 1) * after.width)
                guard before.pixels[row] != after.pixels[row] else { continue }
                for x in 0..<after.width where before[x, y] != after[x, y] {
                    let isInside = dirty.minX <= x && x < dirty.maxX && dirty.minY <= y && y < dirty.maxY
                    if !isInside { Issue.record("\(x), \(y) changed outside \(dirty)") }
                }
            }
            guard session.random.next() % 4 == 0 else { continue }
            // The stroke in progress is visible up to its last sample.
            let shown = try session.rendering.bitmap(session.editor.drawing)
            #expect(after == shown)
        }
        _ = session.canvas.paint(&session.editor)
        let end = try session.rendering.bitmap(session.editor.drawing)
        #expect(session.canvas.bitmap == end)
        #expect(session.canvas.paint(&session.editor).isEmpty)
    }

    @Test("A prediction leaves no pixels", arguments: 0..<6 as Range<UInt64>)
    func aPredictionLeavesNoPixels(seed: UInt64) throws {
        let size = InkSize(width: 70, height: 35)
        var hand = SyntheticHand(seed: seed, size: size)
        var editor = DrawingEditor(size: size, accuracy: InkedDrawing.accuracy(scale: 2))
        var canvas = try InkCanvas(size: size, scale: 2)
        try editor.begin(brush: seed % 2 == 0 ? .pen : .marker)
        var differences = 0
        for sample in hand.samples(60, noise: 0.3) {
            try editor.append(sample)
            editor.showPrediction(seconds: 0.03)
            _ = canvas.paint(&editor)
            let drawn = try Rendering(scale: 2).bitmap(editor.drawing)
            if canvas.bitmap != drawn { differences += 1 }
            editor.showPrediction(seconds: 0)
            _ = canvas.paint(&editor)
            #expect(canvas.bitmap == drawn)
        }
        #expect(differences > 20)
        editor.showPrediction(seconds: 0.03)
        try editor.end()
        _ = canvas.paint(&editor)
        let drawn = try Rendering(scale: 2).bitmap(editor.drawing)
        #expect(canvas.bitmap == drawn)
    }

    @Test("A new canvas paints everything once") func newCanvasPaintsEverythingOnce() throws {
        var editor = DrawingEditor(size: InkSize(width: 20, height: 10), accuracy: 0.05)
        var canvas = try InkCanvas(
            size: InkSize(width: 20, height: 10), scale: 1, background: Background(color: .white))
        #expect(canvas.bitmap.pixels.allSatisfy { $0 == .max })
        #expect(canvas.paint(&editor) == canvas.bitmap.bounds)
        #expect(canvas.paint(&editor).isEmpty)
        try editor.begin(brush: .pen)
        #expect(canvas.paint(&editor).isEmpty)
        try editor.append(StrokePoint(InkPoint(x: 5, y: 5), time: 0))
        let dirty = canvas.paint(&editor)
        #expect(!dirty.isEmpty && dirty.width < 12)
        #expect(canvas.bitmap[5, 5] == .ink)
    }
}
