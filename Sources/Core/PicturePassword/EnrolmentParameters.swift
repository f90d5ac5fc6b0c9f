// SPDX-License-Identifier: MIT

/// The requirements on the drawings of an ``Enrolment``.
public struct EnrolmentParameters: Hashable, Sendable {
    /// The number of drawings, at least 1. Three are enough to show how much the owner's hand varies.
    public var sampleCount: Int
    /// The minimum ``PictureGesture/placeCount``. Drawings in two places keep out far more impostors than those in one,
    /// and three are recommended; docs/design/picture-password.md has the error rates.
    public var minimumPlaces: Int
    /// The minimum ``GestureVerifier/lowerStrength(of:over:)`` of the first drawing. Drawings among the first 20
    /// guesses are rejected in any case. For an app's own verifier, the strength is judged only if it implements
    /// ``GestureVerifier/strength(of:over:)``.
    public var minimumStrength: Strength.Level
    /// The minimum number of raster squares over all parts. A tap counts as one. Templates of 4 to 7 squares accept
    /// half of all random attempts.
    public var minimumSquares: Int
    /// The side of a raster square in picture units.
    public var rasterSide: Double
    /// The minimum length of a drawing's longer side in picture units. A smaller drawing is rejected as
    /// ``EnrolmentError/oneSpot``.
    public var minimumExtent: Double
    /// The minimum length of the longer side of each figure in picture units. A figure is a run of strokes that lie
    /// within 24 units of each other. Taps are always allowed.
    ///
    /// The default is a quarter of the picture's shorter side. 99 in 100 of the recorded figures that
    /// ``TrainedVerifier`` is fitted to are larger, and it accepts scribbles for smaller ones.
    /// docs/design/picture-password.md has the rates.
    public var minimumFigureExtent: Double

    /// Creates requirements.
    public init(
        sampleCount: Int = 3, minimumPlaces: Int = 2, minimumStrength: Strength.Level = .fair, minimumSquares: Int = 8,
        rasterSide: Double = 30, minimumExtent: Double = 60, minimumFigureExtent: Double = 80
    ) {
        self.sampleCount = sampleCount
        self.minimumPlaces = minimumPlaces
        self.minimumStrength = minimumStrength
        self.minimumSquares = minimumSquares
        self.rasterSide = rasterSide
        self.minimumExtent = minimumExtent
        self.minimumFigureExtent = minimumFigureExtent
    }

    /// Attackers have at most 20 attempts before an app asks for something else: log10 of 20.
    var minimumLog10Guesses: Double { 1.3010299956639813 }
}

/// The result of adding a drawing to an ``Enrolment``.
public enum EnrolmentProgress: Hashable, Sendable {
    /// The number of drawings that are still needed.
    case remaining(Int)
    /// The enrolment is complete. The template is a secret: seal it.
    case complete(GestureTemplate)
}
