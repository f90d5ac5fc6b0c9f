// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// One stroke of InkLock's own JSON, being read.
struct DrawingJSONStroke {
    private let value: JSONValue
    private let place: DrawingFileError.Place

    init(_ value: JSONValue, at place: DrawingFileError.Place) {
        self.value = value
        self.place = place
    }

    func stroke(_ warnings: inout ImportWarnings) throws(DrawingFileError) -> Stroke {
        guard value.isObject else { throw failure("a stroke has to be an object.") }
        // The default of the format, whatever new strokes have.
        var model = StrokeModel.smooth
        if let name = value["model"] {
            guard let known = name.text.flatMap(StrokeModel.init(name:)) else {
                throw failure("\"model\" has to be \"fair\", \"smooth\" or \"midpoint-quadratic\".")
            }
            model = known
        }
        guard let start = (value["start"] ?? .number(0)).number else {
            throw failure("\"start\" has to be a number of seconds.")
        }
        guard abs(start) <= Stroke.startLimit else {
            throw failure("\"start\" has to be within ±\(Int(Stroke.startLimit)) seconds.")
        }
        guard let names = value["channels"]?.array, let rows = value["points"]?.array else {
            throw failure("\"channels\" and \"points\" have to be lists.")
        }
        let channels = names.map { $0.text.flatMap(SampleChannel.init(name:)) }
        for channel in SampleChannel.allCases {
            let count = channels.count { $0 == channel }
            guard count == 1 || count == 0 && !channel.isRequired else {
                throw failure("\"channels\" needs x, y and time, and nothing twice.")
            }
        }
        var stroke = Stroke(brush: try brush(&warnings), model: model, start: start)
        for (i, row) in rows.enumerated() {
            var here = place
            here.sample = i + 1
            let point = try point(row, channels, at: here)
            try warnings.append(point, to: &stroke, at: here)
        }
        return stroke
    }

    private func point(
        _ row: JSONValue, _ channels: [SampleChannel?], at here: DrawingFileError.Place
    ) throws(DrawingFileError) -> StrokePoint {
        guard let numbers = row.array, numbers.count == channels.count else {
            throw .invalidContent(at: here, reason: "a sample has to be a list with a number for each channel.")
        }
        var point = StrokePoint(.zero, time: 0)
        for (channel, number) in zip(channels, numbers) {
            // Channels of later versions are passed over.
            guard let channel else { continue }
            if number.isNull && !channel.isRequired { continue }
            guard let number = number.number else {
                throw .invalidContent(at: here, reason: "a channel's value has to be a number.")
            }
            channel.set(number, of: &point)
        }
        return point
    }

    private func brush(_ warnings: inout ImportWarnings) throws(DrawingFileError) -> Brush {
        guard let brush = value["brush"] else { return .pen }
        guard let tip = brush["tip"]?.text.flatMap(Brush.Tip.init(name:)) else {
            throw failure("a brush's \"tip\" has to be \"pen\", \"marker\" or \"pencil\".")
        }
        guard let color = brush["color"]?.text.flatMap({ SRGBColor(css: $0.string) }) else {
            throw failure("a brush's \"color\" has to be \"#rrggbb\" or \"#rrggbbaa\".")
        }
        guard let minimum = brush["minimumWidth"]?.number, let maximum = brush["maximumWidth"]?.number else {
            throw failure("a brush needs \"minimumWidth\" and \"maximumWidth\" in points.")
        }
        guard let seed = UInt32(exactly: (brush["seed"] ?? .number(0)).number ?? -1) else {
            throw failure("a brush's \"seed\" has to be a whole number below 2³².")
        }
        return warnings.brush(tip: tip, color: color, minimum: minimum, maximum: maximum, seed: seed)
    }

    private func failure(_ reason: String) -> DrawingFileError { .invalidContent(at: place, reason: reason) }
}
