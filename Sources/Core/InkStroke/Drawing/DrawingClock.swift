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
    /// The first stroke sets the drawing's date, unless it follows strokes that were loaded. A stroke follows those
    /// that were loaded, replaced or restored, which end at a time of their own.
    /// - Parameters:
    ///   - editor: The editor of the drawing.
    ///   - brush: The brush of the stroke.
    ///   - model: The curve through the stroke's samples.
    ///   - time: The device's time of the first sample.
    ///   - date: The current time in seconds since 1970-01-01 UTC.
    /// - Throws: `.strokeInProgress`, or `.notFinite` if `time` or `date` is not finite. The clock and the drawing do
    ///   not change then.
    /// - Complexity: O(strokes).
    public mutating func begin(
        _ editor: inout DrawingEditor, brush: Brush, model: StrokeModel = .fair, at time: Double, date: Double
    ) throws(StrokeError) {
        guard date.isFinite else { throw .notFinite }
        // Loaded strokes have no history.
        let isFirst = origin == nil && (editor.isEmpty || editor.canUndo)
        let beginning = min(origin ?? .infinity, time - editor.duration)
        try editor.begin(brush: brush, model: model, start: time - beginning)
        if isFirst {
            editor.date = date - (time - beginning)
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
        var end = 0.0
        for i in strokes.indices { end = max(end, strokes[i].stroke.end) }
        return min(end, Stroke.startLimit)
    }
}
