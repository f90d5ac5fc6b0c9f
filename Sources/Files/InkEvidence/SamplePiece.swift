// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Consecutive samples of one stroke, as the device reported them.
struct SamplePiece: Hashable {
    /// The properties of a stroke, which its first piece states.
    struct Head: Hashable {
        let brush: Brush
        let model: StrokeModel
        /// The time of the stroke's first sample in seconds since the beginning of the recording.
        let start: Double
    }

    /// The stroke's head, or `nil` if this piece continues a stroke.
    let head: Head?
    /// A Boolean value that indicates whether the stroke ends with this piece.
    let isEnd: Bool
    /// The samples, 1...``EvidenceLimits/blockSamples``.
    let points: [StrokePoint]

    private static let coordinates = -Stroke.coordinateLimit...Stroke.coordinateLimit
    private static let times = -Stroke.timeLimit...Stroke.timeLimit
    private static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

    /// Returns whether a sample can be recorded.
    static func isRecordable(_ point: StrokePoint) -> Bool {
        coordinates ~= point.position.x && coordinates ~= point.position.y && times ~= point.time
            && [point.pressure, point.tilt, point.azimuth].allSatisfy { $0.map { finite ~= $0 } ?? true }
    }

    static func isRecordable(start: Double) -> Bool { times ~= start }

    func write(to output: inout CBORWriter) {
        output.array(8)
        if let head { head.write(to: &output) } else { output.null() }
        output.bool(isEnd)
        column(to: &output) { $0.position.x }
        column(to: &output) { $0.position.y }
        column(to: &output) { $0.time }
        optionalColumn(to: &output) { $0.pressure }
        optionalColumn(to: &output) { $0.tilt }
        optionalColumn(to: &output) { $0.azimuth }
    }

    private func column(to output: inout CBORWriter, _ value: (StrokePoint) -> Double) {
        output.array(points.count)
        for point in points { output.double(value(point)) }
    }

    /// Writes a null if no sample has the value.
    private func optionalColumn(to output: inout CBORWriter, _ value: (StrokePoint) -> Double?) {
        guard points.contains(where: { value($0) != nil }) else { return output.null() }
        output.array(points.count)
        for point in points {
            if let value = value(point) { output.double(value) } else { output.null() }
        }
    }
}

extension SamplePiece {
    init(from input: inout CBORReader) throws(CBORError) {
        _ = try input.array(8...8)
        let head = input.isNull() ? nil : try Head(from: &input)
        let isEnd = try input.bool()
        let count = try input.array(1...EvidenceLimits.blockSamples)
        var points = [StrokePoint](repeating: StrokePoint(.zero, time: 0), count: count)
        for i in points.indices { points[i].position.x = try input.double(in: Self.coordinates) }
        _ = try input.array(count...count)
        for i in points.indices { points[i].position.y = try input.double(in: Self.coordinates) }
        _ = try input.array(count...count)
        for i in points.indices { points[i].time = try input.double(in: Self.times) }
        try Self.readColumn(\.pressure, of: &points, from: &input)
        try Self.readColumn(\.tilt, of: &points, from: &input)
        try Self.readColumn(\.azimuth, of: &points, from: &input)
        self.init(head: head, isEnd: isEnd, points: points)
    }

    private static func readColumn(
        _ value: WritableKeyPath<StrokePoint, Double?>, of points: inout [StrokePoint], from input: inout CBORReader
    ) throws(CBORError) {
        if input.isNull() { return }
        let start = input.fault
        _ = try input.array(points.count...points.count)
        for i in points.indices where !input.isNull() { points[i][keyPath: value] = try input.double() }
        // A column of nulls has a shorter form.
        guard points.contains(where: { $0[keyPath: value] != nil }) else { throw start }
    }

    init(_ bytes: [UInt8]) throws(CBORError) {
        var input = CBORReader(bytes)
        try self.init(from: &input)
        try input.end()
    }

    func encoded() -> [UInt8] {
        var output = CBORWriter()
        write(to: &output)
        return output.bytes
    }
}

extension SamplePiece.Head {
    func write(to output: inout CBORWriter) {
        output.array(7)
        output.integer(Int64(brush.tip.rawValue))
        output.unsigned(UInt64(brush.color.rgba))
        output.double(brush.minimumWidth)
        output.double(brush.maximumWidth)
        output.unsigned(UInt64(brush.seed))
        output.integer(Int64(model.rawValue))
        output.double(start)
    }

    init(from input: inout CBORReader) throws(CBORError) {
        let fault = input.fault
        _ = try input.array(7...7)
        guard let tip = Brush.Tip(rawValue: UInt8(try input.count(in: 0...255))) else { throw fault }
        let color = SRGBColor(rgba: UInt32(try input.unsigned(in: 0...UInt64(UInt32.max))))
        let minimum = try input.double(in: Brush.widthLimits)
        let maximum = try input.double(in: minimum...Brush.widthLimits.upperBound)
        let seed = UInt32(try input.unsigned(in: 0...UInt64(UInt32.max)))
        guard let model = StrokeModel(rawValue: UInt8(try input.count(in: 0...255))) else { throw fault }
        let start = try input.double(in: -Stroke.timeLimit...Stroke.timeLimit)
        self.init(
            brush: Brush(tip: tip, color: color, minimumWidth: minimum, maximumWidth: maximum, seed: seed),
            model: model, start: start)
    }
}
