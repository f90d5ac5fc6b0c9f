// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode
import PicturePassword

extension Accounts {
    /// An account that a proof has just opened.
    struct Opened: Sendable {
        let account: AccountRow
        /// The data key. The holder must erase it.
        let key: DataKey
        /// The record that the proof opened.
        let record: StoredBytes
        /// The device, or `nil` if it was unknown.
        let device: KnownDevice?
        /// The initial ledger of a new device.
        let ledger: StoredBytes
        /// A Boolean value that indicates whether the attempt was counted among those of unknown devices.
        let wasCounted: Bool
    }

    /// Returns the account's entry for a client's browser, or `nil` if there is none. The look-up is the same for every
    /// name.
    func knownBrowser(_ name: AccountName, _ client: Client) async throws(AccountError) -> KnownBrowser? {
        guard let token = client.device else { return nil }
        return try await read(.query) { try DeviceTable(database: $0).find(token, for: name) }
    }

    /// Returns the known device that the client's token belongs to, of any account.
    func knownDevice(_ client: Client) async throws(AccountError) -> DeviceID? {
        guard let token = client.device else { return nil }
        return try await read(.query) { try DeviceTable(database: $0).find(token) }
    }

    /// Verifies a proof on a known device. A failure is counted in the device's ledger and shown to the owner.
    /// - Parameter operation: The operation of the request; see ``ReplayTable``.
    func open(
        on browser: KnownBrowser, with proof: Proof, _ client: Client, _ operation: Operation? = nil
    ) async throws(AccountError) -> Opened {
        let (device, account) = (browser.device, browser.account)
        // The session must begin with the record that the proof opened, not with one that was read after it.
        let record = pinned(account.id, pins: true, read: browser.vault)
        let vault = vault(record, on: device.id, .known(account.id, address: client.address))
        let key = try await open(vault, account, on: device.id, with: proof, operation)
        guard let last = record.last else { throw .store(.missing) }
        return Opened(
            account: account, key: key, record: last, device: device, ledger: StoredBytes(version: 0, bytes: []),
            wasCounted: false)
    }

    /// Verifies a proof with the vault of a known device.
    func open(
        _ vault: Vault, _ account: AccountRow, on device: DeviceID, with proof: Proof, _ operation: Operation?
    ) async throws(AccountError) -> DataKey {
        do throws(AccountError) {
            switch proof {
            case .passcode(let text):
                return try await vaultErrors { () throws(VaultError) in
                    try await vault.unlock(passcode: SecretBytes(text.bytes))
                }
            case .drawing(let gesture, let digest):
                return try await open(vault, account, gesture, on: digest, operation)
            case .recoveryCode(let code):
                return try await vaultErrors { () throws(VaultError) in try await vault.unlock(recoveryCode: code) }
            case .passkey(let proof): return try await open(vault, account.id, with: proof)
            }
        } catch {
            // Passkeys cannot be guessed, so their failures are not counted.
            if case .vault(.rejected) = error, !proof.isPasskey {
                let now = now
                try await writeUncancelled { database in
                    try DeviceTable(database: database).addFailure(device, at: now)
                    // A wrong proof is the end of its operation.
                    if let operation, proof.isDrawing { try OperationTable(database: database).end(operation) }
                }
            }
            guard case .vault(.rejected(let standing)) = error, let status = try? await vault.status() else {
                throw error
            }
            let left: UInt32
            switch proof {
            case .passcode: left = status.passcodeAttemptsLeft
            case .drawing: left = status.pictureAttemptsLeft
            case .recoveryCode, .passkey: throw error
            }
            guard left < UInt32(Int32.max) else { throw error }
            throw .rejected(standing, left: Int(left))
        }
    }

    private func open(
        _ vault: Vault, _ account: AccountRow, _ gesture: PictureGesture, on digest: [UInt8], _ operation: Operation?
    ) async throws(AccountError) -> DataKey {
        let drawn = replayTable(account.id)
        // A replay, even from another device, counts as a wrong drawing. An empty gesture matches no template.
        let receipt = try await storeErrors { () throws(StoreError) in
            try await drawn.receive(gesture, for: operation)
        }
        let probe = receipt == .replay ? PictureGesture([]) : gesture
        let key = try await vaultErrors { () throws(VaultError) in
            try await vault.unlock(
                gesture: probe, on: digest, verifier: Self.verifier, isRepeated: receipt == .repeated)
        }
        do throws(StoreError) {
            // Remember the drawing before the user gains access.
            try await drawn.remember([gesture])
        } catch {
            key.erase()
            throw AccountError(error)
        }
        return key
    }

    /// Adds the drawing of a proof to the template of the account that it opened. A template that cannot be written
    /// stays as it was.
    ///
    /// The request must have its result: until then it may come again, and a drawing of the template opens nothing.
    func adaptPicturePassword(
        of account: AccountID, on device: DeviceID, _ lane: Lane, to proof: Proof, with key: DataKey
    ) async {
        guard case .drawing(let gesture, _) = proof else { return }
        try? await vault(pinned(account, pins: false), on: device, lane).adaptPicturePassword(to: gesture, with: key)
    }
}
