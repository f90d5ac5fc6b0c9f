// SPDX-License-Identifier: MIT
import InkGeometry

/// A type that compares an attempt with a template. An app can supply its own.
public protocol GestureVerifier: Sendable {
    /// The result of a comparison for each part. Show it only to the owner during setup, never to a person who tries to
    /// unlock.
    associatedtype Detail

    /// The kind of verifier, which is stored in templates. The default is ``VerifierKind/custom``.
    var kind: VerifierKind { get }

    /// The minimum score of an accepted attempt.
    var threshold: Double { get }

    /// Compares a gesture with a template. A higher score is a better match; it is never NaN.
    /// - Parameters:
    ///   - probe: The gesture of an attempt.
    ///   - template: The enrolled gesture.
    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Detail>

    /// Returns a Boolean value that indicates whether two drawings of an enrolment are alike. By default, a template of
    /// either drawing must accept the other.
    func areAlike(_ first: PictureGesture, _ second: PictureGesture) -> Bool

    /// Returns an estimate of the guesses that find a password with this verifier. The default implementation returns
    /// `nil`, because the number is not known.
    /// - Parameters:
    ///   - drawings: Drawings of the password, at least one. The first is judged; the others show how much it varies.
    ///   - map: The salient places and the size of the picture.
    func strength(of drawings: [PictureGesture], over map: SaliencyMap) -> Strength?
}

extension GestureVerifier {
    public var kind: VerifierKind { .custom }

    public func strength(of drawings: [PictureGesture], over map: SaliencyMap) -> Strength? { nil }

    public func areAlike(_ first: PictureGesture, _ second: PictureGesture) -> Bool {
        accepts(second, for: GestureTemplate(of: first, for: self))
            && accepts(first, for: GestureTemplate(of: second, for: self))
    }

    /// Returns the lower of two estimates: for an attacker who begins with the picture's salient places, and for one
    /// who does not look at the picture. `nil` if this verifier has no estimate.
    /// - Parameters:
    ///   - drawings: Drawings of the password, at least one. The first is judged; the others show how much it varies.
    ///   - map: The salient places and the size of the picture; `nil` if they are not known.
    public func lowerStrength(of drawings: [PictureGesture], over map: SaliencyMap?) -> Strength? {
        let side = PictureFrame.shorterSide
        let plain = strength(of: drawings, over: SaliencyMap(size: InkSize(width: side, height: side)))
        guard let map, let plain, let strength = strength(of: drawings, over: map) else { return plain }
        return strength.log10Guesses < plain.log10Guesses ? strength : plain
    }

    /// Returns a Boolean value that indicates whether a gesture is accepted. This is the only result that may be shown
    /// to a person who tries to unlock.
    /// - Parameters:
    ///   - probe: The gesture of an attempt.
    ///   - template: The enrolled gesture.
    public func accepts(_ probe: PictureGesture, for template: GestureTemplate) -> Bool {
        compare(probe, with: template).score >= threshold
    }
}

/// A score and the results that it is derived from.
public struct GestureComparison<Detail> {
    /// The score. A higher score is better, and an attempt passes with at least the verifier's
    /// ``GestureVerifier/threshold``. Keep it secret, because it tells an attacker how close an attempt is.
    public var score: Double
    /// The results for each part of the template. Empty if the gestures have different numbers of parts.
    public var parts: [Detail]

    public init(score: Double, parts: [Detail]) {
        self.score = score
        self.parts = parts
    }
}

extension GestureComparison: Sendable where Detail: Sendable {}

/// The kind of verifier that a template was enrolled with. Attempts are decided by a verifier of the same kind.
/// Templates store the raw values.
public enum VerifierKind: UInt8, Hashable, Sendable, CaseIterable {
    /// The rule of squares: ``RasterVerifier``.
    case raster = 0
    /// InkLock's own model: ``TrainedVerifier``.
    case trained = 1
    /// A verifier of the app's own.
    case custom = 2
}
