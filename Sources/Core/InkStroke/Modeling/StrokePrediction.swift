// SPDX-License-Identifier: MIT
import InkGeometry

/// A prediction of a pen's next position, so that ink shows closer to the tip, which moves on while a frame is drawn.
///
/// The position follows the least-squares parabola through the samples of the last 40 ms. Its acceleration is
/// multiplied by 0.7, because a hand that turns soon turns back.
public enum StrokePrediction {
    /// The time in seconds before the last sample whose samples count: three at 60 Hz.
    static var window: Double { 0.04 }
    /// The maximum number of samples.
    static var limit: Int { 12 }
    /// The share of the acceleration that counts.
    static var damping: Double { 0.7 }
    /// The greatest time in seconds ahead.
    static var farthest: Double { 0.05 }

    /// Returns the sample expected `seconds` after the last of `points`, with the same measurements, or `nil` if fewer
    /// than three samples of the last 40 ms have different times. Its distance from the last sample is at most the
    /// length of the line through those samples.
    /// - Parameters:
    ///   - points: The samples of a ``Stroke``.
    ///   - seconds: The time after the last sample, above 0. More than 0.05 counts as 0.05.
    /// - Complexity: O(1).
    public static func sample(after points: [StrokePoint], seconds: Double) -> StrokePoint? {
        let seconds = min(seconds, farthest)
        guard var predicted = points.last, seconds > 0 else { return nil }
        let end = predicted
        var way = 0.0
        // The sums of tᵏ, and of tᵏ times the displacement, with t in windows before the last sample.
        var sums = (0.0, 0.0, 0.0)
        var linear = InkPoint.zero
        var square = InkPoint.zero
        var newer = end.position
        for point in points.suffix(limit).reversed() where end.time - point.time <= window {
            let t = (point.time - end.time) * (1 / window)
            let displacement = point.position - end.position
            sums.0 += t * t
            sums.1 += t * t * t
            sums.2 += t * t * t * t
            linear = linear + displacement * t
            square = square + displacement * (t * t)
            way += newer.distance(to: point.position)
            newer = point.position
        }
        // The parabola passes through the last sample.
        let determinant = sums.0 * sums.2 - sums.1 * sums.1
        guard determinant > 1e-6 else { return nil }
        let scale = 1 / determinant
        let velocity = (linear * sums.2 - square * sums.1) * scale
        let acceleration = (square * sums.0 - linear * sums.1) * scale
        let t = seconds * (1 / window)
        var shift = velocity * t + acceleration * (damping * t * t)
        let length = shift.length
        if length > way { shift = shift * (way / length) }
        predicted.position = end.position + shift
        predicted.time += seconds
        return predicted
    }
}
