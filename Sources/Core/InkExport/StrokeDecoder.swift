// SPDX-License-Identifier: MIT
import InkBytes
import InkGeometry
import InkStroke

/// Decodes one drawing in the compact format; see ``StrokeCodec``.
struct StrokeDecoder {
    private var input: ByteReader<CodecError>
    private var pointSteps = 1.0
    private var secondSteps = 1.0

    init(_ bytes: [UInt8]) { input = ByteReader(bytes) }

    mutating func decode() throws(CodecError) -> Drawing {
        guard input.skip(StrokeCodec.magic) else { throw .notCompactStrokes }
        let version = try input.byte()
        guard version == StrokeCodec.version else { throw .unsupportedVersion(version) }
        pointSteps = Double(
            try input.varint(in: UInt64(StrokeCodec.pointSteps.lowerBound)...UInt64(StrokeCodec.pointSteps.upperBound)))
        secondSteps = Double(
            try input.varint(
                in: UInt64(StrokeCodec.secondSteps.lowerBound)...UInt64(StrokeCodec.secondSteps.upperBound)))
        var drawing = Drawing(size: InkSize(width: try side(), height: try side()))
        if try input.varint(in: 0...1) == 1 {
            let offset = input.offset
            let date = try input.double()
            guard date.isFinite else { throw .invalid(offset: offset) }
            drawing.date = date
        }
        // A stroke takes at least three bytes: its first byte, start and count.
        let count = try input.count(bytesEach: 3)
        drawing.strokes.reserveCapacity(count)
        var start: Int64 = 0
        for _ in 0..<count { drawing.strokes.append(try stroke(after: drawing.strokes.last, start: &start)) }
        try input.end()
        return drawing
    }

    private mutating func stroke(after last: Stroke?, start: inout Int64) throws(CodecError) -> Stroke {
        let offset = input.offset
        let flags = try input.byte()
        guard flags < 0x80 else { throw .invalid(offset: offset) }
        var stroke: Stroke
        if flags & StrokeCodec.brushIsRepeated != 0 {
            guard let last else { throw .invalid(offset: offset) }
            stroke = Stroke(brush: last.brush, model: last.model)
        } else {
            stroke = try brushedStroke()
        }
        let startOffset = input.offset
        start = start &+ (try input.zigzag())
        guard abs(Double(start)) <= 1_125_899_906_842_624 else { throw .invalid(offset: startOffset) }
        stroke.start = Double(start) / secondSteps
        guard abs(stroke.start) <= Stroke.startLimit else { throw .invalid(offset: startOffset) }

        // A sample takes at least one byte for each of x, y and time.
        let count = try input.count(bytesEach: 3)
        let samplesOffset = input.offset
        var points = [StrokePoint](repeating: StrokePoint(.zero, time: 0), count: count)
        try column(of: &points, steps: pointSteps) { $0.position.x = $1 }
        try column(of: &points, steps: pointSteps) { $0.position.y = $1 }
        try column(of: &points, steps: secondSteps) { $0.time = $1 }
        try decode(.pressure, flags, into: &points)
        try decode(.tilt, flags, into: &points)
        try decode(.azimuth, flags, into: &points)
        do throws(StrokeError) {
            return try Stroke(points, brush: stroke.brush, model: stroke.model, start: stroke.start)
        } catch {
            throw .invalid(offset: samplesOffset)
        }
    }

    private mutating func brushedStroke() throws(CodecError) -> Stroke {
        let offset = input.offset
        guard let tip = Brush.Tip(rawValue: try input.byte()), let model = StrokeModel(rawValue: try input.byte())
        else { throw .invalid(offset: offset) }
        let color = SRGBColor(
            red: try input.byte(), green: try input.byte(), blue: try input.byte(), alpha: try input.byte())
        let widthsOffset = input.offset
        let minimum = Double(try input.varint(in: 0...1_000_000)) / StrokeCodec.widthSteps
        let maximum = Double(try input.varint(in: 0...1_000_000)) / StrokeCodec.widthSteps
        guard Brush.widthLimits ~= minimum && Brush.widthLimits ~= maximum && minimum <= maximum else {
            throw .invalid(offset: widthsOffset)
        }
        let seed = UInt32(try input.varint(in: 0...UInt64(UInt32.max)))
        return Stroke(
            brush: Brush(tip: tip, color: color, minimumWidth: minimum, maximumWidth: maximum, seed: seed),
            model: model)
    }

    private mutating func decode(
        _ channel: StrokeChannel, _ flags: UInt8, into points: inout [StrokePoint]
    ) throws(CodecError) {
        let offset = input.offset
        switch StrokeChannel.Presence(rawValue: flags >> channel.shift & 3) {
        case .some(.none): return
        case .some(.all):
            guard input.remaining >= points.count else { throw .truncated(offset: offset) }
            var prediction = LinearPrediction()
            for i in points.indices { try value(channel, &prediction, of: &points[i]) }
        case .some(.some):
            let mapSize = (points.count + 7) / 8
            let map = try input.bytes(mapSize)
            var prediction = LinearPrediction()
            for i in points.indices where map[i / 8] >> UInt8(i % 8) & 1 == 1 {
                try value(channel, &prediction, of: &points[i])
            }
        case nil: throw .invalid(offset: offset)
        }
    }

    private mutating func value(
        _ channel: StrokeChannel, _ prediction: inout LinearPrediction, of point: inout StrokePoint
    ) throws(CodecError) {
        let offset = input.offset
        let number = prediction.next &+ (try input.zigzag())
        prediction.append(number)
        let value = Double(number) / channel.steps
        guard channel != .pressure || 0...1 ~= value else { throw .invalid(offset: offset) }
        channel.set(value, of: &point)
    }

    private mutating func column(
        of points: inout [StrokePoint], steps: Double, set: (inout StrokePoint, Double) -> Void
    ) throws(CodecError) {
        var prediction = LinearPrediction()
        for i in points.indices {
            let number = prediction.next &+ (try input.zigzag())
            prediction.append(number)
            set(&points[i], Double(number) / steps)
        }
    }

    private mutating func side() throws(CodecError) -> Double {
        let offset = input.offset
        let value = try input.double()
        guard value >= 0 && value <= Stroke.coordinateLimit else { throw .invalid(offset: offset) }
        return value
    }
}
