// SPDX-License-Identifier: MIT
import InkBytes
import InkGeometry
import InkStroke

/// Encodes one drawing in the compact format; see ``StrokeCodec``.
struct StrokeEncoder {
    private var output = ByteWriter()
    private let pointSteps: UInt32
    private let secondSteps: UInt32

    init(pointSteps: UInt32, secondSteps: UInt32) {
        self.pointSteps = pointSteps
        self.secondSteps = secondSteps
    }

    mutating func encode(_ drawing: Drawing) -> [UInt8] {
        output.append(StrokeCodec.magic)
        output.byte(StrokeCodec.version)
        output.varint(UInt64(pointSteps))
        output.varint(UInt64(secondSteps))
        output.double(Self.side(drawing.size.width))
        output.double(Self.side(drawing.size.height))
        if let date = drawing.date, date.isFinite {
            output.byte(1)
            output.double(date)
        } else {
            output.byte(0)
        }
        output.varint(UInt64(drawing.strokes.count))
        var lastStart: Int64 = 0
        for i in drawing.strokes.indices {
            let stroke = drawing.strokes[i]
            let last = i == 0 ? nil : drawing.strokes[i - 1]
            let isRepeated = last?.brush == stroke.brush && last?.model == stroke.model
            let limit = Stroke.startLimit
            let nearest = stroke.start.isNaN ? 0 : min(max(stroke.start, -limit), limit)
            let start = Self.quantised(nearest, steps: Double(secondSteps))
            encode(stroke, isBrushRepeated: isRepeated, start: start - lastStart)
            lastStart = start
        }
        return output.bytes
    }

    private mutating func encode(_ stroke: Stroke, isBrushRepeated: Bool, start: Int64) {
        let pressure = StrokeChannel.pressure.presence(in: stroke.points)
        let tilt = StrokeChannel.tilt.presence(in: stroke.points)
        let azimuth = StrokeChannel.azimuth.presence(in: stroke.points)
        let channels =
            pressure.rawValue << StrokeChannel.pressure.shift | tilt.rawValue << StrokeChannel.tilt.shift
            | azimuth.rawValue << StrokeChannel.azimuth.shift
        output.byte(isBrushRepeated ? channels | StrokeCodec.brushIsRepeated : channels)
        if !isBrushRepeated { encode(stroke.brush, stroke.model) }
        output.zigzag(start)
        output.varint(UInt64(stroke.points.count))
        let pointSteps = Double(pointSteps)
        let secondSteps = Double(secondSteps)
        encodeColumn(stroke.points) { Self.quantised($0.position.x, steps: pointSteps) }
        encodeColumn(stroke.points) { Self.quantised($0.position.y, steps: pointSteps) }
        encodeColumn(stroke.points) { Self.quantised($0.time, steps: secondSteps) }
        encode(.pressure, pressure, of: stroke.points)
        encode(.tilt, tilt, of: stroke.points)
        encode(.azimuth, azimuth, of: stroke.points)
    }

    private mutating func encode(_ brush: Brush, _ model: StrokeModel) {
        output.byte(brush.tip.rawValue)
        output.byte(model.rawValue)
        for byte in [brush.color.red, brush.color.green, brush.color.blue, brush.color.alpha] { output.byte(byte) }
        output.varint(UInt64(Self.quantised(brush.minimumWidth, steps: StrokeCodec.widthSteps)))
        output.varint(UInt64(Self.quantised(brush.maximumWidth, steps: StrokeCodec.widthSteps)))
        output.varint(UInt64(brush.seed))
    }

    private mutating func encode(
        _ channel: StrokeChannel, _ presence: StrokeChannel.Presence, of points: [StrokePoint]
    ) {
        guard presence != .none else { return }
        if presence == .some {
            var start = 0
            while start < points.count {
                var bits: UInt8 = 0
                for i in start..<min(start + 8, points.count) where channel.value(of: points[i]) != nil {
                    bits |= 1 << UInt8(i - start)
                }
                output.byte(bits)
                start += 8
            }
        }
        encodeColumn(points) { point in
            guard let value = channel.value(of: point) else { return nil }
            return Self.quantised(value, steps: channel.steps)
        }
    }

    /// Writes each number minus its prediction from the two numbers before it; see ``LinearPrediction``.
    private mutating func encodeColumn(_ points: [StrokePoint], _ number: (StrokePoint) -> Int64?) {
        var prediction = LinearPrediction()
        for point in points {
            guard let value = number(point) else { continue }
            output.zigzag(value &- prediction.next)
            prediction.append(value)
        }
    }

    /// Returns the nearest step, limited to what both 50 bits and `Double` represent exactly, so that rounding again
    /// changes nothing.
    private static func quantised(_ value: Double, steps: Double) -> Int64 {
        let limit = 1_125_899_906_842_624.0  // 2⁵⁰
        let scaled = (value * steps + 0.5).rounded(.down)
        guard scaled > -limit else { return Int64(-limit) }
        guard scaled < limit else { return Int64(limit) }
        return Int64(scaled)
    }

    private static func side(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        return min(value, Stroke.coordinateLimit)
    }
}
