// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// Setting up, changing and removing unlock methods with the data key.
///
/// The *errors of changing the vault*, which every method here throws, are ``VaultError/keyFromOtherVault``,
/// ``VaultError/keyErased``, ``VaultError/refused(_:)`` if only the recovery code is allowed, and the errors of the
/// storage. Changes are durable when the method returns.
extension Vault {
    /// Sets or changes the passcode and its kind. A change of the kind removes the duress passcode, because it could
    /// not be entered on a screen for the new kind.
    ///
    /// The passcode gets a new salt. If ``Parameters/offersDuress`` is `false`, the other cell gets the same salt.
    /// Otherwise the other cell keeps its salt, and each guess takes two derivations until the duress passcode is set
    /// or removed.
    /// - Throws: ``VaultError/invalidPasscode``, ``VaultError/samePasscode``, ``VaultError/tooMuchWork`` if the cost of
    ///   the vault's parameters exceeds their limits, ``VaultError/busy``, ``VaultError/cancelled``, and the errors of
    ///   changing the vault.
    public func setPasscode(
        _ passcode: consuming SecretBytes, kind: PasscodeKind, with key: DataKey
    ) async throws(VaultError) {
        let input = try PasscodeInput(passcode, kind: kind)
        let opener = key.opener
        try await changeDeriving(with: key, passcodeSetBy: opener) { vault, state, wrapped throws(VaultError) in
            let (hash, derived) = try await vault.deriveNew(input, kind, setBy: opener, &state)
            _ = try vault.useCurrentKey(&state)
            state.record.seal(
                wrapped, in: PasscodeSlot.Cell(of: opener), hash, derived, state.secrets, random: &vault.random)
            state.record.passcodeKind = kind
        }
    }

