// SPDX-License-Identifier: MIT

/// Dynamic time warping of two traces within a band (H. Sakoe and S. Chiba, IEEE Transactions on Acoustics, Speech, and
/// Signal Processing 26(1), 1978), with memory that is reused.
struct Warping {
    /// The number of points of a trace.
    private static var count: Int { DrawingTrace.count }
    /// The largest difference between the indices of two points that are matched: a sixth of the trace.
    private static var band: Int { 8 }

    /// The cost of matching a point of the one trace, the row, with one of the other.
    var costs = [Float](repeating: 0, count: count * count)
    private var sums = [Float](repeating: 0, count: count * count)
    private var steps = [UInt8](repeating: 0, count: count * count)
    /// The matched pairs, as indices of ``costs``, from the last to the first.
    private(set) var pairs: [Int] = []

    init() { pairs.reserveCapacity(2 * Self.count) }

    /// Returns the columns that the band contains in a row.
    static func columns(_ row: Int) -> Range<Int> { max(0, row - band)..<min(count, row + band + 1) }

    /// Finds the way of least cost from the first pair to the last.
    /// - Returns: The mean cost of the pairs on it.
    @inline(never) mutating func align() -> Float {
        let n = Self.count
        costs.withUnsafeBufferPointer { costs in
            sums.withUnsafeMutableBufferPointer { sums in
                steps.withUnsafeMutableBufferPointer { steps in
                    sums[0] = costs[0]
                    for column in 1..<Self.columns(0).upperBound {
                        sums[column] = sums[column - 1] + costs[column]
                        steps[column] = 2
                    }
                    for row in 1..<n {
                        let columns = Self.columns(row)
                        let lastAbove = Self.columns(row - 1).upperBound - 1
                        var left = Float.infinity
                        for column in columns {
                            let i = row * n + column
                            var (best, step): (Float, UInt8) = (left, 2)
                            if column <= lastAbove && sums[i - n] < best { (best, step) = (sums[i - n], 1) }
                            if column > 0 && sums[i - n - 1] <= best { (best, step) = (sums[i - n - 1], 0) }
                            left = best + costs[i]
                            sums[i] = left
                            steps[i] = step
                        }
                    }
                }
            }
        }
        pairs.removeAll(keepingCapacity: true)
        var i = n * n - 1
        pairs.append(i)
        while i > 0 {
            switch steps[i] {
            case 0: i -= n + 1
            case 1: i -= n
            default: i -= 1
            }
            pairs.append(i)
        }
        return sums[n * n - 1] / Float(pairs.count)
    }
}
