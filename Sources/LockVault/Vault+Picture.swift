// SPDX-License-Identifier: MIT
import InkBytes
import LockFlow
import PicturePassword

extension Vault {
    /// Tries a drawing.
    ///
    /// Which drawing is near enough cannot be said by a key, so the template is opened with the device's key and compared;
    /// docs/SECURITY.md says what follows from that. A drawing that came before, sample for sample, is wrong.
    ///
    /// Once counted, the attempt is made to its end, even if the caller's task is cancelled.
    /// - Parameters:
    ///   - gesture: what was drawn.
    ///   - pictureDigest: of the picture that is shown.
    ///   - verifier: what decides; the one that enrolled.
    /// - Throws: ``VaultError/rejected(_:)``, ``VaultError/refused(_:)``, ``VaultError/notEnrolled``,
    ///   ``VaultError/otherPicture``, ``VaultError/cancelled``, and whatever is wrong with the vault.
    /// - Complexity: one comparison, and O(points + drawings remembered).
    public func unlock(
        gesture: Gesture, on pictureDigest: [UInt8], verifier: some GestureVerifier & Sendable
    ) async throws(VaultError) -> DataKey {
        let key = try await alone { () throws(VaultError) in
            try await uncancelled { vault throws(VaultError) in
                try await vault.attempt(gesture, on: pictureDigest, verifier)
            }
        }
        guard !Task.isCancelled else {
            key.forget()
            throw .cancelled
        }
        return key
    }

    /// Sets or changes the picture password.
    /// - Throws: also ``VaultError/noRoom`` for a template of more than 256 KiB, ``VaultError/lastWayIn`` if nothing else
    ///   would open the vault.
    public func setPicture(_ template: GestureTemplate, with key: DataKey) async throws(VaultError) {
        let template = template.quantised()
        guard template.encoded().count <= PictureSlot.byteLimit else { throw .noRoom }
        try await change(with: key) { vault, situation, wrapped throws(VaultError) in
            // Old drawings stay refused, also those of templates before this one.
            var replays = try situation.replays()
            for sample in template.samples { replays.remember(sample, as: .accepted) }
            try await vault.settle(&situation) { $0.replayGuard = replays.encoded() }
            situation.record.picture = PictureSlot(key: wrapped, template: template)
                .sealed(situation.record, situation.secrets, random: &vault.random)
        }
    }

    /// Removes the picture password; no error if there is none.
    public func removePicture(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, situation, _ in situation.record.picture = nil }
    }

    private func attempt(
        _ gesture: Gesture, on pictureDigest: [UInt8], _ verifier: some GestureVerifier
    ) async throws(VaultError) -> DataKey {
        var earlier: ReplayGuard?
        var (situation, ticket) = try await admit(.picture) { situation throws(VaultError) in
            // Remembered with the count: a ledger put back to it does not forget the drawing.
            var replays = try situation.replays()
            earlier = replays
            replays.remember(gesture, as: .tried)
            situation.entry.replayGuard = replays.encoded()
        }
        guard let earlier else { throw .damaged }
        guard let slot = PictureSlot(situation.record, situation.secrets) else { throw .damaged }
        var login = PictureLogin(
            pictureDigest: pictureDigest, verifier: verifier, store: EnrolledTemplate(template: slot.template),
            replays: earlier)
        let verdict = login.attempt(gesture)
        guard verdict != .otherPicture else {
            // Nothing was compared, and nothing was tried.
            try await settle(&situation) { entry in
                entry.attempts.attemptWithdrawn(ticket)
                entry.replayGuard = earlier.encoded()
            }
            throw .otherPicture
        }
        let replays = login.replays.encoded()
        let refusesOwner = situation.entry.attempts.refusesOwner(.picture, under: parameters.lockout)
        guard verdict == .accepted, let opener = Opener(slot.key.holder), opener == .duress || !refusesOwner else {
            throw try await reject(&situation, ticket, mark: nil)
        }
        // Written down before the key is given out, so that a recording of this drawing never passes.
        let failed = try await settle(&situation) { entry in
            entry.replayGuard = replays
            return entry.attempts.attemptAccepted(ticket, by: opener)
        }
        return DataKey(slot.key.key, of: situation.record, opener: opener, failed: failed)
    }
}

extension Vault.Situation {
    /// What was drawn before; an empty memory for a ledger that has none yet.
    /// - Throws: ``VaultError/damaged`` for a memory that cannot be read: it would let recordings pass.
    func replays() throws(VaultError) -> ReplayGuard {
        let key = Array(secrets.replayKey(record.id).prefix(ReplayGuard.keyLength))
        if entry.replayGuard.isEmpty, let empty = ReplayGuard(key: key) { return empty }
        do { return try ReplayGuard(decoding: entry.replayGuard, key: key) } catch { throw .damaged }
    }
}

/// The template of a slot that was opened for one attempt.
private struct EnrolledTemplate: TemplateStore {
    let template: GestureTemplate

    func load() -> GestureTemplate? { template }
    func save(_ template: GestureTemplate) {}
    func remove() {}
}
