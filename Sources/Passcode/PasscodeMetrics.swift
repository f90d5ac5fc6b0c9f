// SPDX-License-Identifier: MIT

/// What marks and fields look like where a `KeypadLayout` gives them a place.
public enum PasscodeMetrics {
    /// A mark's corners, as a share of its side: a little rounder than keys, and not round.
    public static var markCorner: Double { 0.3 }
    /// The marks in a field of several lengths, and what is between them, in points: twelve fit in the narrowest field.
    public static var dotSide: Double { 9 }
    /// Between two of those marks, in points.
    public static var dotGap: Double { 5 }
    /// A field's corners in points.
    public static var fieldCorner: Double { 12 }
}
