// SPDX-License-Identifier: MIT
import InkGeometry

/// Writes text as ink in a hand of InkLock's own: a signature for people who cannot draw one.
///
/// It knows A–Z, a–z, 0–9, the space, `. , - ' & ( )`, the letters of U+00C0 to U+017E that are one of these with an
/// accent, a ring, a hook or a bar, and Æ æ Œ œ ß; combining accents (U+0300 and following) join the letter before them.
public enum Handwriting {
    /// Characters after this many are not written.
    public static let characterLimit = 200

    /// How far the letters lean, as the tangent of the angle.
    private static var slant: Double { 0.34 }
    /// Where the baseline lies, from the top, as a part of the height.
    private static var baseline: Double { 0.7 }
    /// Room kept above and below the baseline, in grid units, so that "ace" is no larger than "Alfy".
    private static var ascent: Double { 36 }
    private static var descent: Double { 17 }
    /// Seconds between lifting the pen and setting it down again.
    private static var pause: Double { 0.12 }
    /// The size, in points a grid unit, of letters written at full pace; smaller ones take a hand less time, larger ones
    /// more, but only within these factors.
    private static var fullSpeedScale: Double { 1.5 }
    private static var quickest: Double { 0.9 }
    private static var slowest: Double { 4 }

    /// Strokes that write a text within a size, as a pen sampled 120 times a second would have.
    ///
    /// The line is centred and rests on a baseline at 70 % of the height, where a pad has its line; it is as large as the
    /// size allows with a margin, a tenth of the width at either side.
    /// Connected letters are one stroke; bars, dots and accents follow when the pen lifts, dots as strokes of one sample
    /// and the brush's full width. Equal arguments give equal strokes on every machine.
    ///
    /// Complexity: O(characters), at most ``characterLimit`` of them.
    /// - Parameters:
    ///   - text: UTF-8. White space of any kind is a space.
    ///   - size: in points. A side above ``Stroke/coordinateLimit`` counts as that.
    ///   - brush: what it is written with.
    ///   - model: which curve leads through the samples.
    /// - Returns: the strokes, none when there is nothing to write or the size has no area; and how many characters were
    ///   left out because there is no letter for them, counting each byte that is not UTF-8 as one.
    public static func strokes(
        writing text: [UInt8], in size: Size, brush: Brush, model: StrokeModel = .smooth
    ) -> (strokes: [Stroke], unknown: Int) {
        var line = HandwritingLine()
        var reader = HandwritingText(text)
        var unknown = 0
        var count = 0
        while count < characterLimit, let item = reader.next() {
            count += 1
            switch item {
            case .space: line.addSpace()
            case .unknown: unknown += 1
            case .letter(let key, let mark): if !line.add(key, mark: mark) { unknown += 1 }
            }
        }
        line.lift()
        return (size.hasArea ? fitted(line.nodes, in: size, brush: brush, model: model) : [], unknown)
    }

    private static func fitted(
        _ nodes: [HandwritingLine.Node], in size: Size, brush: Brush, model: StrokeModel
    ) -> [Stroke] {
        var box = Rect.empty
        var index = 0
        while index < nodes.count {
            for point in HandwritingPace(nodes, from: &index, slant: slant).line { box.formUnion(point) }
        }
        guard !box.isEmpty else { return [] }

        let width = min(size.width, Stroke.coordinateLimit)
        let height = min(size.height, Stroke.coordinateLimit)
        let side = min(width, height)
        let margin = min(side * 0.07 + brush.maximumWidth * 0.5, side * 0.25)
        let scale = min(
            (width - 2 * max(margin, width * 0.1)) / max(box.width, 16),
            min(
                (height * baseline - margin) / max(box.maxY, ascent),
                (height * (1 - baseline) - margin) / max(-box.minY, descent)))
        let left = (width - (box.minX + box.maxX) * scale) * 0.5

        let slowness = min(max(scale / fullSpeedScale, quickest), slowest)
        // A dot is pressed, not drawn.
        let dotBrush = Brush(
            tip: brush.tip, color: brush.color, minimumWidth: brush.maximumWidth, maximumWidth: brush.maximumWidth,
            seed: brush.seed)

        var strokes: [Stroke] = []
        var start = 0.0
        index = 0
        while index < nodes.count {
            let pace = HandwritingPace(nodes, from: &index, slant: slant)
            var stroke = Stroke(brush: pace.line.count > 1 ? brush : dotBrush, model: model, start: start)
            for sample in pace.samples(slowness: slowness) {
                var placed = sample
                placed.position = Point(
                    x: left + sample.position.x * scale, y: height * baseline - sample.position.y * scale)
                _ = try? stroke.append(placed)
            }
            start += stroke.duration + pause
            strokes.append(stroke)
        }
        return strokes
    }
}
