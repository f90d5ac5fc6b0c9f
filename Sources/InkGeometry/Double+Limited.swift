// SPDX-License-Identifier: MIT

extension Double {
    /// The nearest number in `range`; its lower end for NaN.
    package func limited(to range: ClosedRange<Double>) -> Double {
        guard self > range.lowerBound else { return range.lowerBound }
        return self < range.upperBound ? self : range.upperBound
    }
}
