// SPDX-License-Identifier: MIT
import InkBytes
import InkExport
import InkGeometry
import InkStroke

/// Encodes one drawing in version 2 of the compact format; see ``PackedStrokes``.
struct PackedStrokesEncoder {
    private let drawing: Drawing
    private var columns: [PackedColumn] = []
    private var output = ByteWriter()

    /// The columns: the starts of strokes, and the channels of samples.
    private static let starts = 0
    private static func index(_ channel: SampleChannel) -> Int { SampleChannel.allCases.firstIndex(of: channel)! + 1 }

    init(_ drawing: Drawing, rounding: PackedStrokes.Rounding?) {
        self.drawing = drawing
        let seconds = rounding?.secondSteps
        let starts = drawing.strokes.map { [Self.start($0)] }
        columns = [Self.column([starts.flatMap(\.self)], steps: seconds)]
        for channel in SampleChannel.allCases {
            let values = drawing.strokes.map { $0.points.compactMap(channel.value(of:)) }
            let steps: UInt32? =
                switch channel {
                case .x, .y: rounding?.pointSteps
                case .time: seconds
                case .pressure: rounding?.pressureSteps
                case .tilt, .azimuth: rounding?.angleSteps
                }
            columns.append(Self.column(values, steps: steps))
        }
    }

    mutating func encode() -> [UInt8] {
        output.append(StrokeCodec.magic)
        output.byte(PackedStrokes.version)
        let date = drawing.date.flatMap { $0.isFinite ? $0 : nil }
        let (width, height) = (Self.side(drawing.size.width), Self.side(drawing.size.height))
        let sides = PackedNumbers.pair(width, height, steps: PackedNumbers.sideSteps)
        output.byte((date == nil ? 0 : 1) | (sides == nil ? 2 : 0))
        append(sides, or: (width, height))
        if let date { output.double(date) }
        for column in columns {
            let number = PackedNumbers.candidates.firstIndex(of: column.steps).map { $0 + 1 }
            let isOther = number == nil && column.steps > 0
            output.byte(column.prediction.rawValue << 6 | UInt8(isOther ? PackedNumbers.otherSteps : number ?? 0))
            if isOther { output.varint(UInt64(column.steps)) }
        }
        output.varint(UInt64(drawing.strokes.count))
        var last: Stroke?
        for stroke in drawing.strokes {
            describe(stroke, isStyleRepeated: last?.brush == stroke.brush && last?.model == stroke.model)
            last = stroke
        }
        let numbers = encodeNumbers()
        output.append(numbers)
        let least = (drawing.pointCount + PackedStrokes.samplesPerByte - 1) / PackedStrokes.samplesPerByte
        output.append([UInt8](repeating: 0, count: max(0, least - numbers.count)))
        output.append(PackedStrokes.checksumBytes(output.bytes))
        return output.bytes
    }

    private mutating func describe(_ stroke: Stroke, isStyleRepeated: Bool) {
        let brush = stroke.brush
        let widths = PackedNumbers.pair(brush.minimumWidth, brush.maximumWidth, steps: PackedNumbers.widthSteps)
        var flags: UInt8 = isStyleRepeated ? 0x40 : widths == nil ? 0x80 : 0
        for (i, channel) in [SampleChannel.pressure, .tilt, .azimuth].enumerated() {
            flags |= Self.presence(of: channel, in: stroke.points) << UInt8(2 * i)
        }
        output.byte(flags)
        if !isStyleRepeated {
            output.byte(brush.tip.rawValue)
            output.byte(stroke.model.rawValue)
            for byte in [brush.color.red, brush.color.green, brush.color.blue, brush.color.alpha] { output.byte(byte) }
            append(widths, or: (brush.minimumWidth, brush.maximumWidth))
            output.varint(UInt64(brush.seed))
        }
        output.varint(UInt64(stroke.points.count))
    }

    private mutating func append(_ steps: (UInt64, UInt64)?, or doubles: (Double, Double)) {
        if let steps {
            output.varint(steps.0)
            output.varint(steps.1)
        } else {
            output.double(doubles.0)
            output.double(doubles.1)
        }
    }

    private mutating func encodeNumbers() -> [UInt8] {
        var coder = RangeWriter()
        var presences = [AdaptiveBit](repeating: AdaptiveBit(), count: SampleChannel.allCases.count)
        for stroke in drawing.strokes {
            encode(Self.start(stroke), column: Self.starts, with: &coder)
            for i in 1..<columns.count { columns[i].beginStroke() }
            let channels = SampleChannel.allCases.map { ($0, Self.presence(of: $0, in: stroke.points)) }
            for point in stroke.points {
                for (i, (channel, presence)) in channels.enumerated() where presence != 0 {
                    let value = channel.value(of: point)
                    if presence == 2 { _ = coder.bit(value == nil ? 0 : 1, &presences[i]) }
                    if let value { encode(value, column: i + 1, with: &coder) }
                }
            }
        }
        return coder.finish()
    }

    private mutating func encode(_ value: Double, column: Int, with coder: inout RangeWriter) {
        _ = columns[column].code(PackedNumbers.integer(value, steps: columns[column].steps), with: &coder)
    }

    /// Returns 0 if no sample has the channel, 1 if all have it, 2 if some have it.
    private static func presence(of channel: SampleChannel, in points: [StrokePoint]) -> UInt8 {
        guard !channel.isRequired else { return 1 }
        let having = points.count { channel.value(of: $0) != nil }
        return having == 0 ? 0 : having == points.count ? 1 : 2
    }

    /// Chooses a column's steps and the prediction that leaves the shortest differences.
    /// - Parameter steps: The steps to round to; `nil` to keep every number. Rounded numbers may fit fewer steps.
    private static func column(_ strokes: [[Double]], steps: UInt32?) -> PackedColumn {
        let limited = steps.map { min(max($0, 1), PackedNumbers.maximumSteps) }
        let values = strokes.flatMap(\.self).map { value in
            guard let limited else { return value }
            return Double(PackedNumbers.integer(value, steps: limited)) / Double(limited)
        }
        let exact = PackedNumbers.exactSteps(values)
        let chosen = limited.map { exact > 0 && exact < $0 ? exact : $0 } ?? exact
        guard chosen > 0 else { return PackedColumn(steps: 0, prediction: .same) }
        let numbers = strokes.map { $0.map { PackedNumbers.integer($0, steps: chosen) } }
        var costs = [0, 0, 0]
        for stroke in numbers where stroke.count > 2 {
            for i in 2..<stroke.count {
                let slope = stroke[i - 1] - stroke[i - 2]
                let change = stroke[i] - stroke[i - 1]
                for (j, wrong) in [change, change - slope, change - slope >> 1].enumerated() {
                    costs[j] += 64 - UInt64(bitPattern: wrong << 1 ^ wrong >> 63).leadingZeroBitCount
                }
            }
        }
        let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        return PackedColumn(steps: chosen, prediction: PackedColumn.Prediction(rawValue: UInt8(best)) ?? .same)
    }

    private static func start(_ stroke: Stroke) -> Double { abs(stroke.start) <= Stroke.startLimit ? stroke.start : 0 }

    private static func side(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        return min(value, Stroke.coordinateLimit)
    }
}
