// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke

extension TimeSeries {
    /// Returns the signature as a drawing.
    ///
    /// Samples without contact separate strokes and are left out. The least and greatest positions of X and Y, if the
    /// record states them, are the drawing's edges.
    /// - Throws: `.invalidContent` without the channels X and Y, or if the samples are not a valid drawing.
    /// - Complexity: O(samples).
    public func drawing() throws(DrawingFileError) -> NamedDrawing { try drawing(number: nil) }

    func drawing(number: Int?) throws(DrawingFileError) -> NamedDrawing {
        let place = DrawingFileError.Place(drawing: number)
        guard let x = self[.x], let y = self[.y] else {
            throw .invalidContent(at: place, reason: "the record has no channels X and Y.")
        }
        var drawing = ImportedDrawing()
        let times = milliseconds()
        drawing.beginning = ImportedDrawing.Beginning(clock: 0, date: capture?.date)
        var origin = InkPoint.zero
        if let edges = Self.edges(x, y) {
            origin = edges.origin
            drawing.size = edges.size
        }
        let forces = forces(&drawing.warnings)
        let direction = directions()
        let touches = contacts(&drawing.warnings)
        var stroke: ImportedStroke?
        var isMoving = false
        for i in 0..<count {
            let position = InkPoint(x: Self.points(x, at: i) - origin.x, y: -Self.points(y, at: i) - origin.y)
            guard touches(i) else {
                if let ended = stroke { drawing.strokes.append(ended) }
                stroke = nil
                let last = drawing.strokes.last?.samples.last?.position
                if !isMoving && last != nil && last != position {
                    drawing.warnings.add(.penInAir)
                    isMoving = true
                }
                continue
            }
            isMoving = false
            var sample = StrokePoint(position, time: times?(i) ?? 0, pressure: forces?(i))
            direction?(i, &sample)
            if stroke == nil {
                stroke = ImportedStroke(number: drawing.strokes.count + 1)
                stroke?.isTimed = times != nil
            }
            stroke?.samples.append(sample)
        }
        if let stroke { drawing.strokes.append(stroke) }
        if columns.contains(where: \.isLinearComponentRemoved) { drawing.warnings.add(.linearComponent) }
        let unused: Set<TimeSeriesChannel> = [
            .z, .velocityX, .velocityY, .accelerationX, .accelerationY, .rotation,
        ]
        for column in columns where unused.contains(column.channel) { drawing.warnings.add(.otherChannel) }
        return try drawing.named(nil, at: place)
    }

    /// Returns a position in points. A record without a scale has points.
    private static func points(_ column: Column, at index: Int) -> Double {
        column.value(at: index) * (column.scale == nil ? 1 : pointsPerMetre)
    }

    /// Returns the place and size of the sensor's surface, in points with y downwards.
    private static func edges(_ x: Column, _ y: Column) -> (origin: InkPoint, size: InkSize)? {
        guard let left = x.minimum, let right = x.maximum, let bottom = y.minimum, let top = y.maximum,
            left < right, bottom < top
        else { return nil }
        func points(_ value: Int32, _ column: Column) -> Double {
            var one = column
            one.values = [value]
            return Self.points(one, at: 0)
        }
        let origin = InkPoint(x: points(left, x), y: -points(top, y))
        let size = InkSize(width: points(right, x) - origin.x, height: -points(bottom, y) - origin.y)
        guard max(size.width, size.height) <= Stroke.coordinateLimit else { return nil }
        return (origin, size)
    }

    /// Returns each sample's time in milliseconds: T, or else the sums of DT.
    private func milliseconds() -> ((Int) -> Double)? {
        if let time = self[.time] { return { time.value(at: $0) * 1000 } }
        guard let difference = self[.timeDifference] else { return nil }
        var sum = 0.0
        // Adds the stored values before scaling, so that rounding errors do not accumulate.
        let scale = difference.scale?.value ?? 1
        let sums = (0..<count).map { i -> Double in
            sum += difference.value(at: i) * scale
            return sum * 1000 / scale
        }
        return { sums[$0] }
    }

    /// Returns each sample's pressure: the part of the sensor's greatest force, or else of the record's.
    private func forces(_ warnings: inout ImportWarnings) -> ((Int) -> Double)? {
        guard let force = self[.force] else { return nil }
        var greatest = force.maximum.map(Double.init) ?? 0
        let least = force.minimum.map(Double.init) ?? 0
        if greatest <= least {
            greatest = Double(force.values.max() ?? 0)
            warnings.add(.scaledForce)
        }
        guard greatest > least else { return nil }
        return { (Double(force.values.isEmpty ? force.mean ?? 1 : force.values[$0]) - least) / (greatest - least) }
    }

    /// Returns whether each sample touches: by S, or else by F.
    private func contacts(_ warnings: inout ImportWarnings) -> (Int) -> Bool {
        if let contact = self[.tipSwitch] { return { contact.value(at: $0) != 0 } }
        if let force = self[.force], force.values.contains(where: { $0 > force.minimum ?? 0 }) {
            return { force.values[$0] > force.minimum ?? 0 }
        }
        warnings.add(.missingContact)
        return { _ in true }
    }

    private func directions() -> ((Int, inout StrokePoint) -> Void)? {
        let radians = Double.pi / 180
        if let elevation = self[.elevation] {
            let azimuth = self[.azimuth]
            return { i, sample in
                sample.tilt = (90 - elevation.value(at: i)) * radians
                sample.azimuth = azimuth.map { Self.direction(-$0.value(at: i) * radians) }
            }
        }
        guard let tiltX = self[.tiltX], let tiltY = self[.tiltY] else { return nil }
        return { i, sample in
            let limit = 89.9
            let alongX = tan(min(max(tiltX.value(at: i), -limit), limit) * radians)
            let alongY = tan(min(max(-tiltY.value(at: i), -limit), limit) * radians)
            sample.tilt = atan((alongX * alongX + alongY * alongY).squareRoot())
            sample.azimuth = atan2(alongY, alongX)
        }
    }

    /// Returns an angle of more than −π and at most π.
    private static func direction(_ angle: Double) -> Double {
        let turn = angle.truncatingRemainder(dividingBy: 2 * .pi)
        return turn <= -.pi ? turn + 2 * .pi : turn > .pi ? turn - 2 * .pi : turn
    }
}
