// SPDX-License-Identifier: MIT
import InkStroke

/// The changes that importing a drawing required, with their numbers.
struct ImportWarnings {
    private var counts: [ImportWarning: Int] = [:]

    mutating func add(_ warning: ImportWarning) { counts[warning, default: 0] += 1 }

    var texts: [String] {
        ImportWarning.allCases.compactMap { warning in counts[warning].map { warning.text(count: $0) } }
    }

    /// Adds a sample to a stroke and counts the changes that it required.
    mutating func append(
        _ point: StrokePoint, to stroke: inout Stroke, at place: DrawingFileError.Place
    ) throws(DrawingFileError) {
        do throws(StrokeError) {
            let kept = try stroke.append(point)
            if kept.time != point.time { add(.raisedTime) }
            if kept.pressure != point.pressure { add(.limitedPressure) }
        } catch {
            throw .invalidContent(
                at: place,
                reason: "a position has to lie within 1000000 points of the origin, a time within twelve days of the "
                    + "stroke's start.")
        }
    }

    /// Returns a brush with the widths of a file, in points.
    mutating func brush(
        tip: Brush.Tip, color: SRGBColor, minimum: Double, maximum: Double, seed: UInt32 = 0
    ) -> Brush {
        let brush = Brush(tip: tip, color: color, minimumWidth: minimum, maximumWidth: maximum, seed: seed)
        if brush.minimumWidth != minimum || brush.maximumWidth != maximum { add(.limitedWidth) }
        return brush
    }
}
