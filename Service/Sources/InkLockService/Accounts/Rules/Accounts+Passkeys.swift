// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passkey

/// Passkeys. They cannot be guessed, so failures are not counted and lockouts do not apply.
extension Accounts {
    /// Returns the options for a passkey request. For a signed-in user they include the account and its existing
    /// passkeys, to register another.
    func passkeyOptions(_ session: Session?) async throws(AccountError) -> PasskeyOptions? {
        guard let session else { return nil }
        let status = try await status(session.account.id, on: session.device)
        let known = try await passkeys(status, of: session.account.id)
        return PasskeyOptions(
            account: session.account.id, name: session.account.name, known: known.map(\.credentialID))
    }

    /// Checks that a challenge is open for the ceremony's browser.
    /// - Throws: ``AccountError/staleChallenge``.
    func checkChallenge(_ challenge: [UInt8]?, _ ceremony: PasskeyCeremony) async throws(AccountError) {
        guard let challenge, let browser = ceremony.browser, try await isOpen(challenge, for: browser) else {
            throw .staleChallenge
        }
    }

    /// Returns whether a challenge was issued to a browser, has not expired and was not used, by any server.
    private func isOpen(_ challenge: [UInt8], for browser: CookieToken) async throws(AccountError) -> Bool {
        guard challenges.isOpen(challenge, for: browser) else { return false }
        guard database.isShared else { return true }
        let name = ChallengeStore.name(challenge)
        return try await read(.query) { try !SharedLimitTable(database: $0).isSpent(name) }
    }

    /// Marks a challenge as used.
    /// - Returns: `true` if it was valid and no server had seen it used.
    private func spend(_ challenge: [UInt8], for browser: CookieToken) async throws(AccountError) -> Bool {
        guard database.isShared else { return try challenges.spend(challenge, for: browser) }
        guard challenges.isOpen(challenge, for: browser), let end = challenges.end(of: challenge, for: browser) else {
            return false
        }
        let name = ChallengeStore.name(challenge)
        return try await writeUncancelled(ChallengeStore.spending) {
            try SharedLimitTable(database: $0).spend(name, until: end)
        }
    }

    /// Opens an account's vault with a passkey. All failures have the same error.
    func open(_ vault: Vault, _ account: AccountID, with proof: PasskeyProof) async throws(AccountError) -> DataKey {
        guard proof.userHandle ?? account == account,
            let challenge = proof.assertion.claimedChallenge, let browser = proof.ceremony.browser,
            try await isOpen(challenge, for: browser)
        else { throw .wrongProof }
        let status = try await vaultErrors { () throws(VaultError) in try await vault.status() }
        guard let slot = status.passkeys.first(where: { $0.metadata.credentialID == proof.credentialID }),
            let row = try await read(.query, { try PasskeyTable(database: $0, account: account).find(slot.metadata) })
        else { throw .wrongProof }
        let kept: PasskeyCredential
        do throws(PasskeyError) {
            kept = try proof.assertion.verify(
                challenge: challenge, credential: row.credential(slot.metadata),
                relyingParty: proof.ceremony.relyingParty)
        } catch {
            throw .wrongProof
        }
        let keys = slotKeys(slot.metadata, account, proof.prfKey)
        guard !keys.isEmpty, try await spend(challenge, for: browser) else { throw .wrongProof }
        let dataKey = try await open(vault, slot.slot, with: keys)
        do throws(AccountError) {
            // Store the credential before the user gains access. Of two simultaneous requests with the same non-zero
            // counter, only one succeeds.
            let isFirst = try await write { try PasskeyTable(database: $0, account: account).keep(kept) }
            guard isFirst else { throw .wrongProof }
            return dataKey
        } catch {
            dataKey.erase()
            throw error
        }
    }

    /// Opens a slot with the first of several keys that opens it.
    private func open(
        _ vault: Vault, _ slot: SlotID, with keys: [SymmetricKey]
    ) async throws(AccountError) -> DataKey {
        for key in keys {
            do throws(VaultError) { return try await vault.unlock(slot: slot, externalKey: key) } catch {
                switch error {
                case .rejected, .notEnrolled: continue
                default: throw AccountError(error)
                }
            }
        }
        throw .wrongProof
    }

    /// Registers a passkey for a signed-in user.
    /// - Throws: ``AccountError/staleChallenge``, ``AccountError/passkeyRefused``, ``AccountError/passkeyKnown``,
    ///   ``AccountError/tooManyPasskeys``, and the errors of the proof.
    func add(
        _ new: NewPasskey, _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        try await changing(session, operation, growth(session), proof) { vault, key, commit throws(AccountError) in
            try await add(new, session.account.id, vault, key, &commit)
        } before: { () throws(AccountError) in
            _ = try await credential(of: new)
        }
    }

