// SPDX-License-Identifier: MIT

extension Strength {
    /// The model of how people choose: shares in 0...1, and costs of descriptions in bits, finite and not below 0.
    public struct Parameters: Hashable, Sendable {
        /// The share of taps, ends and centres at salient places. 60 % of people look for special objects (Z. Zhao et
        /// al., "On the security of picture gesture authentication", USENIX Security 2013). Among the places, the r-th
        /// is chosen in proportion to 1/r.
        public var salientShare: Double
        /// The share of parts that are taps. Taps, straight lines and circles are the three kinds of gestures in
        /// Windows' picture password; everything else is a fourth kind. The shares are an assumption.
        public var tapShare: Double
        /// The share of parts that are straight lines; see ``tapShare``.
        public var lineShare: Double
        /// The share of parts that are circles; see ``tapShare``.
        public var circleShare: Double
        /// The share of taps that are single. A conservative assumption. Each further tap halves the rest.
        public var singleTapShare: Double
        /// The share of parts drawn with one finger (Y. Yang et al., "Free-form gesture authentication in the wild",
        /// CHI 2016). Each further finger halves the rest.
        public var oneFingerShare: Double
        /// The share of plain shapes in the fourth kind of parts. Plain shapes are 49 % and letters or digits 24 % of
        /// the 84 % that are not lines (Yang et al.). All shapes are assumed to be equally frequent, and all letters
        /// and digits as well.
        public var shapeShare: Double
        /// The share of letters and digits in the fourth kind of parts; see ``shapeShare``.
        public var letterShare: Double
        /// The share of parts that repeat an earlier one, in its place or elsewhere. An assumption.
        public var repetitionShare: Double
        /// The cost in bits of another finger that makes the same movement beside the first, on one of eight sides. An
        /// assumption.
        public var besideBits: Double
        /// The cost in bits of a straight step of a path between raster squares. Of the steps in recorded drawings by
        /// 20 people 57 % and 69 % turn by less than 22.5°. The others spread evenly, so that each of the eight
        /// directions has a share of 1/16 or slightly less.
        public var straightStepBits: Double
        /// The cost in bits of a step with a sharp turn; see ``straightStepBits``.
        public var sharpStepBits: Double

        public init(
            salientShare: Double = 0.6, tapShare: Double = 0.25, lineShare: Double = 0.25, circleShare: Double = 0.25,
            singleTapShare: Double = 0.75, oneFingerShare: Double = 0.94, shapeShare: Double = 0.58,
            letterShare: Double = 0.29, repetitionShare: Double = 0.25, besideBits: Double = 3,
            straightStepBits: Double = 1, sharpStepBits: Double = 4
        ) {
            self.salientShare = salientShare
            self.tapShare = tapShare
            self.lineShare = lineShare
            self.circleShare = circleShare
            self.singleTapShare = singleTapShare
            self.oneFingerShare = oneFingerShare
            self.shapeShare = shapeShare
            self.letterShare = letterShare
            self.repetitionShare = repetitionShare
            self.besideBits = besideBits
            self.straightStepBits = straightStepBits
            self.sharpStepBits = sharpStepBits
        }
    }
}
