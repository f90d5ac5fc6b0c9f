// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing as points at equal distances along its strokes, for ``TrainedVerifier``.
///
/// The distances between strokes are left out. Every stroke counts as ``strokeLength`` longer than it is, so that taps
/// and dots have points too. All values are single precision, which is as exact as the recorded positions.
package struct DrawingTrace {
    /// A point of the trace.
    struct Sample {
        /// The position in picture units.
        var x, y: Float
        /// The position about the mean of all points.
        var centredX, centredY: Float
        /// The unit vector of the direction, or zero where nothing moves.
        var directionX, directionY: Float
        /// The logarithm of the speed in picture units a second, increased by ``slowest``.
        var logSpeed: Float
    }

    /// The points of a stroke in the trace, and its course in few points.
    struct Stroke {
        var samples: Range<Int>
        /// The share of this stroke in the length of the drawing.
        var share: Float
        /// Eight positions at equal distances, x and y in turn.
        var course: [Float]
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

    private(set) var samples: [Sample]
    private(set) var strokes: [Stroke] = []
    private(set) var centre = Point.zero
    private(set) var meanLogSpeed: Float = 0
    private(set) var box = Rect.empty
    /// The logarithms of the length in picture units, increased by 10, of the time in seconds from the first touch to
    /// the last, and of the time in which a finger touched.
    package private(set) var logLength: Float
    package private(set) var logDuration: Float
    private(set) var logInkDuration: Float

    /// - Parameter list: At least one stroke.
    /// - Complexity: O(points).
    @inline(never) package init(_ list: StrokeList) {
        let all = list.strokes
        let start = all[0].points[0].time
        var (length, total, inkDuration) = (0.0, 0.0, 0.0)
        var end = start
        for stroke in all {
            length += stroke.length
            total += stroke.length + Self.strokeLength
            let last = stroke.points[stroke.points.count - 1].time
            inkDuration += last - stroke.points[0].time
            end = max(end, last)
            box = box.union(stroke.box)
        }
        logLength = Self.log(length + 10)
        logDuration = Self.log(max(end - start, 0.02))
        logInkDuration = Self.log(max(inkDuration, 0.02))

        samples = []
        samples.reserveCapacity(Self.count)
        let step = total / Double(Self.count)
        var passed = 0.0
        for stroke in all {
            let weight = stroke.length + Self.strokeLength
            let first = samples.count
            var cursor = PathCursor(stroke.points)
            var arcs: [Double] = []
            var places: [GesturePoint] = []
            while first + arcs.count < Self.count {
                let target = (Double(first + arcs.count) + 0.5) * step - passed
                guard target <= weight else { break }
                let arc = max(0, target) / weight * stroke.length
                arcs.append(arc)
                places.append(cursor.point(at: arc))
            }
            Self.append(places, arcs, to: &samples)
            passed += weight
            strokes.append(
                Stroke(
                    samples: first..<samples.count, share: Float(weight / total),
                    course: Self.course(stroke.points, stroke.length)))
        }
        // Rounding may leave out the last point.
        while samples.count < Self.count, let last = samples.last { samples.append(last) }
        if let last = strokes.indices.last { strokes[last].samples = strokes[last].samples.lowerBound..<Self.count }
        centreSamples()
    }

    private mutating func centreSamples() {
        var (x, y): (Float, Float) = (0, 0)
        for sample in samples {
            x += sample.x
            y += sample.y
            meanLogSpeed += sample.logSpeed
        }
        meanLogSpeed /= Float(Self.count)
        x /= Float(Self.count)
        y /= Float(Self.count)
        centre = Point(x: Double(x), y: Double(y))
        for i in samples.indices {
            samples[i].centredX = samples[i].x - x
            samples[i].centredY = samples[i].y - y
        }
    }

    /// Appends the points of one stroke. Directions are those of chords over three points; speeds are means over five.
    private static func append(_ places: [GesturePoint], _ arcs: [Double], to samples: inout [Sample]) {
        for i in places.indices {
            let chord = places[min(i + 1, places.count - 1)].position - places[max(i - 1, 0)].position
            let length = chord.length
            let direction = length > 0.5 ? chord * (1 / length) : Point.zero
            let (from, to) = (max(i - 2, 0), min(i + 2, places.count - 1))
            let time = max(places[to].time - places[from].time, shortestTime)
            samples.append(
                Sample(
                    x: Float(places[i].position.x), y: Float(places[i].position.y), centredX: 0, centredY: 0,
                    directionX: Float(direction.x), directionY: Float(direction.y),
                    logSpeed: log((arcs[to] - arcs[from]) / time + slowest)))
        }
    }

    private static func course(_ points: [GesturePoint], _ length: Double) -> [Float] {
        var cursor = PathCursor(points)
        var course: [Float] = []
        for i in 0..<courseCount {
            let position = cursor.point(at: length * Double(i) / Double(courseCount - 1)).position
            course.append(Float(position.x))
            course.append(Float(position.y))
        }
        return course
    }

    @inline(never) static func log(_ value: Double) -> Float { Float(ElementaryFunctions.log(value)) }

    /// Returns the trace with its strokes in another order, some of them backwards.
    /// - Parameters:
    ///   - order: The index of each stroke.
    ///   - isReversed: Whether each of the reordered strokes is drawn backwards.
    func rearranged(_ order: [Int], isReversed: [Bool]) -> DrawingTrace {
        var result = self
        result.samples.removeAll(keepingCapacity: true)
        for (place, index) in order.enumerated() {
            let range = strokes[index].samples
            for i in 0..<range.count {
                var sample = samples[isReversed[place] ? range.upperBound - 1 - i : range.lowerBound + i]
                if isReversed[place] {
                    sample.directionX = -sample.directionX
                    sample.directionY = -sample.directionY
                }
                result.samples.append(sample)
            }
        }
        return result
    }
}
