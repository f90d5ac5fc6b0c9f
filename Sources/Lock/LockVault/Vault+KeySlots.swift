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
    /// not be entered on a screen for the new kind. With the key of a duress passcode, it removes the owner's passcode.
    ///
    /// The passcode gets a new salt. If ``Parameters/offersDuress`` is `false`, the other passcode slot gets
    /// the same salt. Otherwise the other slot keeps its salt, and each guess takes two derivations until the duress
    /// passcode is set or removed.
    /// - Throws: ``VaultError/invalidPasscode``, ``VaultError/samePasscode``, ``VaultError/tooMuchWork`` if the cost of
    ///   the vault's parameters exceeds their limits, ``VaultError/busy``, ``VaultError/cancelled``, and the errors of
    ///   changing the vault.
    public func setPasscode(
        _ passcode: consuming SecretBytes, kind: PasscodeKind, with key: DataKey
    ) async throws(VaultError) {
        let input = try PasscodeInput(passcode, kind: kind)
        try await changeDeriving(with: key, setsPasscode: true) { vault, state, wrapped throws(VaultError) in
            let (hash, derived) = try await vault.deriveNew(input, kind, setBy: wrapped.role, &state)
            _ = try vault.useCurrentKey(&state)
            state.record.seal(
                wrapped, in: PasscodeSlot.Cell(of: wrapped.role), hash, derived, state.secrets, random: &vault.random)
            state.record.passcodeKind = kind
        }
    }

    /// Removes the passcode, and a duress passcode with it.
    /// - Throws: ``VaultError/lastMethod``, and the errors of changing the vault.
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
    ///   ``VaultError/limitExceeded`` at 254 nested duress passcodes; and the errors of changing the vault.
    public func setDuressPasscode(_ passcode: consuming SecretBytes, with key: DataKey) async throws(VaultError) {
        let input = try PasscodeInput(passcode)
        try await changeDeriving(with: key) { vault, state, wrapped throws(VaultError) in
            guard vault.parameters.offersDuress, let kind = state.record.passcodeKind else { throw .notEnrolled }
            guard input.fits(kind) else { throw .invalidPasscode }
            let own = PasscodeSlot.Cell(of: wrapped.role)
            let hash = state.record.cells[own].hash
            let derived = try await vault.deriver.derive(input, by: hash)
            guard state.record.unwrap(own, derived, state.secrets) == nil else { throw .samePasscode }
            guard let inner = wrapped.role.inner else { throw .limitExceeded }
            let empty = WrappedKey(role: inner, key: vault.random.key())
            state.record.seal(empty, in: own.other, hash, derived, state.secrets, random: &vault.random)
        }
    }

    /// Removes the duress passcode. If there is none, no error is thrown, because the record does not reveal whether
    /// there is one.
    /// - Throws: The errors of changing the vault.
    public func removeDuressPasscode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { vault, state, wrapped in
            let own = PasscodeSlot.Cell(of: wrapped.role)
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
    /// - Throws: ``VaultError/lastMethod``, and the errors of changing the vault.
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
        _ externalKey: SymmetricKey, metadata: [UInt8], with key: DataKey
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
    /// - Throws: ``VaultError/notEnrolled`` if there is no such slot, ``VaultError/lastMethod``, and the
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
        key.erase()
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
    /// - Parameter setsPasscode: A Boolean value that indicates whether the change sets the passcode of the key's user.
    func changeDeriving<Result: Sendable>(
        with key: DataKey, setsPasscode: Bool = false, _ body: @escaping Change<Result>
    ) async throws(VaultError) -> Result {
        try await performDeriving { vault throws(VaultError) in
            try await vault.changed(with: key, setsPasscode: setsPasscode, body)
        }
    }

    private func changed<Result>(
        with key: DataKey, setsPasscode: Bool = false, _ body: Change<Result>
    ) async throws(VaultError) -> Result {
        for _ in 0..<Self.maximumRetries {
            var state = try await loadUsable()
            let before = state.record
            let result = try await body(self, &state, try key.wrapped(for: state.record))
            guard state.record != before else { return result }
            // A passcode's cell needs the passcode, and has been sealed above if it is known.
            if !state.record.hasPasscode { _ = try useCurrentKey(&state) }
            guard state.record.hasUnlockMethod else { throw .lastMethod }
            do throws(VaultError) {
                try await write(&state)
                // The change stands even if the ledger cannot be written. The ledger then counts too much, never too
                // little.
                if setsPasscode {
                    try? await updateLedger(&state) { $0.attempts.passcodeChanged(by: key.vaultRole) }
                } else if state.record.deviceKeyName != before.deviceKeyName {
                    try? await writeLedger(&state)
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
    /// If the kind changes, the passcode of the other cell is removed, also under a duress passcode: otherwise one that
    /// was set inside the empty vault would stay, unlike the owner's.
    /// - Returns: The parameters that the passcode is derived with, and the result.
    /// - Throws: ``VaultError/samePasscode`` if the passcode opens an inner vault. If it opened an outer one, the error
    ///   would confirm guesses at the owner's passcode.
    func deriveNew(
        _ input: PasscodeInput, _ kind: PasscodeKind, setBy role: WrappedKey.Role, _ state: inout LoadedState
    ) async throws(VaultError) -> (PasscodeHash, SymmetricKey) {
        let own = PasscodeSlot.Cell(of: role)
        let hash = try freshHash(for: own, of: state.record)
        if !parameters.offersDuress || !state.record.hasPasscode {
            for cell in PasscodeSlot.Cell.allCases { state.record.vacate(cell, hash, random: &random) }
        }
        let derived = try await deriver.derive(input, by: hash)
        let other = state.record.cells[own.other].hash
        if state.record.passcodeKind != kind { state.record.vacate(own.other, other, random: &random) }
        let same = other == hash ? derived : try await deriver.derive(input, by: other)
        let found = state.record.unwrap(own.other, same, state.secrets)
        guard found?.role.isInside(role) != true else { throw .samePasscode }
        return (hash, derived)
    }
}
