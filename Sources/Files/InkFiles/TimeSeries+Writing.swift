// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

extension TimeSeries {
    /// Points in a metre: a point is 1/72 inch.
    static let pointsPerMetre = 72 / 0.0254
    /// The greatest stored force: full pressure. The standard's newtons are not known.
    static let fullForce: Int32 = 65_535
    /// The factor of azimuth and elevation: 360 degrees are 65,520.
    static let degreeScale = 182.0

    /// The number of samples without contact that each stroke ends with.
    private static let lifts = 1

    /// Creates the signature of a drawing for the full format: X, Y, DT, S; F if a sample has a pressure; Az and El if
    /// one has a tilt or an azimuth.
    ///
    /// Each stroke is followed by a sample without contact. Strokes without samples are left out.
    /// - Throws: `.unwritable` if times or positions do not fit.
    /// - Complexity: O(samples).
    public init(_ drawing: Drawing) throws(DrawingFileError) {
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        let samples = strokes.reduce(0) { $0 + $1.points.count + Self.lifts }
        guard samples <= TimeSeriesRecord.maximumSamples else {
            throw .unwritable(reason: "A record holds at most \(TimeSeriesRecord.maximumSamples) samples.")
        }
        let points = strokes.flatMap { $0.points + [$0.points[$0.points.count - 1]] }
        let size = drawing.size
        let hasSize = size.width > 0 && size.height > 0 && max(size.width, size.height) <= Stroke.coordinateLimit
        let reach = points.reduce(hasSize ? max(size.width, size.height) : 0) {
            max($0, max(abs($1.position.x), abs($1.position.y)))
        }
        guard let position = Self.positionScale(reach: reach) else {
            throw .unwritable(reason: "The drawing's positions are too far away for the format.")
        }
        func stored(_ value: Double) -> Int32 { Int32((value / Self.pointsPerMetre * position.value).rounded()) }
        var x = Column(.x, scale: position, values: points.map { stored($0.position.x) })
        var y = Column(.y, scale: position, values: points.map { -stored($0.position.y) })
        if hasSize {
            (x.minimum, x.maximum) = (0, stored(size.width))
            (y.minimum, y.maximum) = (-stored(size.height), 0)
        }
        columns = [x, y, try Self.timeDifferences(strokes)]
        if points.contains(where: { $0.pressure != nil }) {
            let forces = points.map { Int32((($0.pressure ?? 0) * Double(Self.fullForce)).rounded()) }
            var force = Column(.force, values: forces)
            (force.minimum, force.maximum) = (0, Self.fullForce)
            for i in Self.liftIndices(strokes) { force.values[i] = 0 }
            columns.append(force)
        }
        var contact = Column(.tipSwitch, values: [Int32](repeating: 1, count: samples))
        for i in Self.liftIndices(strokes) { contact.values[i] = 0 }
        columns.append(contact)
        if points.contains(where: { $0.tilt != nil || $0.azimuth != nil }) { columns += Self.directions(points) }
        count = samples
        capture = TimeSeriesCapture(date: drawing.date)
    }

    /// Returns the finest scale that stores positions up to a distance from the origin, in points.
    private static func positionScale(reach: Double) -> TimeSeriesScale? {
        for exponent in stride(from: 31, through: 0, by: -1) {
            let scale = TimeSeriesScale(bits: UInt16(exponent) << 11 | 0x7FF)
            if reach / pointsPerMetre * scale.value < 32_767 { return scale }
        }
        return nil
    }

    /// Returns the positions of the samples without contact.
    private static func liftIndices(_ strokes: [Stroke]) -> [Int] {
        var index = -1
        return strokes.map { stroke in
            index += stroke.points.count + lifts
            return index
        }
    }

