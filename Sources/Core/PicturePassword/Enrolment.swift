// SPDX-License-Identifier: MIT
import InkGeometry

/// Collects an owner's drawings of a new picture password until they make a template.
///
/// The first drawing must meet the requirements in ``EnrolmentParameters``. Each further drawing must match the
/// previous ones, which shows how much the owner's hand varies, and meet the requirements too. Similarity is checked
/// first: a drawing that differs throws ``EnrolmentError/different`` even if it is also too short.
///
/// The strength is judged twice: that of the first drawing, and at the end that of the template, whose typical drawing
/// may be a later one.
public struct Enrolment<Verifier: GestureVerifier>: Sendable {
    private let verifier: Verifier
    private let parameters: EnrolmentParameters
    private let pictureDigest: [UInt8]
    private var samples: [PictureGesture] = []

    /// Creates an enrolment without drawings.
    /// - Parameters:
    ///   - pictureDigest: An identifier of the picture with at most 64 bytes, such as the SHA-256 of its file. The
    ///     template is bound to it.
    ///   - verifier: The verifier that compares drawings. It is the one that will verify attempts.
    ///   - parameters: The requirements on a drawing.
    /// - Returns: `nil` for a digest of more than ``GestureTemplate/maximumDigestLength`` bytes.
    public init?(pictureDigest: [UInt8], verifier: Verifier, parameters: EnrolmentParameters = EnrolmentParameters()) {
        guard pictureDigest.count <= GestureTemplate.maximumDigestLength else { return nil }
        self.pictureDigest = pictureDigest
        self.verifier = verifier
        self.parameters = parameters
    }

    /// Adds a drawing, converted by ``PictureGesture/quantised()``.
    /// - Parameters:
    ///   - gesture: The drawing.
    ///   - map: The picture's salient places, which make drawings easier to guess; `nil` if they are not known.
    /// - Throws: The reason for rejecting the drawing.
    /// - Complexity: One comparison for each previous drawing, and the complexity of ``Strength`` for the first and the
    ///   last.
    public mutating func add(
        _ gesture: PictureGesture, over map: SaliencyMap? = nil
    ) throws(EnrolmentError) -> EnrolmentProgress {
        let gesture = gesture.quantised()
        guard !gesture.parts.isEmpty else { throw .empty }
        for part in gesture.parts where part.fingers.count > GesturePart.maximumFingerCount { throw .tooManyFingers }
        for sample in samples {
            guard verifier.areAlike(sample, gesture) else { throw .different }
        }
        try check(gesture)
        if samples.isEmpty && isGuessable([gesture], over: map) { throw .guessable }
        samples.append(gesture)
        let missing = max(1, parameters.sampleCount) - samples.count
        guard missing <= 0 else { return .remaining(missing) }
        let template = GestureTemplate(uncheckedDigest: pictureDigest, samples: samples, verifier: verifier.kind)
            .beginningWithTypical(by: verifier)
        if samples.count > 1 && isGuessable(template.samples, over: map) {
            samples.removeLast()
            throw .guessable
        }
        return .complete(template)
    }

    /// Returns the strength of a first drawing, for a meter. It is weak while ``add(_:over:)`` would reject the drawing
    /// for its size, length or form, so that a meter never praises a drawing that is then refused.
    /// - Returns: `nil` if the verifier has no strength, or nothing is drawn.
    /// - Complexity: That of ``Strength``.
    public func strength(of gesture: PictureGesture, over map: SaliencyMap? = nil) -> Strength? {
        guard var strength = verifier.lowerStrength(of: [gesture], over: map) else { return nil }
        do throws(EnrolmentError) { try check(gesture.quantised()) } catch { strength.refuse() }
        return strength
    }

    /// Removes all drawings, to start again.
    public mutating func removeAll() { samples = [] }

    /// Checks the drawing's size, length and form.
    private func check(_ gesture: PictureGesture) throws(EnrolmentError) {
        var box = InkRect.empty
        var squares = 0
        for part in gesture.parts {
            for finger in part.fingers {
                for point in finger.points { box.formUnion(point.position) }
                // A stroke may be much longer than the picture, and more squares than this make no difference.
                squares +=
                    part.isTap
                    ? 1
                    : GestureRaster(finger.points, side: parameters.rasterSide, limit: parameters.minimumSquares)
                        .centres.count
            }
        }
        guard max(box.width, box.height) >= parameters.minimumExtent else { throw .oneSpot }
        guard StrokeList(gesture).minimumFigureExtent >= parameters.minimumFigureExtent else { throw .tooSmall }
        guard squares >= parameters.minimumSquares else { throw .tooShort }
        if let shape = CommonShape(gesture) { throw .common(shape) }
        guard gesture.placeCount >= parameters.minimumPlaces else { throw .tooFewPlaces }
    }

    /// Returns a Boolean value that indicates whether an attacker finds the first of the drawings too soon.
    private func isGuessable(_ drawings: [PictureGesture], over map: SaliencyMap?) -> Bool {
        guard let strength = verifier.lowerStrength(of: drawings, over: map) else { return false }
        return strength.level < parameters.minimumStrength || strength.log10Guesses < parameters.minimumLog10Guesses
    }
}
