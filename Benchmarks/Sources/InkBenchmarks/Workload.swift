// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport

/// A piece of the engine's work with fixed inputs, for counting its instructions.
enum Workload: String, CaseIterable {
    case traceFair = "trace-fair"
    case traceSmooth = "trace-smooth"
    case traceMidpoint = "trace-midpoint"
    case appendOneByOne = "append-one-by-one"
    case fill
    case live

    /// Does the work `count` times.
    func run(_ count: Int) throws {
        var hand = SyntheticHand(seed: 1)
        let samples = hand.samples(2_000, rate: 240, noise: 0.1)
        let size = InkSize(width: 600, height: 200)
        switch self {
        case .traceFair, .traceSmooth, .traceMidpoint:
            let model: StrokeModel =
                self == .traceFair ? .fair : self == .traceSmooth ? .smooth : .midpointQuadratic
            let stroke = try Stroke(samples, model: model)
            for _ in 0..<count { _ = StrokeTracer(stroke, accuracy: 0.05) }
        case .appendOneByOne:
            for _ in 0..<count {
                var editor = DrawingEditor(size: size, accuracy: 0.05)
                try editor.begin(brush: .pen)
                for sample in samples { try editor.append(sample) }
                try editor.end()
            }
        case .fill:
            let drawing = Drawing(size: size, strokes: [try Stroke(samples[..<1_000].map { $0 })])
            let inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: 3))
            for _ in 0..<count { _ = try Rendering(scale: 3).bitmap(inked) }
        case .live:
            for _ in 0..<count {
                var editor = DrawingEditor(size: size, displayScale: 2)
                var canvas = try InkCanvas(size: size, scale: 2)
                try editor.begin(brush: .pen)
                for sample in samples[..<100] {
                    try editor.append(sample)
                    _ = canvas.paint(&editor)
                }
            }
        }
    }
}