    private func add(
        _ new: NewPasskey, _ account: AccountID, _ vault: Vault, _ key: DataKey, _ commit: inout Commit
    ) async throws(AccountError) {
        let credential = try await credential(of: new)
        let metadata = PasskeyMetadata(
            credentialID: credential.id, publicKey: credential.publicKey, usesPRF: new.prfKey != nil,
            isBackupEligible: credential.isBackupEligible)
        guard let challenge = new.registration.claimedChallenge, let browser = new.ceremony.browser,
            let slotKey = slotKeys(metadata, account, new.prfKey).first
        else { throw .passkeyRefused }
        let row = PasskeyRow(name: new.name.text, created: now, credential)
        guard try await spend(challenge, for: browser) else { throw .staleChallenge }
        guard try await !read(.query, { try PasskeyTable.isTaken(row.id, in: $0) }) else { throw .passkeyKnown }
        do throws(VaultError) {
            _ = try await vault.addExternalKey(slotKey, metadata: metadata.bytes, with: key)
        } catch {
            throw error == .limitExceeded ? .tooManyPasskeys : AccountError(error)
        }
        commit.also.append { try PasskeyTable(database: $0, account: account).insert(row) }
    }

    /// Verifies a registration.
    /// - Throws: ``AccountError/staleChallenge``, ``AccountError/passkeyRefused``.
    private func credential(of new: NewPasskey) async throws(AccountError) -> PasskeyCredential {
        try await checkChallenge(new.registration.claimedChallenge, new.ceremony)
        guard let challenge = new.registration.claimedChallenge,
            let credential = try? new.registration.verify(
                challenge: challenge, relyingParty: new.ceremony.relyingParty),
            credential.id == new.credentialID
        else { throw .passkeyRefused }
        return credential
    }

    /// Renames a passkey.
    /// - Throws: Also ``AccountError/unknownPasskey``.
    func renamePasskey(
        _ id: [UInt8], to name: PasskeyName, _ session: Session
    ) async throws(AccountError) -> SessionInfo {
        let account = session.account.id
        let isThere = try await write(within: session) { database, _ in
            try PasskeyTable(database: database, account: account).rename(id, to: name.text)
        }
        guard isThere else { throw .unknownPasskey }
        return try await info(session)
    }

    /// Removes a passkey. A passcode or a picture password must remain.
    /// - Throws: Also ``AccountError/unknownPasskey``.
    func removePasskey(
        _ id: [UInt8], _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        let account = session.account.id
        return try await changing(session, operation, .essential, proof) { vault, key, commit throws(AccountError) in
            let status = try await vaultErrors { () throws(VaultError) in try await vault.status() }
            guard let slot = status.passkeys.first(where: { $0.metadata.credentialID == id }) else {
                throw AccountError.unknownPasskey
            }
            try await vaultErrors { () throws(VaultError) in
                guard status.passcodeKind != nil || status.hasPicture else { throw VaultError.lastMethod }
                try await vault.removeExternalKey(slot.slot, with: key)
            }
            commit.also.append { try PasskeyTable(database: $0, account: account).remove(id) }
        }
    }

    /// Returns the passkeys that have a slot in the vault, oldest first.
    func passkeys(_ status: VaultStatus, of account: AccountID) async throws(AccountError) -> [PasskeyInfo] {
        let slots = status.passkeys.map(\.metadata)
        guard !slots.isEmpty else { return [] }
        return try await read { database in
            let table = PasskeyTable(database: database, account: account)
            return try slots.compactMap { slot in
                try table.find(slot).map {
                    PasskeyInfo(
                        credentialID: slot.credentialID, name: $0.name, created: $0.created, usesPRF: slot.usesPRF)
                }
            }.sorted { ($0.created, $0.name) < ($1.created, $1.name) }
        }
    }

    /// Returns the keys that a passkey's slot may have. A new slot gets the first.
    /// - Returns: No keys if the slot needs a PRF key and `prfKey` is `nil`.
    private func slotKeys(_ metadata: PasskeyMetadata, _ account: AccountID, _ prfKey: PRFKey?) -> [SymmetricKey] {
        guard metadata.usesPRF else { return secrets.passkeyKeys(metadata.credentialID, account) }
        return prfKey.map { [$0.slotKey] } ?? []
    }
}

/// A passkey as shown to its owner.
struct PasskeyInfo: Hashable, Sendable {
    let credentialID: [UInt8]
    let name: String
    /// The creation time in milliseconds since 1970.
    let created: Int64
    let usesPRF: Bool
}

/// The options for the registration of a passkey.
struct PasskeyOptions: Hashable, Sendable {
    /// The user handle.
    let account: AccountID
    let name: String
    /// The credential IDs of the existing passkeys. An authenticator that holds one of them does not create another.
    let known: [[UInt8]]
}
