// SPDX-License-Identifier: MIT

/// The appearance of marks and fields in a `KeypadLayout`.
public enum PasscodeMetrics {
    /// The corner radius of a mark as a share of its side: slightly rounder than keys, but not round.
    public static var markCorner: Double { 0.3 }
    /// The side of the marks in a field of variable length, in points. Twelve marks fit into the narrowest field.
    public static var dotSide: Double { 9 }
    /// The gap between two of those marks in points.
    public static var dotGap: Double { 5 }
    /// The corner radius of a field in points.
    public static var fieldCorner: Double { 12 }
}
