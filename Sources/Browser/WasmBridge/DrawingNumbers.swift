// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A drawing as a list of numbers, for the page to read and write.
///
/// The list starts with width, height, date or NaN, and the number of strokes. Each stroke follows with its tip,
/// colour, minimum and maximum width, seed, model, start and number of samples, then six numbers per sample, NaN for
/// channels that were not measured.
public enum DrawingNumbers {
    /// The count of numbers of a sample.
    public static var perSample: Int { 6 }
    package static var perDrawing: Int { 4 }
    package static var perStroke: Int { 8 }
    /// The places in the head of a drawing.
    package static var width: Int { 0 }
    package static var height: Int { 1 }
    package static var date: Int { 2 }
    package static var strokeCount: Int { 3 }
    /// The places of the maximum width, the start and the number of samples in the head of a stroke.
    package static var maximumWidth: Int { 3 }
    package static var start: Int { 6 }
    package static var sampleCount: Int { 7 }
    /// The place of the time in a sample.
    package static var time: Int { 2 }

    /// Returns the sample whose numbers begin at an index of the list.
    public static func sample(_ numbers: UnsafeBufferPointer<Double>, at i: Int) -> StrokePoint {
        StrokePoint(
            InkPoint(x: numbers[i], y: numbers[i + 1]), time: numbers[i + time], pressure: numbers[i + 3],
            tilt: numbers[i + 4], azimuth: numbers[i + 5])
    }

    /// Returns the list of a drawing.
    /// - Complexity: O(samples).
    public static func encode(_ drawing: Drawing) -> [Double] {
        var numbers: [Double] = []
        append(drawing.size.width, drawing.size.height, to: &numbers)
        append(drawing.date ?? .nan, Double(drawing.strokes.count), to: &numbers)
        for stroke in drawing.strokes {
            let brush = stroke.brush
            append(Double(brush.tip.rawValue), Double(brush.color.rgba), to: &numbers)
            append(brush.minimumWidth, brush.maximumWidth, to: &numbers)
            append(Double(brush.seed), Double(stroke.model.rawValue), to: &numbers)
            append(stroke.start, Double(stroke.points.count), to: &numbers)
            for point in stroke.points {
                append(point.position.x, point.position.y, to: &numbers)
                append(point.time, point.pressure ?? .nan, to: &numbers)
                append(point.tilt ?? .nan, point.azimuth ?? .nan, to: &numbers)
            }
        }
        return numbers
    }

    /// Appends two numbers. One copy of this function keeps the modules small.
    @inline(never) private static func append(_ first: Double, _ second: Double, to numbers: inout [Double]) {
        numbers.append(first)
        numbers.append(second)
    }

    /// Returns the drawing, or `nil` for numbers that do not describe one.
    public static func decode(_ numbers: UnsafeBufferPointer<Double>) -> Drawing? {
        guard numbers.count >= perDrawing, let strokes = Int(exactly: numbers[strokeCount]), strokes >= 0 else {
            return nil
        }
        let sides = 0...Stroke.coordinateLimit
        let size = InkSize(width: numbers[width], height: numbers[height])
        guard sides.contains(size.width) && sides.contains(size.height) else { return nil }
        var drawing = Drawing(size: size, date: numbers[date].isFinite ? numbers[date] : nil)
        var i = perDrawing
        for _ in 0..<strokes {
            guard numbers.count - i >= perStroke, let brush = brush(numbers, at: i),
                let model = UInt8(exactly: numbers[i + 5]).flatMap({ StrokeModel(rawValue: $0) }),
                abs(numbers[i + start]) <= Stroke.startLimit, let count = Int(exactly: numbers[i + sampleCount]),
                count >= 0,
                count <= (numbers.count - i - perStroke) / perSample
            else { return nil }
            var stroke = Stroke(brush: brush, model: model, start: numbers[i + start])
            i += perStroke
            for _ in 0..<count {
                do throws(StrokeError) { try stroke.append(sample(numbers, at: i)) } catch { return nil }
                i += perSample
            }
            drawing.strokes.append(stroke)
        }
        return i == numbers.count ? drawing : nil
    }

    private static func brush(_ numbers: UnsafeBufferPointer<Double>, at i: Int) -> Brush? {
        guard let tip = UInt8(exactly: numbers[i]).flatMap({ Brush.Tip(rawValue: $0) }),
            let color = UInt32(exactly: numbers[i + 1]), let seed = UInt32(exactly: numbers[i + 4])
        else { return nil }
        return Brush(
            tip: tip, color: SRGBColor(rgba: color), minimumWidth: numbers[i + 2],
            maximumWidth: numbers[i + maximumWidth],
            seed: seed)
    }
}
