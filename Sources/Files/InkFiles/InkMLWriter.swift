// SPDX-License-Identifier: MIT
import InkStroke

/// Writes InkML (W3C Recommendation, 20 September 2011): positions in points, times in seconds, forces 0 ... 1,
/// angles in radians. Properties that InkML does not define have names with the prefix `inklock:`.
struct InkMLWriter {
    private var output = ""

    /// Returns a drawing as an InkML file.
    /// - Throws: `.unwritable`.
    /// - Complexity: O(samples).
    static func write(_ drawing: Drawing) throws(DrawingFileError) -> [UInt8] {
        let limit = 0...Stroke.coordinateLimit
        guard limit ~= drawing.size.width && limit ~= drawing.size.height else {
            throw .unwritable(reason: "The drawing's sides have to be 0 to \(Int(Stroke.coordinateLimit)) points.")
        }
        guard drawing.date.map({ ($0 * 1000).isFinite }) != false else {
            throw .unwritable(reason: "The drawing's date has to be finite.")
        }
        try drawing.checkDurations()
        var writer = InkMLWriter()
        writer.write(drawing)
        return Array(writer.output.utf8)
    }

    private mutating func write(_ drawing: Drawing) {
        output = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ink xmlns="http://www.w3.org/2003/InkML">
            <annotation type="inklock:width">\(decimal(drawing.size.width))</annotation>
            <annotation type="inklock:height">\(decimal(drawing.size.height))</annotation>
            <definitions>

            """
        if let date = drawing.date {
            output += "<timestamp xml:id=\"beginning\" time=\"\(Self.plain(date * 1000))\"/>\n"
        }
        // One table look-up for each stroke, so that the time is linear in the number of strokes.
        var contextNumbers: [[SampleChannel]: Int] = [:]
        var brushNumbers: [Stroke: Int] = [:]
        var traces = ""
        for stroke in drawing.strokes {
            let channels = Self.channels(of: stroke)
            let context = contextNumbers[channels] ?? contextNumbers.count
            if contextNumbers.updateValue(context, forKey: channels) == nil {
                define(channels, number: context, hasDate: drawing.date != nil)
            }
            let style = Stroke(brush: stroke.brush, model: stroke.model)
            let brush = brushNumbers[style] ?? brushNumbers.count
            if brushNumbers.updateValue(brush, forKey: style) == nil { define(style, number: brush) }
            traces += "<trace contextRef=\"#c\(context)\" brushRef=\"#b\(brush)\""
            traces += " timeOffset=\"\(Self.plain(stroke.start * 1000))\">"
            for (i, point) in stroke.points.enumerated() {
                if i > 0 { traces += "," }
                for (j, channel) in channels.enumerated() {
                    if j > 0 { traces += " " }
                    traces += Self.text(channel, of: point)
                }
            }
            traces += "</trace>\n"
        }
        output += "</definitions>\n" + traces + "</ink>\n"
    }

    /// Returns a number as `xsd:decimal`, which has no exponents.
    private static func plain(_ value: Double) -> String {
        let text = decimal(value)
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
        let digits = parts[0].drop { $0 == "-" }.split(separator: ".")
        let all = digits.joined()
        let point = digits[0].count + exponent
        let sign = value < 0 ? "-" : ""
        if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(all)" }
        if point >= all.count { return sign + all + String(repeating: "0", count: point - all.count) }
        return "\(sign)\(all.prefix(point)).\(all.dropFirst(point))"
    }

    private static func channels(of stroke: Stroke) -> [SampleChannel] {
        SampleChannel.allCases.filter { channel in
            channel.isRequired || stroke.points.contains { channel.value(of: $0) != nil }
        }
    }

    private static func text(_ channel: SampleChannel, of point: StrokePoint) -> String {
        guard let value = channel.value(of: point) else { return "?" }
        return decimal(channel == .tilt ? .pi / 2 - value : value)
    }

    private mutating func define(_ channels: [SampleChannel], number: Int, hasDate: Bool) {
        output += "<context xml:id=\"c\(number)\"\(hasDate ? " timestampRef=\"#beginning\"" : "")><traceFormat>"
        for channel in channels {
            switch channel {
            case .x: output += "<channel name=\"X\" type=\"decimal\" units=\"pt\"/>"
            case .y: output += "<channel name=\"Y\" type=\"decimal\" units=\"pt\"/>"
            case .time: output += "<channel name=\"T\" type=\"decimal\" units=\"s\"/>"
            case .pressure: output += "<channel name=\"F\" type=\"decimal\" min=\"0\" max=\"1\" units=\"dev\"/>"
            case .tilt: output += "<channel name=\"OE\" type=\"decimal\" units=\"rad\"/>"
            case .azimuth: output += "<channel name=\"OA\" type=\"decimal\" units=\"rad\"/>"
            }
        }
        output += "</traceFormat></context>\n"
    }

    private mutating func define(_ style: Stroke, number: Int) {
        let brush = style.brush
        var opaque = brush.color
        opaque.alpha = 255
        output += """
            <brush xml:id="b\(number)">\
            <brushProperty name="color" value="\(opaque.css)"/>\
            <brushProperty name="transparency" value="\(255 - brush.color.alpha)"/>\
            <brushProperty name="width" value="\(Self.plain(brush.maximumWidth))" units="pt"/>\
            <brushProperty name="inklock:minimumWidth" value="\(Self.plain(brush.minimumWidth))" units="pt"/>\
            <brushProperty name="tip" value="ellipse"/>\
            <brushProperty name="rasterOp" value="\(brush.tip == .marker ? "maskPen" : "copyPen")"/>\
            <brushProperty name="inklock:tip" value="\(brush.tip.name)"/>\
            <brushProperty name="inklock:seed" value="\(brush.seed)"/>\
            <brushProperty name="inklock:model" value="\(style.model.name)"/>\
            </brush>

            """
    }
}
