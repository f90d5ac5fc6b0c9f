// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Plain lists of positions: `[x, y]`, `[x, y, t]`, `[x, y, pressure, t]`, `[x, y, t, pressure]` or objects with
/// these names, times in milliseconds. Read, never written.
enum PointListJSON {
    /// A stroke, or a list of strokes.
    static func read(
        _ value: JSONValue, name: FileText?, at place: DrawingFileError.Place
    ) throws(DrawingFileError) -> NamedDrawing {
        guard let items = value.array else {
            throw .invalidContent(at: place, reason: "a list of samples or of strokes is expected.")
        }
        let strokes = items.contains(where: isRow) ? [value] : items
        let layout = try RowLayout(strokes, at: place)
        var drawing = ImportedDrawing()
        for (i, stroke) in strokes.enumerated() {
            var here = place
            here.stroke = i + 1
            drawing.strokes.append(try Self.stroke(stroke, layout, at: here))
        }
        return try drawing.named(name, at: place)
    }

    private static func stroke(
        _ value: JSONValue, _ layout: RowLayout, at place: DrawingFileError.Place
    ) throws(DrawingFileError) -> ImportedStroke {
        guard let rows = value.array else { throw .invalidContent(at: place, reason: "a list of samples is expected.") }
        var stroke = ImportedStroke(number: place.stroke ?? 1)
        stroke.samples.reserveCapacity(rows.count)
        stroke.isTimed = rows.first?.isObject == true ? time(of: rows[0]) != nil : (rows.first?.array?.count ?? 0) > 2
        for (i, row) in rows.enumerated() {
            var here = place
            here.sample = i + 1
            guard row.isObject == rows[0].isObject && row.array?.count == rows[0].array?.count else {
                throw .invalidContent(at: here, reason: "all samples of a stroke need the same numbers.")
            }
            if row.isObject {
                stroke.samples.append(try sample(row, isTimed: stroke.isTimed, at: here))
            } else {
                stroke.samples.append(try layout.sample(row.array ?? [], at: here))
            }
        }
        stroke.forgetPlaceholderPressure()
        return stroke
    }

    /// A sample given as an object with x, y and perhaps pressure and time (or t).
    static func sample(
        _ value: JSONValue, isTimed: Bool, at place: DrawingFileError.Place
    ) throws(DrawingFileError) -> StrokePoint {
        guard let x = value["x"]?.number, let y = value["y"]?.number else {
            throw .invalidContent(at: place, reason: "a sample needs the numbers x and y.")
        }
        guard let time = isTimed ? time(of: value) : 0 else {
            throw .invalidContent(at: place, reason: "a sample lacks the time that others of its stroke have.")
        }
        return StrokePoint(InkPoint(x: x, y: y), time: time, pressure: value["pressure"]?.number)
    }

    private static func time(of value: JSONValue) -> Double? { (value["time"] ?? value["t"])?.number }

    private static func isRow(_ value: JSONValue) -> Bool {
        value.isObject || value.array?.first?.number != nil
    }
}
