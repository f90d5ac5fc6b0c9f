// SPDX-License-Identifier: MIT

/// The pairs of an attempt's and a template's strokes, where their order or direction differs.
///
/// Owners of drawings of several strokes sometimes draw them in another order, or one of them backwards: 3 to 11 % of
/// pairs of recorded drawings. The attempt is then compared in the template's order, with a penalty that the model
/// sets.
struct StrokeMatching {
    /// The attempt's stroke for each of the template's.
    private(set) var order: [Int] = []
    /// A Boolean value for each of them that indicates whether it is drawn backwards.
    private(set) var isReversed: [Bool] = []
    /// The share of the drawing's length that is drawn backwards.
    private(set) var reversedShare: Float = 0
    /// The number of pairs of strokes in the opposite order.
    private(set) var inversions: Float = 0

    /// More strokes than this are compared in their order.
    private static var limit: Int { 8 }
    /// The advantage in picture units that a stroke needs to count as drawn backwards.
    private static var advantage: Float { 4 }
    /// The largest share drawn backwards. A drawing that is wholly traced backwards is another drawing.
    private static var largestReversedShare: Float { 0.6 }

    /// - Returns: `nil` if the strokes match best as they are, or differ in number.
    /// - Complexity: O(strokes²).
    @inline(never) init?(_ template: DrawingTrace, _ attempt: DrawingTrace) {
        let count = template.shares.count
        guard count == attempt.shares.count && 2...Self.limit ~= count else { return nil }
        var forward = [Float](repeating: 0, count: count * count)
        var backward = forward
        var plain: Float = 0
        for i in 0..<count {
            for j in 0..<count {
                forward[i * count + j] = Self.distance(template, i, attempt, j, isReversed: false)
                backward[i * count + j] = Self.distance(template, i, attempt, j, isReversed: true) + Self.advantage
            }
            plain += forward[i * count + i] * template.shares[i]
        }
        order = [Int](repeating: -1, count: count)
        isReversed = [Bool](repeating: false, count: count)
        var matched: Float = 0
        // The closest pair first.
        for _ in 0..<count {
            var (best, row, column) = (Float.infinity, 0, 0)
            for i in 0..<count where order[i] < 0 {
                for j in 0..<count where !order.contains(j) {
                    let distance = min(forward[i * count + j], backward[i * count + j])
                    if distance < best { (best, row, column) = (distance, i, j) }
                }
            }
            order[row] = column
            isReversed[row] = backward[row * count + column] < forward[row * count + column]
            matched += best * template.shares[row]
            if isReversed[row] { reversedShare += template.shares[row] }
        }
        for i in 0..<count {
            for j in i + 1..<max(i + 1, count) where order[i] > order[j] { inversions += 1 }
        }
        guard inversions > 0 || reversedShare > 0, reversedShare <= Self.largestReversedShare,
            matched <= 0.75 * plain - 2
        else { return nil }
    }

    /// Returns the mean distance between corresponding points of the courses of two strokes.
    @inline(never) private static func distance(
        _ template: DrawingTrace, _ i: Int, _ attempt: DrawingTrace, _ j: Int, isReversed: Bool
    ) -> Float {
        let count = DrawingTrace.courseCount
        var sum: Float = 0
        for k in 0..<count {
            let a = 2 * (i * count + k)
            let b = 2 * (j * count + (isReversed ? count - 1 - k : k))
            let dx = template.courses[a] - attempt.courses[b]
            let dy = template.courses[a + 1] - attempt.courses[b + 1]
            sum += (dx * dx + dy * dy).squareRoot()
        }
        return sum / Float(count)
    }
}
