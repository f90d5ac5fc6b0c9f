// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Writes text as ink in InkLock's own handwriting: a signature for people who cannot draw one.
///
/// It supports A–Z, a–z, 0–9, the space, `. , - ' & ( )`, the letters of U+00C0 to U+017E that are one of these with an
/// accent, a ring, a hook or a bar, and Æ æ Œ œ ß. Combining accents (U+0300 and following) apply to the preceding
/// letter.
public enum Handwriting {
    /// The maximum number of characters. Further characters are not written.
    public static let characterLimit = 200

    /// The slant of the letters, as the tangent of the angle.
    private static var slant: Double { 0.34 }
    /// The distance of the baseline from the top, as a fraction of the height.
    package static var baseline: Double { 0.7 }
    /// The margin above and below, as a fraction of the shorter side, beside half the width of the brush.
    package static var margin: Double { 0.07 }
    /// The maximum of this margin, as a fraction of the shorter side.
    package static var marginLimit: Double { 0.25 }
    /// The minimum margin on the left and on the right, as a fraction of the width.
    package static var sideMargin: Double { 0.1 }
    /// The space reserved above and below the baseline in grid units, so that "ace" is no larger than "Alfy".
    private static var ascent: Double { 36 }
    private static var descent: Double { 17 }
    /// The sample rate in hertz.
    package static var rate: Double { 120 }
    /// The time in seconds between lifting the pen and setting it down again.
    package static var pause: Double { 0.12 }
    /// The size, in points per grid unit, of letters written at full pace. Smaller letters take less time and larger
    /// ones more, within these factors.
    private static var fullSpeedScale: Double { 1.5 }
    private static var quickest: Double { 0.9 }
    private static var slowest: Double { 4 }
    /// The maximum width of the pen in grid units, about a sixth of the height of small letters. A wider one would fill
    /// their loops.
    private static var widestPen: Double { 2.75 }

    /// Returns strokes that write `text` within `size`, as a pen sampled at 120 Hz would produce them.
    ///
    /// The line is centred, on a baseline at 70 % of the height, where a signature pad has its line. It is as large as
    /// the size allows with a margin of a tenth of the width on either side. Connected letters form one stroke. Bars,
    /// dots and accents follow when the pen lifts; dots are strokes of one sample with the brush's full width. Equal
    /// arguments give equal strokes on every machine.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8. White space of any kind counts as a space.
    ///   - size: The available size in points. A side above `Stroke.coordinateLimit` is lowered to it.
    ///   - brush: The brush of the strokes. If it is wider than a sixth of the height of small letters, its widths are
    ///     lowered in proportion.
    ///   - model: The curve through the samples.
    /// - Returns: The strokes, empty if there is nothing to write or the size has no area; and the number of characters
    ///   left out because the handwriting has no letter for them. Each byte that is not UTF-8 counts as one character.
    /// - Complexity: O(characters), at most ``characterLimit``.
    public static func strokes(
        writing text: [UInt8], in size: InkSize, brush: Brush, model: StrokeModel = .fair
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
        _ nodes: [HandwritingLine.Node], in size: InkSize, brush: Brush, model: StrokeModel
    ) -> [Stroke] {
        var box = InkRect.empty
        var index = 0
        while index < nodes.count {
            for point in HandwritingPace(nodes, from: &index, slant: slant).line { box.formUnion(point) }
        }
        guard !box.isEmpty else { return [] }

        let width = min(size.width, Stroke.coordinateLimit)
        let height = min(size.height, Stroke.coordinateLimit)
        let side = min(width, height)
        let margin = min(side * Self.margin + brush.maximumWidth * 0.5, side * marginLimit)
        let scale = min(
            (width - 2 * max(margin, width * sideMargin)) / max(box.width, 16),
            min(
                (height * baseline - margin) / max(box.maxY, ascent),
                (height * (1 - baseline) - margin) / max(-box.minY, descent)))
        let left = (width - (box.minX + box.maxX) * scale) * 0.5

        let slowness = min(max(scale / fullSpeedScale, quickest), slowest)
        let widest = min(brush.maximumWidth, widestPen * scale)
        let narrowest = brush.minimumWidth * (widest / brush.maximumWidth)
        let pen = Brush(
            tip: brush.tip, color: brush.color, minimumWidth: narrowest, maximumWidth: widest, seed: brush.seed)
        // A dot has the full width of the pen, because it is pressed and not moved.
        let dotPen = Brush(
            tip: brush.tip, color: brush.color, minimumWidth: widest, maximumWidth: widest, seed: brush.seed)

        var strokes: [Stroke] = []
        var start = 0.0
        index = 0
        while index < nodes.count {
            let pace = HandwritingPace(nodes, from: &index, slant: slant)
            var stroke = Stroke(brush: pace.line.count > 1 ? pen : dotPen, model: model, start: start)
            for sample in pace.samples(slowness: slowness) {
                var placed = sample
                placed.position = InkPoint(
                    x: left + sample.position.x * scale, y: height * baseline - sample.position.y * scale)
                _ = try? stroke.append(placed)
            }
            start += stroke.duration + pause
            strokes.append(stroke)
        }
        return strokes
    }
}
