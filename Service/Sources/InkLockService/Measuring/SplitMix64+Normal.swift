// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry

extension SplitMix64 {
    /// Returns a normally distributed number by the Box–Muller transform.
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
