// SPDX-License-Identifier: MIT

/// The conversion of a device's times to those of a drawing.
///
/// A device counts seconds from a time of its own. The starts of a drawing's strokes count from its first stroke, and
/// the times of samples from the first sample of their stroke. Use a new clock for each drawing that an editor loads.
public struct DrawingClock: Hashable, Sendable {
    /// The device's time from which the starts of strokes count, or `nil` before the first stroke.
    public private(set) var origin: Double?
    /// The device's time of the first sample of the last stroke.
    public private(set) var strokeStart = 0.0

    /// Creates a clock for a drawing on which no stroke was drawn yet.
    public init() {}

    /// Starts a stroke in an editor.
    ///
    /// The first stroke of an empty drawing sets the drawing's date. A stroke follows those that were loaded or
    /// replaced, which end at a time of their own.
    /// - Parameters:
    ///   - editor: The editor of the drawing.
    ///   - brush: The brush of the stroke.
    ///   - model: The curve through the stroke's samples.
    ///   - time: The device's time of the first sample.
    ///   - date: The current time in seconds since 1970-01-01 UTC.
    /// - Throws: `.strokeInProgress`, or `.notFinite` if `time` is not finite. The clock and the drawing do not change
    ///   then.
    /// - Complexity: O(strokes).
    public mutating func begin(
        _ editor: inout DrawingEditor, brush: Brush, model: StrokeModel = .fair, at time: Double, date: Double
    ) throws(StrokeError) {
        let beginning = min(origin ?? .infinity, time - editor.duration)
        try editor.begin(brush: brush, model: model, start: time - beginning)
        if origin == nil && editor.isEmpty {
            editor.date = date
        } else if let origin, beginning < origin, let known = editor.date {
            editor.date = known - (origin - beginning)
        }
        origin = beginning
        strokeStart = time
    }

    /// Converts a sample's time to the time since the first sample of the stroke.
    public func toStroke(_ sample: StrokePoint) -> StrokePoint {
        var sample = sample
        sample.time -= strokeStart
        return sample
    }
}

extension DrawingEditor {
    /// The time in seconds from the beginning of the drawing to the end of its last stroke.
    fileprivate var duration: Double {
        let end = strokes.reduce(0) { max($0, $1.stroke.start + ($1.stroke.points.last?.time ?? 0)) }
        return min(end, Stroke.startLimit)
    }
}
