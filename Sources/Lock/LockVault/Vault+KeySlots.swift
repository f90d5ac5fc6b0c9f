// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// Unlock methods are set up, changed and removed with the data key.
///
/// All of these throw ``VaultError/keyFromOtherVault``, ``VaultError/keyErased``, ``VaultError/refused(_:)`` if the vault is closed
/// to everything but its recovery code, and what the places throw. They are written down when they return.
extension Vault {
    /// Sets or changes the passcode, and its kind. With another kind, a duress passcode is gone: it could not be typed any
    /// more.
    ///
    /// The passcode gets a new salt. Where no duress passcodes are offered, the other cell gets the same one. Where they are, the
    /// other cell keeps its own, used or not: a guess then takes two derivations until the duress passcode is set or removed.
    /// - Throws: also ``VaultError/invalidPasscode``, ``VaultError/samePasscode``, ``VaultError/busy`` and
    ///   ``VaultError/cancelled``.
    public func setPasscode(
        _ passcode: consuming SecretBytes, kind: PasscodeKind, with key: DataKey
    ) async throws(VaultError) {
        let input = try PasscodeInput(passcode, kind: kind)
        let opener = key.opener
        try await changeDeriving(with: key, passcodeSetBy: opener) {
            vault, situation, wrapped throws(VaultError) in
            let cell = VaultRecord.PasscodeCell.index(of: key.opener)
            let hash = vault.renewSalts(forCell: cell, of: &situation.record)
            let derived = try await vault.deriver.derive(input, by: hash)
            // Only the owner is told: for the holder of the duress passcode this would answer guesses at the owner's.
            if key.opener == .owner {
                let other = VaultRecord.PasscodeCell.duress
                if situation.record.passcodeKind != kind {
                    situation.record.cells[other] = .unused(situation.record.cells[other].hash, random: &vault.random)
                }
                guard try await !vault.opens(other, of: situation, input, derived, hash) else { throw .samePasscode }
            }
            situation.record.seal(wrapped, inCell: cell, hash, derived, situation.secrets, random: &vault.random)
            situation.record.passcodeKind = kind
        }
    }

