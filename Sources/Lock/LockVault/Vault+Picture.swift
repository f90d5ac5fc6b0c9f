// SPDX-License-Identifier: MIT
import LockFlow
import PicturePassword

extension Vault {
    /// Tries a drawing.
    ///
    /// A drawing is matched approximately, so it cannot be a key itself. The template is opened with the device key and
    /// compared; docs/SECURITY.md describes the consequences. A drawing that equals an earlier one, sample for sample,
    /// is rejected.
    ///
    /// A counted attempt always runs to its end, even if the caller's task is cancelled.
    /// - Parameters:
    ///   - gesture: The drawing.
    ///   - pictureDigest: The digest of the picture that is shown.
    ///   - verifier: The verifier that decides, if it is of the template's kind or an app's own.
    ///   - isRepeated: A Boolean value that indicates whether this is an earlier attempt that the app has not finished,
    ///     as after an error of a store. The ledger may then remember the drawing, and it is compared once more. The
    ///     app has to make sure that it is that attempt. The default is `false`.
    /// - Throws: ``VaultError/rejected(_:)``, ``VaultError/refused(_:)``, ``VaultError/notEnrolled``,
    ///   ``VaultError/otherPicture``, ``VaultError/cancelled``, and the errors of reading the vault.
    /// - Complexity: One comparison, and O(points + remembered drawings).
    public func unlock(
        gesture: PictureGesture, on pictureDigest: [UInt8], verifier: some GestureVerifier,
        isRepeated: Bool = false
    ) async throws(VaultError) -> DataKey {
        let key = try await perform { vault throws(VaultError) in
            try await vault.attempt(gesture, on: pictureDigest, verifier, isRepeated)
        }
        return try await unlessCancelled(key)
    }

    /// Sets or changes the picture password.
    /// - Throws: ``VaultError/limitExceeded`` for a template of more than 256 KiB, ``VaultError/lastMethod``
    ///   if no other method would open the vault, and the errors of changing the vault.
    public func setPicturePassword(_ template: GestureTemplate, with key: DataKey) async throws(VaultError) {
        let template = template.quantised()
        guard template.encoded().count <= PictureSlot.templateLimit else { throw .limitExceeded }
        try await change(with: key) { vault, state, wrapped throws(VaultError) in
            // Old drawings stay rejected, also those of earlier templates.
            try await vault.updateLedger(
                &state, loaded: { state throws(VaultError) in try state.remember(template.samples, as: .accepted) })
            state.record.picture = PictureSlot(
                PictureSlot.Contents(key: wrapped, template: template), with: state.secrets,
                in: state.record.id, random: &vault.random)
        }
    }

    /// Returns the kind of verifier that compares drawings; `nil` if there is no picture password.
    ///
    /// The kind of a template that an earlier version of an app enrolled may differ from that of its current templates.
    /// - Throws: The errors of reading the vault.
    public func pictureVerifier() async throws(VaultError) -> VerifierKind? {
        try await perform { vault throws(VaultError) in
            let state = try await vault.loadUsable()
            return state.record.picture?.opened(with: state.secrets, in: state.record.id)?.template.verifier
        }
    }

    /// Adds an accepted drawing to the template if it is clearly the owner's, so that the picture password follows
    /// changes of the owner's hand. See `GestureTemplate.adapted(to:)`. Nothing is written if the template stays the
    /// same.
    /// - Parameters:
    ///   - gesture: The drawing that opened the vault.
    ///   - key: The key that the drawing released.
    /// - Throws: The errors of changing the vault. The template does not change then.
    public func adaptPicturePassword(to gesture: PictureGesture, with key: DataKey) async throws(VaultError) {
        try await changePicturePassword(with: key) { $0.adapted(to: gesture) }
    }

    /// Removes the drawings that ``adaptPicturePassword(to:with:)`` added to the template.
    /// - Throws: The errors of changing the vault.
    public func resetPicturePasswordAdaptation(with key: DataKey) async throws(VaultError) {
        try await changePicturePassword(with: key) { $0.enrolled }
    }

