// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The data of signature_pad 4 and 5, as returned by `toData()` and accepted by `fromData()`.
///
/// Its widths are radii of the circles that it stamps, so the width of a line is twice the value in the file.
enum SignaturePadJSON {
    static func read(
        _ value: JSONValue, name: FileText?, at place: DrawingFileError.Place
    ) throws(DrawingFileError) -> NamedDrawing {
        guard let groups = value.array else {
            throw .invalidContent(at: place, reason: "a list of strokes is expected.")
        }
        var drawing = ImportedDrawing()
        for (i, group) in groups.enumerated() {
            var here = place
            here.stroke = i + 1
            guard let points = group["points"]?.array else {
                throw .invalidContent(at: here, reason: "a stroke needs a list of \"points\".")
            }
            if group["compositeOperation"]?.text?.hasPrefix("destination") == true {
                drawing.warnings.add(.erasingStroke)
                continue
            }
            var stroke = ImportedStroke(number: i + 1)
            stroke.isTimed = points.contains { $0["time"]?.number != nil }
            for (j, point) in points.enumerated() {
                here.sample = j + 1
                stroke.samples.append(try PointListJSON.sample(point, isTimed: stroke.isTimed, at: here))
            }
            stroke.forgetPlaceholderPressure()
            var color = SRGBColor.black
            if let text = (group["penColor"] ?? group["color"])?.text {
                if let known = SRGBColor(css: text.string) {
                    color = known
                } else {
                    drawing.warnings.add(.unknownColor)
                }
            }
            stroke.brush = drawing.warnings.brush(
                tip: .pen, color: color, minimum: 2 * (group["minWidth"]?.number ?? 0.5),
                maximum: 2 * (group["maxWidth"]?.number ?? 2.5))
            drawing.strokes.append(stroke)
        }
        return try drawing.named(name, at: place)
    }

    /// The range of JavaScript's `Date`, in seconds since 1970 (ECMA-262, "Time Values and Time Range").
    private static let dates = -8.64e12...8.64e12

    /// Returns the drawing in signature_pad's format, which has no tips, tilt, azimuth, models or size; they are lost.
    /// - Throws: `.unwritable` for times beyond ``dates`` and strokes longer than `Stroke.timeLimit`.
    static func write(_ drawing: Drawing) throws(DrawingFileError) -> [UInt8] {
        let clock = drawing.date ?? 0
        guard
            drawing.strokes.allSatisfy({ stroke in
                dates ~= clock + stroke.start && stroke.points.allSatisfy { dates ~= clock + stroke.start + $0.time }
            })
        else {
            throw .unwritable(
                reason: "A time lies beyond what JavaScript's dates hold, 271821 years before or after 1970.")
        }
        try drawing.checkDurations()
        var json = JSONWriter()
        json.raw("[")
        json.list(drawing.strokes) { json, stroke in
            json.raw("{\"penColor\":\"\(stroke.brush.color.css)\",\"dotSize\":0")
            json.raw(",\"minWidth\":\(decimal(stroke.brush.minimumWidth / 2))")
            json.raw(",\"maxWidth\":\(decimal(stroke.brush.maximumWidth / 2))")
            json.raw(",\"velocityFilterWeight\":0.7,\"compositeOperation\":\"source-over\",\"points\":[")
            json.list(stroke.points) { json, point in
                let seconds = clock + stroke.start + point.time
                json.raw("{\"time\":")
                // Microseconds are the precision of a double at today's dates.
                json.number((seconds * 1_000_000).rounded() / 1000)
                json.raw(",\"x\":\(decimal(point.position.x)),\"y\":\(decimal(point.position.y)),\"pressure\":")
                json.number(point.pressure ?? 0.5)
                json.raw("}")
            }
            json.raw("]}")
        }
        json.raw("]\n")
        return json.bytes
    }
}
