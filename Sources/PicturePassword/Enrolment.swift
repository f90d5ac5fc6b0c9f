// SPDX-License-Identifier: MIT
import InkGeometry

/// Takes an owner's drawings of a new picture password until they make a template.
///
/// The first drawing has to be worth guarding; each one after it has to match those before, in the owner's own hand.
public struct Enrolment<Verifier: GestureVerifier> {
    /// What a drawing has to have to be taken.
    public struct Parameters: Hashable, Sendable {
        /// How many drawings are asked for, at least 1. Three show how much the owner's hand varies.
        public var sampleCount: Int
        /// The least number of raster squares over all parts, a tap counting as one. Templates of 4 to 7 squares accept
        /// half of all random attempts.
        public var minimumSquares: Int
        /// The raster's side in picture units.
        public var rasterSide: Double
        /// A drawing whose larger side is below this, in picture units, is all in one spot.
        public var minimumExtent: Double

        public init(
            sampleCount: Int = 3, minimumSquares: Int = 8, rasterSide: Double = 30, minimumExtent: Double = 60
        ) {
            self.sampleCount = sampleCount
            self.minimumSquares = minimumSquares
            self.rasterSide = rasterSide
            self.minimumExtent = minimumExtent
        }
    }

    /// Why a drawing was not taken. The drawings before it still count.
    public enum Refusal: Error, Hashable, Sendable {
        /// Nothing was drawn.
        case empty
        /// Too little was drawn to be hard to guess: draw more.
        case tooShort
        /// Everything lies in one spot: use more of the picture.
        case oneSpot
        /// It is among the shapes that people choose most.
        case common(CommonShape)
        /// More fingers than a hand has.
        case tooManyFingers
        /// It does not match the drawings before it: draw the same once more.
        case different
    }

    /// What a drawing that was taken leads to.
    public enum Progress: Hashable, Sendable {
        /// So many more drawings are needed.
        case remaining(Int)
        /// That was the last one needed. The template is a secret: seal it.
        case complete(GestureTemplate)
    }

    private let verifier: Verifier
    private let parameters: Parameters
    private let pictureDigest: [UInt8]
    private var samples: [Gesture] = []

    /// - Parameters:
    ///   - pictureDigest: a digest of the picture's pixels, which binds the template to it.
    ///   - verifier: decides whether two drawings are alike, as it will later.
    ///   - parameters: what a drawing has to have to be taken.
    /// - Returns: `nil` for a digest of over ``GestureTemplate/maximumDigestLength`` bytes.
    public init?(pictureDigest: [UInt8], verifier: Verifier, parameters: Parameters = Parameters()) {
        guard pictureDigest.count <= GestureTemplate.maximumDigestLength else { return nil }
        self.pictureDigest = pictureDigest
        self.verifier = verifier
        self.parameters = parameters
    }

    /// Takes a drawing, ``Gesture/quantised()``.
    /// - Throws: why it was not taken.
    /// - Complexity: O(points · squares) for each drawing taken before.
    public mutating func add(_ gesture: Gesture) throws(Refusal) -> Progress {
        let gesture = gesture.quantised()
        try check(gesture)
        for sample in samples {
            guard matches(sample, gesture) && matches(gesture, sample) else { throw .different }
        }
        samples.append(gesture)
        let missing = max(1, parameters.sampleCount) - samples.count
        guard missing <= 0 else { return .remaining(missing) }
        let template = GestureTemplate(soundDigest: pictureDigest, samples: samples)
        return .complete(template.beginningWithTypical(by: verifier))
    }

    /// Forgets the drawings, to begin again.
    public mutating func removeAll() { samples = [] }

    private func check(_ gesture: Gesture) throws(Refusal) {
        guard !gesture.parts.isEmpty else { throw .empty }
        var box = Rect.empty
        var squares = 0
        for part in gesture.parts {
            guard part.fingers.count <= GesturePart.maximumFingerCount else { throw .tooManyFingers }
            for finger in part.fingers {
                for point in finger.points { box.formUnion(point.position) }
                squares +=
                    part.isTap ? 1 : GestureRaster(finger.points, side: parameters.rasterSide).centres.count
            }
        }
        guard max(box.width, box.height) >= parameters.minimumExtent else { throw .oneSpot }
        guard squares >= parameters.minimumSquares else { throw .tooShort }
        if let shape = CommonShape(gesture) { throw .common(shape) }
    }

    private func matches(_ a: Gesture, _ b: Gesture) -> Bool {
        verifier.accepts(GestureTemplate(soundDigest: pictureDigest, samples: [a]), b)
    }
}