    /// Removes the passcode, and a duress passcode with it.
    /// - Throws: ``VaultError/wouldRemoveLastMethod``, and the errors of changing the vault.
    public func removePasscode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { vault, state, _ in
            for cell in PasscodeSlot.Cell.allCases {
                state.record.vacate(cell, state.record.cells[cell].hash, random: &vault.random)
            }
            state.record.passcodeKind = nil
        }
    }

    /// Sets a second passcode of the same kind, which opens an empty vault with its own data key. The record does not
    /// reveal whether there is one. The other key slots stay, and open with the owner's data key.
    /// - Throws: ``VaultError/notEnrolled`` if there is no passcode or duress passcodes are not offered;
    ///   ``VaultError/samePasscode``, ``VaultError/invalidPasscode``, ``VaultError/busy`` or ``VaultError/cancelled``;
    ///   and the errors of changing the vault.
    public func setDuressPasscode(_ passcode: consuming SecretBytes, with key: DataKey) async throws(VaultError) {
        let input = try PasscodeInput(passcode)
        try await changeDeriving(with: key) { vault, state, _ throws(VaultError) in
            guard vault.parameters.offersDuress, let kind = state.record.passcodeKind else { throw .notEnrolled }
            guard input.fits(kind) else { throw .invalidPasscode }
            let own = PasscodeSlot.Cell(of: key.opener)
            let hash = state.record.cells[own].hash
            let derived = try await vault.deriver.derive(input, by: hash)
            guard try await !vault.opens(own, of: state, input, derived, hash) else { throw .samePasscode }
            let empty = WrappedKey(role: .duress, key: vault.random.key())
            state.record.seal(empty, in: own.other, hash, derived, state.secrets, random: &vault.random)
        }
    }

    /// Removes the duress passcode. If there is none, no error is thrown, because the record does not reveal whether
    /// there is one.
    /// - Throws: The errors of changing the vault.
    public func removeDuressPasscode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { vault, state, _ in
            let own = PasscodeSlot.Cell(of: key.opener)
            state.record.vacate(own.other, state.record.cells[own].hash, random: &vault.random)
        }
    }

    /// Creates a recovery code, which replaces the previous one.
    /// - Throws: The errors of changing the vault.
    public func renewRecoveryCode(with key: DataKey) async throws(VaultError) -> RecoveryCode {
        try await change(with: key) { vault, state, wrapped in
            state.record.sealForRecovery(wrapped, random: &vault.random)
        }
    }

    /// Removes the recovery code. Does nothing if there is none.
    /// - Throws: ``VaultError/wouldRemoveLastMethod``, and the errors of changing the vault.
    public func removeRecoveryCode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, state, _ in state.record.recovery = nil }
    }

    /// Adds a slot for an external key, which a passkey, a keychain or a server releases only after it has verified the
    /// owner.
    /// - Parameters:
    ///   - externalKey: The key: 256 random bits.
    ///   - metadata: The app's data about the key, stored in plaintext; at most ``ExternalKeySlot/metadataLimit``
    ///     bytes.
    ///   - key: The vault's data key, from an accepted attempt.
    /// - Returns: The identifier of the slot.
    /// - Throws: ``VaultError/limitExceeded``, and the errors of changing the vault.
    public func addExternalKey(
        key externalKey: SymmetricKey, metadata: [UInt8], with key: DataKey
    ) async throws(VaultError) -> SlotID {
        guard metadata.count <= ExternalKeySlot.metadataLimit else { throw .limitExceeded }
        return try await change(with: key) { vault, state, wrapped throws(VaultError) in
            guard state.record.externalKeys.count < VaultRecord.externalKeyLimit else { throw .limitExceeded }
            var slot = ExternalKeySlot(id: SlotID(random: &vault.random), metadata: metadata, sealed: [])
            slot.wrap(wrapped, for: externalKey, in: state.record.id, random: &vault.random)
            state.record.externalKeys.append(slot)
            return slot.id
        }
    }

    /// Removes the slot of an external key.
    /// - Throws: ``VaultError/notEnrolled`` if there is no such slot, ``VaultError/wouldRemoveLastMethod``, and the
    ///   errors of changing the vault.
    public func removeExternalKey(_ id: SlotID, with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, state, _ throws(VaultError) in
            guard let index = state.record.externalKeys.firstIndex(where: { $0.id == id }) else {
                throw .notEnrolled
            }
            state.record.externalKeys.remove(at: index)
        }
    }

    /// Destroys the vault: removes its record and its ledger. If the process is interrupted, the vault counts as wiped.
    ///
    /// The device key stays, because other vaults may use it. With the device key, earlier copies of the record and the
    /// ledger can be restored and opened. ``erase()`` removes the device key too.
    /// - Throws: The errors of changing the vault.
    public func wipe(with key: DataKey) async throws(VaultError) {
        try await perform { vault throws(VaultError) in
            var state = try await vault.loadUsable()
            _ = try key.wrapped(for: state.record)
            try await vault.destroy(&state)
            try await vault.ledger.remove()
        }
        key.forget()
    }

    typealias Change<Result> =
        @Sendable (isolated Vault, inout LoadedState, WrappedKey) async throws(VaultError) -> Result

    /// Changes the record, and repeats the change on the new record if another process wrote one meanwhile.
    func change<Result: Sendable>(
        with key: DataKey, _ body: @escaping Change<Result>
    ) async throws(VaultError) -> Result {
        try await perform { vault throws(VaultError) in try await vault.changed(with: key, body) }
    }

    /// Changes the record like ``change(with:_:)``, with a turn of the deriver.
    /// - Parameter opener: The user whose passcode is set; `nil` if it is none, or a duress passcode.
    func changeDeriving<Result: Sendable>(
        with key: DataKey, passcodeSetBy opener: VaultRole? = nil, _ body: @escaping Change<Result>
    ) async throws(VaultError) -> Result {
        try await performDeriving { vault throws(VaultError) in
            try await vault.changed(with: key, passcodeSetBy: opener, body)
        }
    }

    private func changed<Result>(
        with key: DataKey, passcodeSetBy opener: VaultRole? = nil, _ body: Change<Result>
    ) async throws(VaultError) -> Result {
        for _ in 0..<Self.maximumRetries {
            var state = try await loadUsable()
            let before = state.record
            let result = try await body(self, &state, try key.wrapped(for: state.record))
            guard state.record != before else { return result }
            // A passcode's cell needs the passcode, and has been sealed above if it is known.
            if !state.record.hasPasscode { _ = try useCurrentKey(&state) }
            guard state.record.hasUnlockMethod else { throw .wouldRemoveLastMethod }
            do throws(VaultError) {
                try await write(&state)
                // The change stands even if the ledger cannot be written. The ledger then counts too much, never too
                // little.
                if let opener {
                    try? await updateLedger(&state) { $0.attempts.passcodeChanged(by: opener) }
                } else if state.record.deviceKeyName != before.deviceKeyName {
                    try? await count(&state)
                }
                return result
            } catch .conflict {
                // Another process changed it: look again.
            }
        }
        throw .conflict
    }

    /// Derives a new passcode with a new salt, which both cells get if the other cell cannot be in use, and otherwise
    /// only the passcode's own cell.
    ///
    /// If the owner changes the kind, the duress passcode is removed.
    /// - Returns: The parameters that the passcode is derived with, and the result.
    /// - Throws: ``VaultError/samePasscode``, to the owner only. To the holder of the duress passcode, the error would
    ///   confirm guesses at the owner's passcode.
    func deriveNew(
        _ input: PasscodeInput, _ kind: PasscodeKind, setBy opener: VaultRole, _ state: inout LoadedState
    ) async throws(VaultError) -> (PasscodeHash, SymmetricKey) {
        let hash = try freshHash(for: PasscodeSlot.Cell(of: opener), of: state.record)
        if !parameters.offersDuress || !state.record.hasPasscode {
            for cell in PasscodeSlot.Cell.allCases { state.record.vacate(cell, hash, random: &random) }
        }
        let derived = try await deriver.derive(input, by: hash)
        if opener == .owner {
            if state.record.passcodeKind != kind {
                state.record.vacate(.duress, state.record.cells[.duress].hash, random: &random)
            }
            guard try await !opens(.duress, of: state, input, derived, hash) else { throw .samePasscode }
        }
        return (hash, derived)
    }

    /// Returns a Boolean value that indicates whether a passcode opens a cell.
    /// - Parameter derived: The key that was derived from the passcode by `hash`.
    private func opens(
        _ cell: PasscodeSlot.Cell, of state: LoadedState, _ input: PasscodeInput, _ derived: SymmetricKey,
        _ hash: PasscodeHash
    ) async throws(VaultError) -> Bool {
        let slot = state.record.cells[cell]
        let own = slot.hash == hash ? derived : try await deriver.derive(input, by: slot.hash)
        let credential = PasscodeSlot.Credential(derived: own, secrets: state.secrets)
        return slot.unwrap(with: credential, in: state.record.id) != nil
    }
}
