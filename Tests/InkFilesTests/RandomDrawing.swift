// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport

/// A drawing of every kind of brush and channel, with nothing of a hand about it; its strokes reach this many points
/// from the origin, or less.
func randomDrawing(_ random: inout SplitMix64, reach: Double = Stroke.coordinateLimit) -> Drawing {
    var drawing = Drawing(
        size: InkSize(
            width: Double.random(in: 0...2000, using: &random), height: Double.random(in: 0...2000, using: &random)),
        date: Bool.random(using: &random) ? Double.random(in: 1e9...2e9, using: &random) : nil)
    var start = 0.0
    for _ in 0..<Int.random(in: 1...5, using: &random) {
        let brush = Brush(
            tip: Brush.Tip.allCases.randomElement(using: &random)!,
            color: SRGBColor(rgba: UInt32.random(in: 0...UInt32.max, using: &random)),
            minimumWidth: Double.random(in: 0.1...20, using: &random),
            maximumWidth: Double.random(in: 0.1...512, using: &random),
            seed: UInt32.random(in: 0...UInt32.max, using: &random))
        var stroke = Stroke(brush: brush, model: StrokeModel.allCases.randomElement(using: &random)!, start: start)
        let reach = [10.0, 500, reach].randomElement(using: &random)!
        let chance = (0..<3).map { _ in [0.0, 0.5, 1].randomElement(using: &random)! }
        var time = 0.0
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            func maybe(_ channel: Int, _ range: ClosedRange<Double>) -> Double? {
                Double.random(in: 0..<1, using: &random) < chance[channel]
                    ? Double.random(in: range, using: &random) : nil
            }
            let position = InkPoint(
                x: Double.random(in: -reach...reach, using: &random),
                y: Double.random(in: -reach...reach, using: &random))
            try! stroke.append(
                StrokePoint(
                    position, time: time, pressure: maybe(0, 0...1), tilt: maybe(1, 0...1.57),
                    azimuth: maybe(2, -4...7)))
            time += Double.random(in: 0...0.1, using: &random)
        }
        drawing.strokes.append(stroke)
        start += stroke.duration + Double.random(in: 0...3, using: &random)
    }
    return drawing
}

extension Drawing {
    /// The drawing with every stroke beginning after the end of the one before it, as a hand draws.
    var inSequence: Drawing {
        var drawing = self
        var end = 0.0
        for i in drawing.strokes.indices {
            drawing.strokes[i].start = max(drawing.strokes[i].start, end + 0.05)
            end = drawing.strokes[i].start + drawing.strokes[i].duration
        }
        return drawing
    }
}