    /// Returns the times between samples, rounded so that errors do not add up. Time never runs backwards.
    private static func timeDifferences(_ strokes: [Stroke]) throws(DrawingFileError) -> Column {
        let factors = [10_000.0, 1000, 100, 10, 1] + (1...16).map { 1 / Double(1 << $0) }
        for factor in factors {
            guard let scale = TimeSeriesScale(exactly: factor) else { continue }
            var values: [Int32] = []
            var last = 0.0
            func append(_ time: Double) -> Bool {
                let steps = (time * factor).rounded()
                guard steps <= 9e15, steps - last <= 65_535 else { return false }
                values.append(Int32(max(steps - last, 0)))
                last = max(last, steps)
                return true
            }
            let fits = strokes.allSatisfy { stroke in
                stroke.points.allSatisfy { append(stroke.start + $0.time) } && append(last / factor)
            }
            if fits { return Column(.timeDifference, scale: scale, values: values) }
        }
        throw .unwritable(reason: "The drawing's times are too far apart for the format.")
    }

    private static func directions(_ points: [StrokePoint]) -> [Column] {
        let degrees = 180 / Double.pi
        let scale = TimeSeriesScale(exactly: degreeScale)
        let azimuths = points.map { point -> Int32 in
            // The y axis of the format points upwards.
            let turns = -(point.azimuth ?? 0) / (2 * .pi)
            let part = turns - turns.rounded(.down)
            return Int32((part * 360 * degreeScale).rounded()) % Int32(360 * degreeScale)
        }
        let elevations = points.map { point -> Int32 in
            Int32((min(max(90 - (point.tilt ?? 0) * degrees, 0), 90) * degreeScale).rounded())
        }
        return [Column(.azimuth, scale: scale, values: azimuths), Column(.elevation, scale: scale, values: elevations)]
    }
}

extension TimeSeries {
    /// The seconds between samples that one byte of the compact format stores.
    static let compactTimeScale = 250.0

    /// The channels and scales that InkLock writes in the compact format: X and Y in an unknown unit, DT in 1/250 s, F,
    /// and S.
    public static var compactColumns: [Column] {
        [
            Column(.x), Column(.y), Column(.timeDifference, scale: TimeSeriesScale(exactly: compactTimeScale)),
            Column(.force), Column(.tipSwitch),
        ]
    }

    /// Creates the signature of a drawing for the compact format, with ``compactColumns``. The ink fills the range of
    /// positions, so that its size is lost.
    /// - Throws: `.unwritable` if a stroke pauses for more than a second, or strokes are hours apart.
    /// - Complexity: O(samples).
    public static func compact(_ drawing: Drawing) throws(DrawingFileError) -> TimeSeries {
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        let bounds = drawing.sampleBounds
        let side = max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
        let factor = side > 0 ? 255 / side : 0
        var rows: [[Int32]] = []
        var last = 0.0
        for (i, stroke) in strokes.enumerated() {
            for (j, point) in stroke.points.enumerated() {
                let steps = ((stroke.start + point.time) * compactTimeScale).rounded()
                if i == 0 && j == 0 { last = steps }
                guard steps.isFinite, steps - last <= (j == 0 ? 1e6 : 255) else {
                    throw .unwritable(reason: "The drawing's times are too far apart for the compact format.")
                }
                while steps - last > 255, let lift = rows.last {
                    rows.append([lift[0], lift[1], 255, 0, 0])
                    last += 255
                }
                let x = Int32(((point.position.x - bounds.minX) * factor - 128).rounded())
                let y = Int32((127 - (point.position.y - bounds.minY) * factor).rounded())
                let force = Int32(((point.pressure ?? 0) * 255).rounded())
                rows.append([x, y, Int32(max(steps - last, 0)), force, 1])
                last = max(last, steps)
            }
            if let row = rows.last { rows.append([row[0], row[1], 0, 0, 0]) }
        }
        var columns = compactColumns
        for i in columns.indices { columns[i].values = rows.map { $0[i] } }
        return TimeSeries(columns, count: rows.count)
    }
}
