// SPDX-License-Identifier: MIT

extension Double {
    /// Returns the nearest number in `range`, or its lower bound for NaN.
    @inline(never) package func limited(to range: ClosedRange<Double>) -> Double {
        guard self > range.lowerBound else { return range.lowerBound }
        return self < range.upperBound ? self : range.upperBound
    }
}
