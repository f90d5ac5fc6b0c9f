// SPDX-License-Identifier: MIT
import InkStroke

/// Counts what a file's drawing needed to become InkLock's.
struct ImportWarnings {
    private var counts: [ReadingNote: Int] = [:]

    mutating func add(_ note: ReadingNote) { counts[note, default: 0] += 1 }

    var warnings: [String] {
        ReadingNote.allCases.compactMap { note in counts[note].map { note.warning(count: $0) } }
    }

    /// Adds a sample to a stroke and notes what changed in it.
    mutating func append(
        _ point: StrokePoint, to stroke: inout Stroke, at place: DrawingFileError.Place
    ) throws(DrawingFileError) {
        do throws(StrokeError) {
            let kept = try stroke.append(point)
            if kept.time != point.time { add(.raisedTime) }
            if kept.pressure != point.pressure { add(.limitedPressure) }
        } catch {
            throw .content(
                at: place,
                reason: "a position has to lie within 1000000 points of the origin, a time within twelve days of the "
                    + "stroke's start.")
        }
    }

    /// A brush of a file's widths, in points.
    mutating func brush(
        tip: Brush.Tip, color: SRGBColor, minimum: Double, maximum: Double, seed: UInt32 = 0
    ) -> Brush {
        let brush = Brush(tip: tip, color: color, minimumWidth: minimum, maximumWidth: maximum, seed: seed)
        if brush.minimumWidth != minimum || brush.maximumWidth != maximum { add(.limitedWidth) }
        return brush
    }
}
