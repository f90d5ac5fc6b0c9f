// SPDX-License-Identifier: MIT

/// Predicts a column's next number: 0 at first, then the last number, then linear extrapolation from the last two.
struct LinearPrediction {
    private(set) var next: Int64 = 0
    private var last: Int64?

    /// Appends a number. Arithmetic wraps on overflow, because decoding must accept any number.
    mutating func append(_ value: Int64) {
        next = value &+ (value &- (last ?? value))
        last = value
    }
}
