// SPDX-License-Identifier: MIT

/// A number that measures a difference between two traces. Zero means no difference.
package enum TraceDifference: Int, CaseIterable {
    /// The mean distance of matched points, and that of the worst eighth of the template's trace.
    case position, worstPosition
    /// The mean difference of direction at matched points, 0 to 2, and that of the worst eighth.
    case direction, worstDirection
    /// The difference of the mean log speed at matched points, and the deviation from it.
    case speed, speedDeviation
    /// The mean difference of the indices of matched points.
    case warp
    /// The mean distance where both drawings are moved to the same centre and scaled to the same size.
    case shape
    /// The mean difference of log speeds that are matched by speed alone: as they are, and minus their means.
    case rhythm, relativeRhythm
    /// The mean and largest distance of a point of the template from the nearest of the attempt, whatever the order.
    case missing, mostMissing
    /// The mean and largest distance of a point of the attempt from the nearest of the template.
    case surplus, mostSurplus
    /// The differences of log length, of log duration and of its part in which a finger touched.
    case length, duration, inkDuration
    /// The difference of the numbers of strokes.
    case strokeCount
    /// The distance between the means of all points.
    case centre
    /// The mean distance between the edges of the bounding boxes.
    case box
    /// The sum of the differences of log width and log height.
    case size
    /// The mean position in multiples of 30 picture units, and the mean direction, again without logarithms, so that
    /// large differences count in full.
    case displacement, turning
    /// The changes that ``StrokeMatching`` makes: the share of strokes drawn backwards, and the pairs in the opposite
    /// order.
    case reversedShare, inversions
    /// The gain of matching the attempt from its end to its start: the logarithm of the ratio of both position and
    /// direction, or 0.
    case backwards
    /// The same differences as of points that are matched by position, for points that are matched by shape.
    case worstShape, shapeDirection, worstShapeDirection, shapeSpeedDeviation, shapeWarp
    /// The mean difference of the shares of the duration that have passed, of points that are matched by shape.
    case shapeTime

    /// The number of cases.
    package static var count: Int { 32 }

    /// The offset of a difference before its logarithm is taken, about the precision of a hand. `nil` for counts, which
    /// are taken as they are.
    var offset: Float? {
        switch self {
        case .position, .worstPosition, .shape, .worstShape: 2
        case .direction, .length, .shapeDirection: 0.05
        case .worstDirection, .speed, .speedDeviation, .rhythm, .relativeRhythm, .size, .worstShapeDirection,
            .shapeSpeedDeviation:
            0.1
        case .warp, .shapeWarp: 1
        case .shapeTime: 0.02
        case .missing, .surplus: 1.5
        case .mostMissing, .mostSurplus: 4
        case .duration, .inkDuration: 0.08
        case .centre, .box: 3
        case .strokeCount, .displacement, .turning, .reversedShare, .inversions, .backwards: nil
        }
    }

    /// The largest difference that counts. Owners who draw faster than usual may be twice as fast.
    private var limit: Float {
        switch self {
        case .speed, .rhythm, .duration, .inkDuration: 0.6
        default: .infinity
        }
    }

    /// Returns a difference on the scale of the model.
    @inline(never) func scaled(_ value: Float) -> Float {
        guard let offset else { return value }
        return DrawingTrace.log(Double(min(value, limit) + offset))
    }
}
