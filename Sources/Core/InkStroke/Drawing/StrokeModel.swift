// SPDX-License-Identifier: MIT

/// The method that computes a stroke's curve and widths from its samples.
///
/// The result of a model never changes, so that a drawing keeps its shape. An improved method is a new model.
public enum StrokeModel: UInt8, Hashable, Sendable, CaseIterable {
    /// Quadratic curves with the samples as control points and the midpoints between them as ends. It is compatible
    /// with Harwig's article on capturing signatures. See ``MidpointModeler``.
    case midpointQuadratic = 0
    /// A smoothed curve that stays closer to the samples. See ``SmoothModeler``.
    case smooth = 1
    /// A smoothed curve with continuous curvature, and the widths of a pen that rests on paper. The default of new
    /// strokes. See ``FairModeler``.
    case fair = 2

    /// The rule for the widths of the model.
    var widthRule: PenWidth.Rule { self == .fair ? .flow : .speed }
}
