// SPDX-License-Identifier: MIT
import InkGeometry

/// Collects an owner's drawings of a new picture password until they make a template.
///
/// The first drawing must meet the requirements in ``Parameters``. Each further drawing must match the previous ones,
/// which shows how much the owner's hand varies.
public struct Enrolment<Verifier: GestureVerifier> {
    /// The requirements on a drawing.
    public struct Parameters: Hashable, Sendable {
        /// The number of drawings, at least 1. Three show how much the owner's hand varies.
        public var sampleCount: Int
        /// The minimum number of raster squares over all parts. A tap counts as one. Templates of 4 to 7 squares accept
        /// half of all random attempts.
        public var minimumSquares: Int
        /// The side of a raster square in picture units.
        public var rasterSide: Double
        /// The minimum length of the larger side in picture units. A smaller drawing lies in one spot.
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

    /// The reason for rejecting a drawing. The previous drawings remain valid.
    public enum Refusal: Error, Hashable, Sendable {
        /// The drawing is empty.
        case empty
        /// The drawing is so short that it would be easy to guess. Draw more.
        case tooShort
        /// The whole drawing lies in one spot. Use more of the picture.
        case oneSpot
        /// The drawing is one of the most common shapes.
        case common(CommonShape)
        /// A part has more fingers than one hand.
        case tooManyFingers
        /// The drawing does not match the previous ones. Draw the same again.
        case different

        /// The reason without the shape.
        public var kind: DrawingRefusal {
            switch self {
            case .empty: .empty
            case .tooShort: .tooShort
            case .oneSpot: .oneSpot
            case .common: .common
            case .tooManyFingers: .tooManyFingers
            case .different: .different
            }
        }
    }

    /// The result of accepting a drawing.
    public enum Progress: Hashable, Sendable {
        /// The number of drawings that are still needed.
        case remaining(Int)
        /// The enrolment is complete. The template is a secret: seal it.
        case complete(GestureTemplate)
    }

    private let verifier: Verifier
    private let parameters: Parameters
    private let pictureDigest: [UInt8]
    private var samples: [Gesture] = []

    /// - Parameters:
    ///   - pictureDigest: A digest of the picture's pixels, which binds the template to it.
    ///   - verifier: The verifier that compares drawings. It is the one that will verify attempts.
    ///   - parameters: The requirements on a drawing.
    /// - Returns: `nil` for a digest of more than ``GestureTemplate/maximumDigestLength`` bytes.
    public init?(pictureDigest: [UInt8], verifier: Verifier, parameters: Parameters = Parameters()) {
        guard pictureDigest.count <= GestureTemplate.maximumDigestLength else { return nil }
        self.pictureDigest = pictureDigest
        self.verifier = verifier
        self.parameters = parameters
    }

    /// Adds a drawing, converted by ``Gesture/quantised()``.
    /// - Throws: The reason for rejecting it.
    /// - Complexity: O(points · squares) for each previous drawing.
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

    /// Removes all drawings, to start again.
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
