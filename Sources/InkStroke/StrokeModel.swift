// SPDX-License-Identifier: MIT

/// Which curve is drawn through a stroke's samples.
public enum StrokeModel: UInt8, Hashable, Sendable, CaseIterable {
    /// Quadratic curves whose control points are the samples and whose ends are the midpoints between them:
    /// compatible with the well-known article on capturing signatures. See ``MidpointModeler``.
    case midpointQuadratic = 0
    /// A smoothed curve that stays closer to what was drawn. See ``SmoothModeler``.
    case smooth = 1
}
