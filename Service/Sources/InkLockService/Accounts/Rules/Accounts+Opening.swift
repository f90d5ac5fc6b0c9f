// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

extension Accounts {
    /// Tries what somebody hands in.
    func open(_ door: Door, with proof: Proof) async throws(VaultError) -> DataKey {
        switch proof {
        case .passcode(let bytes):
            return try await door.vault.unlock(passcode: SecretBytes(bytes))
        case .drawing(let gesture, let digest):
            // A drawing that came before from another device counts as a wrong one, and nothing matches no drawing.
            let probe = try await door.drawnBefore.isReplay(gesture) ? Gesture([]) : gesture
            let key = try await door.vault.unlock(gesture: probe, on: digest, verifier: Self.verifier)
            do throws(VaultError) {
                // Written down before anybody is let in.
                try await door.drawnBefore.remember([gesture])
            } catch {
                key.forget()
                throw error
            }
            return key
        case .passkey(let proof): return try await open(door, with: proof)
        case .recoveryCode(let code):
            return try await door.vault.unlock(recoveryCode: code)
        }
    }

    /// Sets up a way in.
    func set(_ method: NewMethod, of account: AccountID, _ ledger: LedgerRow, with key: DataKey)
        async throws(VaultError)
    {
        switch method {
        case .passcode(let bytes, let kind):
            try await vault(account, ledger).setPasscode(SecretBytes(bytes), kind: kind, with: key)
        case .picture(let name, let template):
            try await vault(account, ledger, pictureChange: .set(name)).setPicture(template, with: key)
        }
    }
}
