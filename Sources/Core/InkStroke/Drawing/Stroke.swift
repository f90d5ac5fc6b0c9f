// SPDX-License-Identifier: MIT
import InkGeometry

/// A stroke: the samples between touching down and lifting, and the brush they were drawn with.
public struct Stroke: Hashable, Sendable {
    /// The largest coordinate. Coordinates range from −`coordinateLimit` to `coordinateLimit` points.
    public static let coordinateLimit = 1_000_000.0
    /// The largest time in seconds between a stroke's start and its samples: twelve days.
    public static let timeLimit = 1_048_576.0
    /// The largest start in seconds: thirty thousand years, over which `Double` still resolves milliseconds. Readers
    /// accept and editors draw starts from −`startLimit` to `startLimit`.
    public static let startLimit = 1_000_000_000_000.0

    /// The samples. Their times never decrease, and every coordinate is finite and within ``coordinateLimit``.
    public private(set) var points: [StrokePoint] = []
    /// The brush of the stroke.
    public var brush: Brush
    /// The curve through the samples.
    public var model: StrokeModel
    /// The time in seconds from the start of the drawing to this stroke's first sample.
    public var start: Double

    /// Creates a stroke without samples.
    public init(brush: Brush = .pen, model: StrokeModel = .fair, start: Double = 0) {
        self.brush = brush
        self.model = model
        self.start = start
    }

    /// Creates a stroke from existing samples, such as those of a file.
    /// - Throws: The errors of ``append(_:)``.
    /// - Complexity: O(n).
    public init(
        _ points: [StrokePoint], brush: Brush = .pen, model: StrokeModel = .fair, start: Double = 0
    ) throws(StrokeError) {
        self.init(brush: brush, model: model, start: start)
        self.points.reserveCapacity(points.count)
        try append(contentsOf: points)
    }

    /// Appends a sample and returns it as stored.
    ///
    /// A time before that of the last sample is raised to it. Pressure is limited to 0...1. A channel that is not
    /// finite counts as not measured.
    /// - Throws: `.notFinite` or `.outOfRange`. The stroke does not change then.
    @discardableResult
    public mutating func append(_ sample: StrokePoint) throws(StrokeError) -> StrokePoint {
        guard sample.position.isFinite && sample.time.isFinite else { throw .notFinite }
        guard abs(sample.position.x) <= Self.coordinateLimit && abs(sample.position.y) <= Self.coordinateLimit,
            abs(sample.time) <= Self.timeLimit
        else { throw .outOfRange }
        var kept = sample
        // `points.last` would copy a whole sample.
        if !points.isEmpty && kept.time < points[points.count - 1].time { kept.time = points[points.count - 1].time }
        if !kept.pressureOrNaN.isFinite { kept.pressureOrNaN = .nan }
        kept.pressureOrNaN = kept.pressureOrNaN < 0 ? 0 : kept.pressureOrNaN > 1 ? 1 : kept.pressureOrNaN
        if !kept.tiltOrNaN.isFinite { kept.tiltOrNaN = .nan }
        if !kept.azimuthOrNaN.isFinite { kept.azimuthOrNaN = .nan }
        points.append(kept)
        return kept
    }

    /// Appends samples as ``append(_:)`` does.
    /// - Throws: The errors of ``append(_:)`` for any of the samples. The stroke does not change then.
    /// - Complexity: O(samples).
    @_specialize(where Samples == [StrokePoint])
    public mutating func append<Samples: Sequence<StrokePoint>>(contentsOf samples: Samples) throws(StrokeError) {
        let count = points.count
        do throws(StrokeError) {
            for sample in samples { try append(sample) }
        } catch {
            points.removeLast(points.count - count)
            throw error
        }
    }

    /// The time in seconds from the first sample to the last, or 0 for an empty stroke.
    public var duration: Double { (points.last?.time ?? 0) - (points.first?.time ?? 0) }

    /// The time in seconds from the start of the drawing to the last sample.
    package var end: Double { start + (points.last?.time ?? 0) }

    /// The bounding box of the samples' positions, without the ink's width.
    ///
    /// - Complexity: O(n).
    public var sampleBounds: InkRect {
        var box = InkRect.empty
        for point in points { box.formUnion(point.position) }
        return box
    }
}