    /// Replaces the template, unless `change` returns `nil` or the template is too large.
    private func changePicturePassword(
        with key: DataKey, _ change: @escaping @Sendable (GestureTemplate) -> GestureTemplate?
    ) async throws(VaultError) {
        try await self.change(with: key) { vault, state, _ in
            guard let slot = state.record.picture?.opened(with: state.secrets, in: state.record.id),
                let template = change(slot.template), template != slot.template,
                template.encoded().count <= PictureSlot.templateLimit
            else { return }
            state.record.picture = PictureSlot(
                PictureSlot.Contents(key: slot.key, template: template), with: state.secrets,
                in: state.record.id, random: &vault.random)
        }
    }

    /// Removes the picture password. Does nothing if there is none.
    /// - Throws: The errors of changing the vault.
    public func removePicturePassword(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, state, _ in state.record.picture = nil }
    }

    private func attempt(
        _ gesture: PictureGesture, on pictureDigest: [UInt8], _ verifier: some GestureVerifier, _ isRepeated: Bool
    ) async throws(VaultError) -> DataKey {
        var earlier: (replays: ReplayGuard, stored: [UInt8])?
        var (state, ticket) = try await recordAttempt(.picture) { state throws(VaultError) in
            // The drawing is stored with the count, so that a ledger restored to the count does not forget it.
            earlier = (try state.replays(), state.entry.replayGuard)
            try state.remember([gesture], as: .tried)
        }
        guard let earlier,
            let enrolled = state.record.picture?.opened(with: state.secrets, in: state.record.id)
        else { throw .damaged }
        let counted = state.entry.replayGuard
        // Of an attempt that is made again, the ledger knows the drawing from the first time.
        var replays = isRepeated ? try state.noReplays() : earlier.replays
        let verdict = enrolled.template.verdict(
            on: gesture, pictureDigest: pictureDigest, verifier: verifier, replays: &replays)
        guard verdict != .otherPicture else {
            // Nothing was compared. What another process remembered meanwhile stays, with this drawing.
            try await updateLedger(&state) { entry in
                entry.attempts.attemptCancelled(ticket)
                if entry.replayGuard == counted { entry.replayGuard = earlier.stored }
            }
            throw .otherPicture
        }
        let refusesOwner = state.entry.attempts.refusesOwner(.picture, under: parameters.lockout)
        guard verdict == .accepted, let role = VaultRole(enrolled.key.role), role == .duress || !refusesOwner
        else { throw try await reject(&state, ticket, digest: nil) }
        // Saved before the key is returned, so that a recording of this drawing is never accepted. What another process
        // remembered meanwhile stays.
        let failed = try await updateLedger(
            &state,
            loaded: { state throws(VaultError) in
                if state.entry.replayGuard == counted && !isRepeated {
                    state.entry.replayGuard = replays.encoded()
                } else {
                    try state.remember([gesture], as: .accepted)
                }
                return state.entry.attempts.attemptAccepted(ticket, by: role)
            })
        if role == .owner { await moveToCurrentKey(&state) }
        return DataKey(
            enrolled.key, of: state.record,
            failed: reported(failed, to: role, of: state.record.id))
    }
}

extension Vault.LoadedState {
    /// Returns the replay protection with the earlier drawings; an empty one if the ledger has none yet.
    /// - Throws: ``VaultError/damaged`` if it cannot be read. Ignoring it would let recordings pass.
    func replays() throws(VaultError) -> ReplayGuard {
        guard !entry.replayGuard.isEmpty else { return try noReplays() }
        do { return try ReplayGuard(decoding: entry.replayGuard, key: replayKey) } catch { throw .damaged }
    }

    /// Returns a replay protection without earlier drawings.
    func noReplays() throws(VaultError) -> ReplayGuard {
        guard let empty = ReplayGuard(key: replayKey) else { throw .damaged }
        return empty
    }

    private var replayKey: [UInt8] {
        entry.replayKey ?? Array(secrets.replayKey(record.id).prefix(ReplayGuard.keyLength))
    }

    /// Adds drawings to the replay protection.
    /// - Throws: The error of ``replays()``.
    mutating func remember(
        _ gestures: [PictureGesture], as outcome: ReplayGuard.Outcome
    ) throws(VaultError) {
        var replays = try replays()
        for gesture in gestures { replays.remember(gesture, as: outcome) }
        entry.replayGuard = replays.encoded()
    }
}
