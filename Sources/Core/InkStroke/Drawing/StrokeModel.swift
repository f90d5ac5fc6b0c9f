// SPDX-License-Identifier: MIT

/// The kind of curve through a stroke's samples.
public enum StrokeModel: UInt8, Hashable, Sendable, CaseIterable {
    /// Quadratic curves with the samples as control points and the midpoints between them as ends. It is compatible
    /// with the well-known article on capturing signatures. See ``MidpointModeler``.
    case midpointQuadratic = 0
    /// A smoothed curve that stays closer to the samples. See ``SmoothModeler``.
    case smooth = 1
}