    /// Removes the passcode, and a duress passcode with it.
    /// - Throws: also ``VaultError/wouldRemoveLastMethod``.
    public func removePasscode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { vault, situation, _ in
            for cell in situation.record.cells.indices {
                situation.record.cells[cell] = .unused(situation.record.cells[cell].hash, random: &vault.random)
            }
            situation.record.passcodeKind = nil
        }
    }

    /// Sets a second passcode, of the same kind, that opens an empty vault: a data key of its own that nothing was ever
    /// sealed with. Nothing in the record tells whether there is one.
    /// - Throws: also ``VaultError/notEnrolled`` without a passcode or where no duress passcodes are offered,
    ///   ``VaultError/samePasscode``, ``VaultError/invalidPasscode``, ``VaultError/busy`` and ``VaultError/cancelled``.
    public func setDuressPasscode(_ passcode: consuming SecretBytes, with key: DataKey) async throws(VaultError) {
        let input = try PasscodeInput(passcode)
        try await changeDeriving(with: key) { vault, situation, _ throws(VaultError) in
            guard vault.parameters.offersDuress, let kind = situation.record.passcodeKind else { throw .notEnrolled }
            guard input.fits(kind) else { throw .invalidPasscode }
            let own = VaultRecord.PasscodeCell.index(of: key.opener)
            let hash = situation.record.cells[own].hash
            let derived = try await vault.deriver.derive(input, by: hash)
            guard try await !vault.opens(own, of: situation, input, derived, hash) else { throw .samePasscode }
            let empty = WrappedKey(holder: .duress, key: vault.random.key())
            situation.record.seal(empty, inCell: 1 - own, hash, derived, situation.secrets, random: &vault.random)
        }
    }

    /// Removes the duress passcode; no error if there is none, which cannot be told.
    public func removeDuressPasscode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { vault, situation, _ in
            let own = VaultRecord.PasscodeCell.index(of: key.opener)
            situation.record.cells[1 - own] = .unused(situation.record.cells[own].hash, random: &vault.random)
        }
    }

    /// Makes a recovery code; an older one opens nothing any more.
    public func renewRecoveryCode(with key: DataKey) async throws(VaultError) -> RecoveryCode {
        try await change(with: key) { vault, situation, wrapped in
            let code = RecoveryCode(random: &vault.random)
            situation.record.seal(wrapped, under: code, random: &vault.random)
            return code
        }
    }

    /// - Throws: also ``VaultError/wouldRemoveLastMethod``.
    public func removeRecoveryCode(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, situation, _ in situation.record.recovery = nil }
    }

    /// Lets a key from outside open the vault: one that a passkey, a keychain or a server gives out only after making sure
    /// of the device's owner.
    /// - Parameters:
    ///   - externalKey: 256 bits that cannot be guessed.
    ///   - metadata: the app's own, kept in the open; at most ``ExternalKeySlot/metadataLimit`` bytes.
    ///   - key: the vault's own, as an accepted attempt gave it.
    /// - Throws: also ``VaultError/limitExceeded``.
    public func addExternalKey(
        key externalKey: SymmetricKey, metadata: [UInt8], with key: DataKey
    ) async throws(VaultError) -> SlotID {
        guard metadata.count <= ExternalKeySlot.metadataLimit else { throw .limitExceeded }
        return try await change(with: key) { vault, situation, wrapped throws(VaultError) in
            guard situation.record.deviceOwners.count < VaultRecord.deviceOwnerLimit else { throw .limitExceeded }
            let id = SlotID(random: &vault.random)
            let sealed = wrapped.sealed(
                under: situation.record.deviceOwnerKey(externalKey),
                context: situation.record.context(.deviceOwner(id, metadata: metadata)), random: &vault.random)
            situation.record.deviceOwners.append(ExternalKeySlot(id: id, metadata: metadata, sealed: sealed))
            return id
        }
    }

    /// - Throws: also ``VaultError/notEnrolled`` if there is no such slot, ``VaultError/wouldRemoveLastMethod``.
    public func removeDeviceOwner(_ id: SlotID, with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, situation, _ throws(VaultError) in
            guard let index = situation.record.deviceOwners.firstIndex(where: { $0.id == id }) else {
                throw .notEnrolled
            }
            situation.record.deviceOwners.remove(at: index)
        }
    }

    /// Destroys the vault and everything that its key opened, and leaves nothing behind that tells of it. Broken off, it leaves a
    /// vault that counts as wiped.
    public func wipe(with key: DataKey) async throws(VaultError) {
        try await serialized { () throws(VaultError) in
            try await withoutCancellation { vault throws(VaultError) in
                var situation = try await vault.findSound()
                _ = try key.wrapped(for: situation.record)
                try await vault.destroy(&situation)
                try await vault.ledger.remove()
            }
        }
        key.forget()
    }

    typealias Change<Result> =
        @Sendable (isolated Vault, inout Situation, WrappedKey) async throws(VaultError) -> Result

    /// Changes the record, and does it again on what another process wrote meanwhile.
    func change<Result: Sendable>(
        with key: DataKey, _ body: @escaping Change<Result>
    ) async throws(VaultError) -> Result {
        try await serialized { () throws(VaultError) in
            try await withoutCancellation { vault throws(VaultError) in try await vault.changed(with: key, body) }
        }
    }

    func changeDeriving<Result: Sendable>(
        with key: DataKey, passcodeSetBy opener: VaultRole? = nil,
        _ body: @escaping Change<Result>
    ) async throws(VaultError) -> Result {
        try await serialized { () throws(VaultError) in
            try await deriver.withTurn { () async throws(VaultError) in
                try await self.withoutCancellation { vault throws(VaultError) in
                    try await vault.changed(with: key, passcodeSetBy: opener, body)
                }
            }
        }
    }

    private func changed<Result>(
        with key: DataKey, passcodeSetBy opener: VaultRole? = nil, _ body: Change<Result>
    ) async throws(VaultError) -> Result {
        for _ in 0..<Self.patience {
            var situation = try await findSound()
            let result = try await body(self, &situation, try key.wrapped(for: situation.record))
            guard situation.record.hasWayIn else { throw .wouldRemoveLastMethod }
            do throws(VaultError) {
                try await write(&situation)
                // It is done, whether or not the ledger can say so: what it counts then is more than there was.
                if let opener { try? await settle(&situation) { $0.attempts.passcodeChanged(by: opener) } }
                return result
            } catch .conflict {
                // Another process changed it: look again.
            }
        }
        throw .conflict
    }

    /// New salts for a new passcode: of both cells where the other cannot be in use, else of its own alone.
    /// - Returns: how the passcode is derived.
    func renewSalts(forCell cell: Int, of record: inout VaultRecord) -> PasscodeHash {
        let hash = freshHash(forCell: cell, of: record)
        if !parameters.offersDuress || !record.hasPasscode {
            for cell in record.cells.indices { record.cells[cell] = .unused(hash, random: &random) }
        }
        return hash
    }

    func opens(
        _ cell: Int, of situation: Situation, _ input: PasscodeInput, _ derived: SymmetricKey, _ hash: PasscodeHash
    ) async throws(VaultError) -> Bool {
        let record = situation.record
        let cellHash = record.cells[cell].hash
        let own = cellHash == hash ? derived : try await deriver.derive(input, by: cellHash)
        return WrappedKey.open(
            record.cells[cell].sealed, under: situation.secrets.passcodeKey(own, record.id, cell: cell),
            context: record.context(.passcode(cell: cell, cellHash))) != nil
    }
}

extension DataKey {
    /// The key as a slot of `record` seals it.
    func wrapped(for record: VaultRecord) throws(VaultError) -> WrappedKey {
        guard let key = symmetricKey else { throw .keyErased }
        guard vault == record.id, epoch == record.keyEpoch else { throw .keyFromOtherVault }
        return WrappedKey(holder: opener == .owner ? .owner : .duress, key: key)
    }
}
