// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing as points at equal distances along its strokes, for ``TrainedVerifier``.
///
/// The distances between strokes are left out. Every stroke counts as ``strokeLength`` longer than it is, so that taps
/// and dots have points too. All values have single precision, which matches that of the recorded positions.
package struct DrawingTrace {
    /// A value of each point.
    enum Value: Int {
        /// The position in picture units.
        case x, y
        /// The unit vector of the direction, or zero where nothing moves.
        case directionX, directionY
        /// The position less the centre, scaled to one size.
        case shapeX, shapeY
        /// The share of the duration that has passed.
        case time
        /// The logarithm of the speed in picture units a second, increased by ``slowest``.
        case logSpeed

        static var count: Int { 8 }
    }

    /// The number of points. 32 give the same error rates for single figures, and slightly worse ones for several
    /// figures that are compared as one.
    static var count: Int { 48 }
    /// The length in picture units that is added to each stroke.
    static var strokeLength: Double { 16 }
    /// The number of points in a stroke's course.
    static var courseCount: Int { 8 }
    /// Speeds below this many picture units a second count as equal.
    private static var slowest: Double { 20 }
    /// The shortest time in seconds that a speed is measured over: a sample at 60 Hz.
    private static var shortestTime: Double { 0.016 }
    /// The root mean square distance from the centre, in picture units, to which shapes are scaled.
    private static var shapeRadius: Float { 60 }

    /// One value of all points after the other: ``count`` numbers for each ``Value``.
    private(set) var values = [Float](repeating: 0, count: count * Value.count)
    /// The index after the last point of each stroke.
    private(set) var strokeEnds: [Int] = []
    /// The share of each stroke in the length of the drawing.
    private(set) var shares: [Float] = []
    /// For each stroke ``courseCount`` positions at equal distances, x and y in turn.
    private(set) var courses: [Float] = []
    /// The means of positions and log speeds.
    private(set) var (centreX, centreY, meanLogSpeed): (Float, Float, Float) = (0, 0, 0)
    private(set) var box = InkRect.empty
    /// The logarithms of the length in picture units, increased by 10, of the time in seconds from the first touch to
    /// the last, and of the time in which a finger touched.
    package private(set) var logLength: Float
    package private(set) var logDuration: Float
    private(set) var logInkDuration: Float

    /// Creates the trace of a list of strokes.
    /// - Parameter list: At least one stroke.
    /// - Complexity: O(points).
    @inline(never) package init(_ list: StrokeList) {
        let start = list.strokes[0].points[0].time
        var (length, inkDuration, end) = (0.0, 0.0, start)
        var lengths: [Double] = []
        for stroke in list.strokes {
            let own = stroke.length
            lengths.append(own)
            length += own
            let last = stroke.points[stroke.points.count - 1].time
            inkDuration += last - stroke.points[0].time
            end = max(end, last)
            box = box.union(stroke.box)
        }
        logLength = Self.log(length + 10)
        logDuration = Self.log(max(end - start, 0.02))
        logInkDuration = Self.log(max(inkDuration, 0.02))

        let total = length + Self.strokeLength * Double(lengths.count)
        let step = total / Double(Self.count)
        var (first, passed) = (0, 0.0)
        for (i, stroke) in list.strokes.enumerated() {
            let weight = lengths[i] + Self.strokeLength
            var cursor = PathCursor(stroke.points)
            var arcs: [Double] = []
            var places: [GesturePoint] = []
            while first + arcs.count < Self.count {
                let share = ((Double(first + arcs.count) + 0.5) * step - passed) / weight
                // Rounding must not leave out the last point.
                guard share <= 1 || i == lengths.count - 1 else { break }
                let arc = max(0, min(share, 1)) * lengths[i]
                arcs.append(arc)
                places.append(cursor.point(at: arc))
            }
            setPoints(first, places, arcs, start, max(end - start, 0.02))
            first += arcs.count
            passed += weight
            strokeEnds.append(first)
            shares.append(Float(weight / total))
            appendCourse(stroke.points, lengths[i])
        }
        centreX = mean(.x)
        centreY = mean(.y)
        meanLogSpeed = mean(.logSpeed)
        setShape()
    }

    subscript(value: Value, index: Int) -> Float {
        get { values[value.rawValue * Self.count + index] }
        @inline(never) set { values[value.rawValue * Self.count + index] = newValue }
    }

    private func mean(_ value: Value) -> Float {
        var sum: Float = 0
        for i in 0..<Self.count { sum += self[value, i] }
        return sum / Float(Self.count)
    }

    private mutating func setShape() {
        var squares: Float = 0
        for i in 0..<Self.count {
            let (dx, dy) = (self[.x, i] - centreX, self[.y, i] - centreY)
            squares += dx * dx + dy * dy
        }
        // A picture unit more, so that a dot has no shape.
        let scale = Self.shapeRadius / ((squares / Float(Self.count)).squareRoot() + 1)
        for i in 0..<Self.count {
            self[.shapeX, i] = (self[.x, i] - centreX) * scale
            self[.shapeY, i] = (self[.y, i] - centreY) * scale
        }
    }

    /// Sets the points of one stroke. Directions are those of chords over three points; speeds are means over five.
    private mutating func setPoints(
        _ first: Int, _ places: [GesturePoint], _ arcs: [Double], _ start: Double, _ duration: Double
    ) {
        for i in places.indices {
            let chord = places[min(i + 1, places.count - 1)].position - places[max(i - 1, 0)].position
            let length = chord.length
            let direction = length > 0.5 ? chord * (1 / length) : InkPoint.zero
            let (from, to) = (max(i - 2, 0), min(i + 2, places.count - 1))
            let time = max(places[to].time - places[from].time, Self.shortestTime)
            self[.x, first + i] = Float(places[i].position.x)
            self[.y, first + i] = Float(places[i].position.y)
            self[.directionX, first + i] = Float(direction.x)
            self[.directionY, first + i] = Float(direction.y)
            self[.time, first + i] = Float((places[i].time - start) / duration)
            self[.logSpeed, first + i] = Self.log((arcs[to] - arcs[from]) / time + Self.slowest)
        }
    }

    private mutating func appendCourse(_ points: [GesturePoint], _ length: Double) {
        var cursor = PathCursor(points)
        for i in 0..<Self.courseCount {
            let position = cursor.point(at: length * Double(i) / Double(Self.courseCount - 1)).position
            courses.append(Float(position.x))
            courses.append(Float(position.y))
        }
    }

    @inline(never) static func log(_ value: Double) -> Float { Float(ElementaryFunctions.log(value)) }

    /// Returns the trace with its strokes in another order, some of them backwards.
    /// - Parameters:
    ///   - order: The index of each stroke.
    ///   - isReversed: For each of the reordered strokes, `true` if it is drawn backwards.
    func rearranged(_ order: [Int], isReversed: [Bool]) -> DrawingTrace {
        var sources: [Int] = []
        var signs: [Float] = []
        for (i, stroke) in order.enumerated() {
            let (start, end) = (stroke > 0 ? strokeEnds[stroke - 1] : 0, strokeEnds[stroke])
            for k in start..<end {
                sources.append(isReversed[i] ? start + end - 1 - k : k)
                signs.append(isReversed[i] ? -1 : 1)
            }
        }
        return rearranged(sources, signs)
    }

    /// The trace from its end to its start.
    var reversed: DrawingTrace {
        var sources: [Int] = []
        for i in 0..<Self.count { sources.append(Self.count - 1 - i) }
        return rearranged(sources, [Float](repeating: -1, count: Self.count))
    }

    /// Returns the trace with its points in another order.
    /// - Parameters:
    ///   - sources: The index of each point.
    ///   - signs: The factor of each point's direction.
    @inline(never) private func rearranged(_ sources: [Int], _ signs: [Float]) -> DrawingTrace {
        var result = self
        for index in values.indices {
            let (value, i) = (index / Self.count, index % Self.count)
            let isDirection = value == Value.directionX.rawValue || value == Value.directionY.rawValue
            result.values[index] = values[index - i + sources[i]] * (isDirection ? signs[i] : 1)
        }
        return result
    }
}
