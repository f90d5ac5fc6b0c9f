// SPDX-License-Identifier: MIT
import InkGeometry

/// The information of choices.
enum Information {
    /// Returns the information of a choice with this share. Shares of 0 and 1 are moved slightly into the range.
    static func bits(_ share: Double) -> Double { -log2(Self.share(share)) }

    static func log2(_ x: Double) -> Double { ElementaryFunctions.log(x) * 1.4426950408889634 }

    private static func share(_ value: Double) -> Double { value > 1e-6 ? min(value, 1 - 1e-6) : 1e-6 }
}
