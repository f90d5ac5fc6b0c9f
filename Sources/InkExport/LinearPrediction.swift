// SPDX-License-Identifier: MIT

/// Guesses a column's next number: 0 at first, then the last one, then on along the line through the last two.
struct LinearPrediction {
    private(set) var next: Int64 = 0
    private var last: Int64?

    /// Wraps on overflow, as decoding has to survive any number.
    mutating func append(_ value: Int64) {
        next = value &+ (value &- (last ?? value))
        last = value
    }
}
