// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A drawing from another program's file: strokes on one clock, possibly without a size.
struct ImportedDrawing {
    struct Beginning {
        /// Milliseconds on the file's clock.
        var clock: Double
        /// Seconds since 1970; `nil` if the file does not contain a date.
        var date: Double?

        /// Creates the beginning of a clock with this reading at the first sample.
        init(firstSample clock: Double) {
            self.clock = clock
            date = clock >= ImportedDrawing.earliestDate ? clock / 1000 : nil
        }

        init(clock: Double, date: Double?) {
            self.clock = clock
            self.date = date
        }
    }

    /// The distance between the outermost samples and the edges, in points, if the file has no size.
    static let margin = 16.0
    /// The seconds between the samples of a file without times.
    static let assumedInterval = 1.0 / 60
    /// Clocks that begin later than this, in milliseconds, count from 1970: 3 March 1973.
    static let earliestDate = 1e11

    var strokes: [ImportedStroke] = []
    /// The size; `nil` if the file does not contain one.
    var size: InkSize?
    /// The time at which the drawing began, by the file's own clock and by date; `nil` for that of the first sample.
    var beginning: Beginning?
    var warnings = ImportWarnings()

    /// Converts the drawing: the times of every stroke start at its first sample, strokes start relative to the
    /// beginning of the drawing, and the drawing has a size.
    /// - Complexity: O(samples).
    func named(_ name: FileText?, at place: DrawingFileError.Place) throws(DrawingFileError) -> NamedDrawing {
        guard name?.utf8.count ?? 0 <= NamedDrawing.maximumNameBytes else {
            throw .invalidContent(
                at: place, reason: "a drawing's name has more than \(NamedDrawing.maximumNameBytes) bytes: shorten it.")
        }
        var warnings = warnings
        let shift = shift
        if shift != .zero { warnings.add(.movedNegatives) }
        if strokes.contains(where: { !$0.isTimed && !$0.samples.isEmpty }) { warnings.add(.missingTimes) }
        let first = strokes.filter { $0.isTimed && !$0.samples.isEmpty }.map { $0.samples[0].time + $0.offset }.min()
        let beginning = beginning ?? Beginning(firstSample: first ?? 0)
        var drawing = Drawing(size: InkSize(width: 0, height: 0), date: beginning.date)
        var end = 0.0
        for foreign in strokes {
            guard let first = foreign.samples.first else {
                warnings.add(.emptyStroke)
                continue
            }
            let start = foreign.isTimed ? (first.time + foreign.offset - beginning.clock) / 1000 : end
            guard abs(start) <= Stroke.startLimit else {
                throw .invalidContent(
                    at: .init(drawing: place.drawing, stroke: foreign.number), reason: "a time is too large.")
            }
            var stroke = Stroke(brush: foreign.brush, model: foreign.model, start: start)
            for (i, sample) in foreign.samples.enumerated() {
                var point = sample
                point.position = point.position + shift
                point.time = foreign.isTimed ? (sample.time - first.time) / 1000 : Double(i) * Self.assumedInterval
                let here = DrawingFileError.Place(drawing: place.drawing, stroke: foreign.number, sample: i + 1)
                try warnings.append(point, to: &stroke, at: here)
            }
            end = stroke.start + stroke.duration + Self.assumedInterval
            drawing.strokes.append(stroke)
        }
        drawing.size = size ?? Self.size(around: drawing.sampleBounds)
        return NamedDrawing(name: name?.string, drawing: drawing, warnings: warnings.texts)
    }

    /// The translation that moves negative positions to the margin, on the axes that have any, as far as the greatest
    /// position leaves room; zero in a drawing of known size.
    private var shift: InkPoint {
        guard size == nil else { return .zero }
        var bounds = InkRect.empty
        for stroke in strokes { for sample in stroke.samples { bounds.formUnion(sample.position) } }
        return InkPoint(
            x: Self.shift(from: bounds.minX, to: bounds.maxX), y: Self.shift(from: bounds.minY, to: bounds.maxY))
    }

    private static func shift(from least: Double, to greatest: Double) -> Double {
        guard least < 0 else { return 0 }
        // Rounding may bring a sum beyond the limit.
        let room = (Stroke.coordinateLimit - greatest) * (1 - 1e-9) - 1e-9
        return max(0, min(margin - least, room))
    }

    private static func size(around bounds: InkRect) -> InkSize {
        guard !bounds.isEmpty else { return InkSize(width: 2 * margin, height: 2 * margin) }
        return InkSize(
            width: min(bounds.maxX + margin, Stroke.coordinateLimit),
            height: min(bounds.maxY + margin, Stroke.coordinateLimit))
    }
}
