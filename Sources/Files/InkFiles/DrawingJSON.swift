// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// InkLock's own JSON: every number as exactly as it was measured. docs/SPEC.md, "Drawing file (JSON)".
package enum DrawingJSON {
    package static let formatName = "inklock-drawing"
    static let name = FileText(stringLiteral: formatName)
    package static let version = 1

    static func write(_ drawing: Drawing) throws(DrawingFileError) -> [UInt8] {
        let sides = [drawing.size.width, drawing.size.height]
        guard sides.allSatisfy({ 0...Stroke.coordinateLimit ~= $0 }) else {
            throw .unwritable(reason: "The drawing's sides have to be 0 to \(Int(Stroke.coordinateLimit)) points.")
        }
        guard drawing.date?.isFinite != false else {
            throw .unwritable(reason: "The drawing's date has to be finite.")
        }
        var json = JSONWriter()
        json.raw("{\"format\":\"\(name.string)\",\"version\":\(version),\"size\":{\"width\":\(decimal(sides[0]))")
        json.raw(",\"height\":\(decimal(sides[1]))}")
        if let date = drawing.date { json.raw(",\"date\":\(decimal(date))") }
        json.raw(",\"strokes\":[")
        json.list(drawing.strokes) { $0.write($1) }
        json.raw("]}\n")
        return json.bytes
    }

    static func read(_ value: JSONValue, at place: DrawingFileError.Place) throws(DrawingFileError) -> NamedDrawing {
        guard value["format"]?.text == name else {
            throw .invalidContent(at: place, reason: "\"format\" has to be \"\(name.string)\".")
        }
        guard value["version"]?.number == Double(version) else {
            throw .invalidContent(at: place, reason: "this InkLock reads version \(version) only: use a later one.")
        }
        let sides = [value["size"]?["width"]?.number, value["size"]?["height"]?.number].compactMap(\.self)
        guard sides.count == 2, sides.allSatisfy({ 0...Stroke.coordinateLimit ~= $0 }) else {
            throw .invalidContent(at: place, reason: "\"size\" needs a width and a height within 0 ... 1000000.")
        }
        guard let strokes = value["strokes"]?.array else {
            throw .invalidContent(at: place, reason: "\"strokes\" has to be a list.")
        }
        var result = NamedDrawing(drawing: Drawing(size: InkSize(width: sides[0], height: sides[1])))
        if let date = value["date"], !date.isNull {
            guard let seconds = date.number else {
                throw .invalidContent(at: place, reason: "\"date\" has to be seconds since 1970.")
            }
            result.drawing.date = seconds
        }
        var warnings = ImportWarnings()
        for (i, stroke) in strokes.enumerated() {
            var here = place
            here.stroke = i + 1
            result.drawing.strokes.append(try DrawingJSONStroke(stroke, at: here).stroke(&warnings))
        }
        result.warnings = warnings.texts
        return result
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ stroke: Stroke) {
        let brush = stroke.brush
        raw("{\"brush\":{\"tip\":\"\(brush.tip.name)\",\"color\":\"\(brush.color.css)\"")
        raw(",\"minimumWidth\":\(decimal(brush.minimumWidth)),\"maximumWidth\":\(decimal(brush.maximumWidth))")
        raw(",\"seed\":\(brush.seed)},\"model\":\"\(stroke.model.name)\",\"start\":\(decimal(stroke.start))")
        let channels = SampleChannel.allCases.filter { channel in
            channel.isRequired || stroke.points.contains { channel.value(of: $0) != nil }
        }
        raw(",\"channels\":[\(channels.map { "\"\($0.rawValue)\"" }.joined(separator: ","))],\"points\":[")
        list(stroke.points) { json, point in
            json.raw("[")
            json.list(channels) { $0.number($1.value(of: point)) }
            json.raw("]")
        }
        raw("]}")
    }
}
