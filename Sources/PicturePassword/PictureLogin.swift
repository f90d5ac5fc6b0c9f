// SPDX-License-Identifier: MIT

/// A picture password in use: a verifier, the store of its template, the picture and the guard against replays.
///
/// It counts no failures: the app's lockout does, durably and before each attempt.
public struct PictureLogin<Verifier: GestureVerifier, Store: TemplateStore> {
    /// What compares.
    public let verifier: Verifier
    /// Where the template is kept.
    public private(set) var store: Store
    /// The digest of the picture that is shown, as the template's was made.
    public let pictureDigest: [UInt8]
    /// What was drawn before. It changes with ``enrol(_:)`` and ``attempt(_:)``: store its bytes before letting anybody
    /// in, or a recording may pass after the app was killed.
    public private(set) var replays: ReplayGuard

    /// Nothing is read from the store before it is needed.
    public init(pictureDigest: [UInt8], verifier: Verifier, store: Store, replays: ReplayGuard) {
        self.pictureDigest = pictureDigest
        self.verifier = verifier
        self.store = store
        self.replays = replays
    }

    /// Saves a template, quantised, instead of the one before.
    /// - Throws: what the store throws.
    public mutating func enrol(_ template: GestureTemplate) throws(Store.Failure) {
        try store.save(template.quantised())
        for sample in template.samples { replays.remember(sample, as: .accepted) }
    }

    /// Forgets the template. Old drawings are still refused as replays.
    /// - Throws: what the store throws.
    public mutating func remove() throws(Store.Failure) { try store.remove() }

    /// Compares a drawing, ``Gesture/quantised()``, with the template.
    ///
    /// An enrolled drawing and whatever was drawn before in an attempt are refused as replays.
    /// - Throws: what the store throws; nothing is remembered then.
    /// - Complexity: one comparison, and O(points + drawings remembered).
    public mutating func attempt(_ gesture: Gesture) throws(Store.Failure) -> PictureVerdict {
        guard let template = try store.load()?.quantised() else { return .notEnrolled }
        guard template.pictureDigest == pictureDigest else { return .otherPicture }
        let probe = gesture.quantised()
        // The template's own drawings need no guard, so a lost guard does not lay them open.
        guard !template.samples.contains(probe) && !replays.isReplay(probe) else { return .replayed }
        let isAccepted = verifier.accepts(template, probe)
        replays.remember(probe, as: isAccepted ? .accepted : .tried)
        return isAccepted ? .accepted : .rejected
    }
}

extension PictureLogin: Sendable where Verifier: Sendable, Store: Sendable {}
