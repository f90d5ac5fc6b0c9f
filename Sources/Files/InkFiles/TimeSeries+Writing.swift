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
    /// The largest stored time between two samples.
    private static let largestDifference = 65_535.0
    /// The maximum number of samples without contact that bridge pauses between strokes: 18 hours of them at the finest
    /// steps of the full format, and almost 3 hours in the compact one.
    static let maximumBridges = 10_000

    /// The times between samples, and the number of samples without contact that bridge the pause before each stroke.
    private struct Timing {
        var differences: [Int32] = []
        var bridges: [Int] = []
    }

    /// Creates the signature of a drawing for the full format. Its channels are X, Y, DT and S; F if a sample has a
    /// pressure; and Az and El if a sample has a tilt or an azimuth.
    ///
    /// Each stroke is followed by a sample without contact, and by more of them if the pause before the next stroke is
    /// too long for one step of time. A stroke that begins before the previous one ends is stored as if it began at
    /// that end, and the first one at 0 if it begins before. Strokes without samples are left out.
    /// - Throws: `.unwritable` if times or positions do not fit.
    /// - Complexity: O(samples).
    public init(_ drawing: Drawing) throws(DrawingFileError) {
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        let least = strokes.reduce(0) { $0 + $1.points.count + Self.lifts }
        guard least <= TimeSeriesRecord.maximumSamples else {
            throw .unwritable(reason: "A record holds at most \(TimeSeriesRecord.maximumSamples) samples.")
        }
        let room = min(TimeSeriesRecord.maximumSamples - least, Self.maximumBridges)
        let (times, bridges) = try Self.timeDifferences(strokes, room: room)
        let (points, touches) = Self.samples(strokes, bridges)
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
        columns = [x, y, times]
        if points.contains(where: { $0.pressure != nil }) {
            let forces = zip(points, touches).map { point, touches in
                touches ? Int32(((point.pressure ?? 0) * Double(Self.fullForce)).rounded()) : 0
            }
            var force = Column(.force, values: forces)
            (force.minimum, force.maximum) = (0, Self.fullForce)
            columns.append(force)
        }
        columns.append(Column(.tipSwitch, values: touches.map { $0 ? 1 : 0 }))
        if points.contains(where: { $0.tilt != nil || $0.azimuth != nil }) { columns += Self.directions(points) }
        count = points.count
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

    /// Returns the samples of a record, and whether each touches.
    private static func samples(_ strokes: [Stroke], _ bridges: [Int]) -> (points: [StrokePoint], touches: [Bool]) {
        var points: [StrokePoint] = []
        var touches: [Bool] = []
        for (stroke, bridge) in zip(strokes, bridges) {
            let place = points.last ?? stroke.points[0]
            points += [StrokePoint](repeating: place, count: bridge)
            points += stroke.points
            points += [StrokePoint](repeating: stroke.points[stroke.points.count - 1], count: lifts)
            touches += [Bool](repeating: false, count: bridge)
            touches += [Bool](repeating: true, count: stroke.points.count)
            touches += [Bool](repeating: false, count: lifts)
        }
        return (points, touches)
    }

    /// Returns the times between samples in the finest steps with which they fit and at most `room` samples bridge
    /// pauses between strokes, and the number of these before each stroke.
    private static func timeDifferences(
        _ strokes: [Stroke], room: Int
    ) throws(DrawingFileError) -> (Column, bridges: [Int]) {
        let factors = [10_000.0, 1000, 100, 10, 1] + (1...16).map { 1 / Double(1 << $0) }
        for factor in factors {
            guard let scale = TimeSeriesScale(exactly: factor), let timing = timing(strokes, factor, room: room)
            else { continue }
            return (Column(.timeDifference, scale: scale, values: timing.differences), timing.bridges)
        }
        throw .unwritable(reason: "The drawing's times are too far apart for the format.")
    }

    /// Returns the times of a stroke's samples in 1/`factor` seconds from the start of the drawing. A stroke that
    /// begins before the end of the previous one is moved to that end as a whole.
    ///
    /// A stroke that a reader would refuse there, or that does not fit, is not moved. Its times before that end are
    /// lost.
    /// - Parameters:
    ///   - stroke: A stroke with samples.
    ///   - end: The end of the previous stroke.
    ///   - longest: The longest pause within a stroke that is moved.
    private static func steps(
        _ stroke: Stroke, after end: Double, _ factor: Double, longest: Double
    ) -> [Double] {
        let steps = stroke.points.map { ((stroke.start + $0.time) * factor).rounded() }
        guard steps[0] < end else { return steps }
        // A start far before would lose the digits of the times within the stroke.
        let first = stroke.points[0].time
        let moved = stroke.points.map { end + (($0.time - first) * factor).rounded() }
        let last = moved[moved.count - 1]
        // Readers compute the times from the steps, and may round them up.
        guard (last - end) / factor <= Stroke.timeLimit - 0.01, last / factor <= Stroke.startLimit - 0.01,
            zip(moved, moved.dropFirst()).allSatisfy({ $1 - $0 <= longest })
        else { return steps }
        return moved
    }

    /// Returns the times between samples in 1/`factor` seconds, rounded so that errors do not add up. Time never runs
    /// backwards.
    private static func timing(_ strokes: [Stroke], _ factor: Double, room: Int) -> Timing? {
        var timing = Timing()
        var room = Double(room)
        var last = 0.0
        for stroke in strokes {
            for (i, steps) in steps(stroke, after: last, factor, longest: .infinity).enumerated() {
                guard steps <= 9e15 else { return nil }
                if i == 0 {
                    let bridge = max(((steps - last) / largestDifference).rounded(.up) - 1, 0)
                    guard bridge <= room else { return nil }
                    room -= bridge
                    last += bridge * largestDifference
                    timing.bridges.append(Int(bridge))
                    timing.differences += [Int32](repeating: Int32(largestDifference), count: Int(bridge))
                }
                guard steps - last <= largestDifference else { return nil }
                timing.differences.append(Int32(max(steps - last, 0)))
                last = max(last, steps)
            }
            timing.differences += [Int32](repeating: 0, count: lifts)
        }
        return timing
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

    /// Returns the signature of a drawing for the compact format, with ``compactColumns``. The ink is scaled to the
    /// range of positions, so its size is lost.
    /// - Throws: `.unwritable` if a pause in a stroke exceeds a second, or if the pauses between strokes are hours
    ///   long.
    /// - Complexity: O(samples).
    public static func compact(_ drawing: Drawing) throws(DrawingFileError) -> TimeSeries {
        let strokes = drawing.strokes.filter { !$0.points.isEmpty }
        let bounds = drawing.sampleBounds
        let side = max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
        // A side that is too small to be divided by is none.
        let scale = 255 / side
        let factor = scale.isFinite ? scale : 0
        var rows: [[Int32]] = []
        var (last, room) = (0.0, Double(maximumBridges))
        for (i, stroke) in strokes.enumerated() {
            let times = steps(stroke, after: i == 0 ? -.infinity : last, compactTimeScale, longest: 255)
            if i == 0 { last = times[0] }
            for (j, (point, steps)) in zip(stroke.points, times).enumerated() {
                let bridge = max(((steps - last) / 255).rounded(.up) - 1, 0)
                guard steps.isFinite, bridge <= (j == 0 ? room : 0) else {
                    throw .unwritable(reason: "The drawing's times are too far apart for the compact format.")
                }
                room -= bridge
                if bridge > 0, let lift = rows.last {
                    rows += [[Int32]](repeating: [lift[0], lift[1], 255, 0, 0], count: Int(bridge))
                    last += 255 * bridge
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
