// SPDX-License-Identifier: MIT
import InkBytes
import InkExport
import InkGeometry
import InkStroke

/// Decodes one drawing in version 2 of the compact format; see ``PackedStrokes``.
struct PackedStrokesDecoder {
    private let bytes: [UInt8]
    private var input: ByteReader<CodecError>
    private var columns: [PackedColumn] = []
    private var presences = [AdaptiveBit](repeating: AdaptiveBit(), count: SampleChannel.allCases.count)

    private static let checksumCount = 4

    init(_ bytes: [UInt8]) throws(CodecError) {
        let end = bytes.count - Self.checksumCount
        guard end > StrokeCodec.magic.count else { throw .truncated(offset: bytes.count) }
        self.bytes = Array(bytes[..<end])
        input = ByteReader(self.bytes)
        guard bytes[end...].elementsEqual(PackedStrokes.checksumBytes(self.bytes)) else {
            throw .invalid(offset: end)
        }
    }

    mutating func decode() throws(CodecError) -> Drawing {
        // The magic and the version are known.
        _ = try input.bytes(StrokeCodec.magic.count + 1)
        let flagsOffset = input.offset
        let flags = try input.byte()
        guard flags < 4 else { throw .invalid(offset: flagsOffset) }
        var drawing = Drawing()
        drawing.size.width = try side(isDouble: flags & 2 != 0)
        drawing.size.height = try side(isDouble: flags & 2 != 0)
        if flags & 1 != 0 { drawing.date = try finite() }
        for _ in 0...SampleChannel.allCases.count { columns.append(try column()) }
        // A stroke takes at least its flags and count.
        let count = try input.count(bytesEach: 2)
        var described: [(stroke: Stroke, flags: UInt8, count: Int)] = []
        described.reserveCapacity(count)
        var total: UInt64 = 0
        for _ in 0..<count {
            let (stroke, flags) = try style(after: described.last?.stroke)
            let samples = try input.varint(in: 0...UInt64(UInt32.max))
            total += samples
            described.append((stroke, flags, Int(samples)))
        }
        guard total <= UInt64(input.remaining * PackedStrokes.samplesPerByte) else {
            throw .truncated(offset: input.offset)
        }
        var coder = RangeReader(bytes[input.offset...])
        drawing.strokes.reserveCapacity(count)
        for one in described {
            drawing.strokes.append(try stroke(one.stroke, flags: one.flags, count: one.count, with: &coder))
        }
        // After the range-coded numbers, only zero padding may follow.
        guard coder.rest.allSatisfy({ $0 == 0 }) else { throw .trailingBytes(offset: coder.rest.startIndex) }
        return drawing
    }

    private mutating func style(after last: Stroke?) throws(CodecError) -> (Stroke, UInt8) {
        let offset = input.offset
        let flags = try input.byte()
        guard (0..<3).allSatisfy({ flags >> (2 * $0) & 3 != 3 }) else { throw .invalid(offset: offset) }
        if flags & 0x40 != 0 {
            guard let last, flags < 0x80 else { throw .invalid(offset: offset) }
            return (Stroke(brush: last.brush, model: last.model), flags)
        }
        let brushOffset = input.offset
        guard let tip = Brush.Tip(rawValue: try input.byte()), let model = StrokeModel(rawValue: try input.byte())
        else { throw .invalid(offset: brushOffset) }
        let color = SRGBColor(
            red: try input.byte(), green: try input.byte(), blue: try input.byte(), alpha: try input.byte())
        let widthsOffset = input.offset
        let minimum = try width(isDouble: flags >= 0x80)
        let maximum = try width(isDouble: flags >= 0x80)
        guard Brush.widthLimits ~= minimum && Brush.widthLimits ~= maximum && minimum <= maximum else {
            throw .invalid(offset: widthsOffset)
        }
        let seed = UInt32(try input.varint(in: 0...UInt64(UInt32.max)))
        let brush = Brush(tip: tip, color: color, minimumWidth: minimum, maximumWidth: maximum, seed: seed)
        return (Stroke(brush: brush, model: model), flags)
    }

    private mutating func stroke(
        _ style: Stroke, flags: UInt8, count: Int, with coder: inout RangeReader
    ) throws(CodecError) -> Stroke {
        let start = try value(column: 0, with: &coder)
        guard abs(start) <= Stroke.startLimit else { throw .invalid(offset: input.offset) }
        for i in 1..<columns.count { columns[i].beginStroke() }
        var presence = [UInt8](repeating: 1, count: SampleChannel.allCases.count)
        for (i, channel) in SampleChannel.allCases.enumerated() {
            switch channel {
            case .x, .y, .time: break
            case .pressure: presence[i] = flags & 3
            case .tilt: presence[i] = flags >> 2 & 3
            case .azimuth: presence[i] = flags >> 4 & 3
            }
        }
        var points: [StrokePoint] = []
        points.reserveCapacity(count)
        for _ in 0..<count {
            var point = StrokePoint(.zero, time: 0)
            for (i, channel) in SampleChannel.allCases.enumerated() where presence[i] != 0 {
                guard presence[i] == 1 || coder.bit(0, &presences[i]) == 1 else { continue }
                channel.set(try value(column: i + 1, with: &coder), of: &point)
            }
            guard point.time >= points.last?.time ?? point.time, 0...1 ~= point.pressure ?? 0 else {
                throw .invalid(offset: input.offset)
            }
            points.append(point)
        }
        do throws(StrokeError) {
            return try Stroke(points, brush: style.brush, model: style.model, start: start)
        } catch {
            throw .invalid(offset: input.offset)
        }
    }

    private mutating func value(column: Int, with coder: inout RangeReader) throws(CodecError) -> Double {
        let number = columns[column].code(0, with: &coder)
        guard let value = PackedNumbers.double(number, steps: columns[column].steps) else {
            throw .invalid(offset: input.offset)
        }
        return value
    }

    private mutating func finite() throws(CodecError) -> Double {
        let offset = input.offset
        let value = try input.double()
        guard value.isFinite else { throw .invalid(offset: offset) }
        return value
    }

    private mutating func column() throws(CodecError) -> PackedColumn {
        let offset = input.offset
        let byte = try input.byte()
        guard let prediction = PackedColumn.Prediction(rawValue: byte >> 6) else { throw .invalid(offset: offset) }
        let number = Int(byte & 63)
        if number == PackedNumbers.otherSteps {
            let steps = UInt32(try input.varint(in: 1...UInt64(PackedNumbers.maximumSteps)))
            return PackedColumn(steps: steps, prediction: prediction)
        }
        guard number <= PackedNumbers.candidates.count else { throw .invalid(offset: offset) }
        return PackedColumn(steps: number == 0 ? 0 : PackedNumbers.candidates[number - 1], prediction: prediction)
    }

    private mutating func width(isDouble: Bool) throws(CodecError) -> Double {
        isDouble ? try finite() : Double(try input.varint(in: 0...1_000_000)) / PackedNumbers.widthSteps
    }

    private mutating func side(isDouble: Bool) throws(CodecError) -> Double {
        let offset = input.offset
        let value =
            isDouble
            ? try input.double() : Double(try input.varint(in: 0...100_000_000)) / PackedNumbers.sideSteps
        guard value >= 0 && value <= Stroke.coordinateLimit else { throw .invalid(offset: offset) }
        return value
    }
}
