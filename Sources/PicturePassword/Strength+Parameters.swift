// SPDX-License-Identifier: MIT

extension Strength {
    /// How people choose, as shares in 0...1, and what a description costs in bits, finite and not below 0.
    public struct Parameters: Hashable, Sendable {
        /// The share of taps, ends and centres at places that catch the eye. 60 % of people look for special objects
        /// (Z. Zhao et al., "On the security of picture gesture authentication", USENIX Security 2013). Among the
        /// places, the r-th is chosen in proportion to 1/r.
        public var interestShare: Double
        /// The shares of parts that are taps, straight lines and circles: the three kinds that Windows has, with
        /// whatever else is drawn as a fourth. No better figures are known to us.
        public var tapShare: Double
        /// The share of parts that are straight lines; see ``tapShare``.
        public var lineShare: Double
        /// The share of parts that are circles; see ``tapShare``.
        public var circleShare: Double
        /// The share of taps that are single. Assumed, on the careful side. Each tap more halves what is left.
        public var singleTapShare: Double
        /// The share of parts drawn with one finger (Y. Yang et al., "Free-form gesture authentication in the wild",
        /// CHI 2016). Each finger more halves what is left.
        public var oneFingerShare: Double
        /// The shares of plain shapes and of letters or digits in what else is drawn: 49 % and 24 % of what is no
        /// line, 84 % (Yang et al.), with the shapes and the signs taken to be equally frequent each.
        public var shapeShare: Double
        /// The share of letters and digits in what else is drawn; see ``shapeShare``.
        public var letterShare: Double
        /// The share of parts that repeat an earlier one, in its place or elsewhere. Assumed.
        public var repetitionShare: Double
        /// Bits for another finger that does the same beside the first: one of eight sides. Assumed.
        public var besideBits: Double
        /// Bits for one step of a path from raster square to raster square, straight on and with a sharp turn. Of the
        /// steps in recorded drawings by 20 people 57 % and 69 % turn by less than 22.5°; the others spread evenly,
        /// so that one direction of eight has 1/16 or a little less.
        public var straightStepBits: Double
        /// Bits for a step with a sharp turn; see ``straightStepBits``.
        public var sharpStepBits: Double

        public init(
            interestShare: Double = 0.6, tapShare: Double = 0.25, lineShare: Double = 0.25, circleShare: Double = 0.25,
            singleTapShare: Double = 0.75, oneFingerShare: Double = 0.94, shapeShare: Double = 0.58,
            letterShare: Double = 0.29, repetitionShare: Double = 0.25, besideBits: Double = 3,
            straightStepBits: Double = 1, sharpStepBits: Double = 4
        ) {
            self.interestShare = interestShare
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
