// SPDX-License-Identifier: MIT
import InkGeometry

/// Everything between touching down and lifting: the samples, and what they were drawn with.
public struct Stroke: Hashable, Sendable {
    /// Coordinates reach from −`coordinateLimit` to `coordinateLimit` points.
    public static let coordinateLimit = 1_000_000.0
    /// A stroke's samples lie within this many seconds of its start: twelve days.
    public static let timeLimit = 1_048_576.0

    /// The samples, with times that never decrease. Every coordinate is finite and within ``coordinateLimit``.
    public private(set) var points: [StrokePoint] = []
    /// What it was drawn with.
    public var brush: Brush
    /// Which curve leads through the samples.
    public var model: StrokeModel
    /// Seconds from the drawing's beginning to this stroke's first sample.
    public var start: Double

    /// A stroke without samples.
    public init(brush: Brush = .pen, model: StrokeModel = .smooth, start: Double = 0) {
        self.brush = brush
        self.model = model
        self.start = start
    }

    /// A stroke of samples from a file.
    /// - Throws: what ``append(_:)`` throws. Complexity: O(n).
    public init(
        _ points: [StrokePoint], brush: Brush = .pen, model: StrokeModel = .smooth, start: Double = 0
    ) throws(StrokeError) {
        self.init(brush: brush, model: model, start: start)
        self.points.reserveCapacity(points.count)
        for point in points { _ = try append(point) }
    }

    /// Adds a sample and returns it as it was kept.
    ///
    /// A time before the last sample's is raised to it. Pressure is limited to 0...1; a channel that is not finite
    /// counts as not measured.
    /// - Throws: `.notFinite` or `.outOfRange`; the stroke is unchanged then.
    @discardableResult
    public mutating func append(_ sample: StrokePoint) throws(StrokeError) -> StrokePoint {
        guard sample.position.isFinite && sample.time.isFinite else { throw .notFinite }
        guard abs(sample.position.x) <= Self.coordinateLimit && abs(sample.position.y) <= Self.coordinateLimit,
            abs(sample.time) <= Self.timeLimit
        else { throw .outOfRange }
        var kept = sample
        if let last = points.last, kept.time < last.time { kept.time = last.time }
        if !kept.pressureOrNaN.isFinite { kept.pressureOrNaN = .nan }
        kept.pressureOrNaN = kept.pressureOrNaN < 0 ? 0 : kept.pressureOrNaN > 1 ? 1 : kept.pressureOrNaN
        if !kept.tiltOrNaN.isFinite { kept.tiltOrNaN = .nan }
        if !kept.azimuthOrNaN.isFinite { kept.azimuthOrNaN = .nan }
        points.append(kept)
        return kept
    }

    /// Seconds from the first sample to the last; 0 for an empty stroke.
    public var duration: Double { (points.last?.time ?? 0) - (points.first?.time ?? 0) }

    /// The box around the samples' positions, without the ink's width. Complexity: O(n).
    public var sampleBounds: Rect {
        var box = Rect.empty
        for point in points { box.formUnion(point.position) }
        return box
    }
}
