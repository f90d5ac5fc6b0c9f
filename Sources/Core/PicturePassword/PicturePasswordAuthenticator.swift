// SPDX-License-Identifier: MIT

/// Verifies a picture password with a verifier, a template store, the picture and a replay guard.
///
/// This type does not count failures. The app's lockout does, durably and before each attempt.
public struct PicturePasswordAuthenticator<Verifier: GestureVerifier, Store: TemplateStore>: Sendable {
    /// The verifier that compares drawings. If a template is of InkLock's other kind of verifier, that verifier
    /// compares them instead.
    public let verifier: Verifier
    /// The store of the template.
    public private(set) var store: Store
    /// The digest of the displayed picture, computed as for the template.
    public let pictureDigest: [UInt8]
    /// The record of earlier drawings. ``enrol(_:)`` and ``attempt(_:)`` change it. Store its bytes before unlocking.
    /// Otherwise a recording may be accepted after the app was killed.
    public private(set) var replays: ReplayGuard

    /// Creates an authenticator. Nothing is read from the store until it is needed.
    public init(pictureDigest: [UInt8], verifier: Verifier, store: Store, replays: ReplayGuard) {
        self.pictureDigest = pictureDigest
        self.verifier = verifier
        self.store = store
        self.replays = replays
    }

    /// Saves a template, quantised, in place of the previous one.
    /// - Throws: The errors of the store.
    public mutating func enrol(_ template: GestureTemplate) throws(Store.Failure) {
        try store.save(template.quantised())
        for sample in template.samples { replays.remember(sample, as: .accepted) }
    }

    /// Removes the template. Earlier drawings are still rejected as replays.
    /// - Throws: The errors of the store.
    public mutating func remove() throws(Store.Failure) { try store.remove() }

    /// Compares a drawing, converted by ``PictureGesture/quantised()``, with the template.
    ///
    /// Enrolled drawings and those of earlier attempts are rejected as replays.
    /// - Throws: The errors of the store. Nothing is remembered then.
    /// - Complexity: One comparison, plus O(points + remembered drawings).
    public mutating func attempt(_ gesture: PictureGesture) throws(Store.Failure) -> PictureVerdict {
        guard let template = try store.load() else { return .notEnrolled }
        return template.verdict(on: gesture, pictureDigest: pictureDigest, verifier: verifier, replays: &replays)
    }
}

extension GestureTemplate {
    /// Compares a drawing, converted by ``PictureGesture/quantised()``, with the template, which is converted too, and
    /// remembers it.
    /// - Parameters:
    ///   - gesture: The drawing.
    ///   - pictureDigest: The digest of the displayed picture.
    ///   - verifier: The verifier that decides, if it is of the template's kind or an app's own.
    ///   - replays: The earlier drawings. A drawing on another picture, or a replay, does not change them.
    /// - Complexity: One comparison, plus O(points + remembered drawings).
    package func verdict(
        on gesture: PictureGesture, pictureDigest: [UInt8], verifier: some GestureVerifier, replays: inout ReplayGuard
    ) -> PictureVerdict {
        guard self.pictureDigest == pictureDigest else { return .otherPicture }
        let template = quantised()
        let probe = gesture.quantised()
        // The template's own drawings are compared directly, so losing the guard does not expose them.
        guard !template.samples.contains(probe) && !replays.isReplay(probe) else { return .replayed }
        let isAccepted = template.accepts(probe, by: verifier)
        replays.remember(probe, as: isAccepted ? .accepted : .tried)
        return isAccepted ? .accepted : .rejected
    }

    /// Returns whether `verifier` accepts a drawing. InkLock's own verifiers leave templates of another kind to that
    /// kind's with its default settings, and reject those of an app's own verifier.
    private func accepts(_ probe: PictureGesture, by verifier: some GestureVerifier) -> Bool {
        guard verifier.kind != self.verifier && verifier.kind != .custom else {
            return verifier.accepts(probe, for: self)
        }
        switch self.verifier {
        case .raster: return RasterVerifier().accepts(probe, for: self)
        case .trained: return TrainedVerifier().accepts(probe, for: self)
        case .custom: return false
        }
    }
}
