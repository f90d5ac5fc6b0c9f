// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Accounts {
    /// What stands behind a name for somebody who tries it.
    struct Door: Sendable {
        let name: AccountName
        /// `nil` if nobody has the name.
        let account: AccountRow?
        /// Of the account, or the semblance of one.
        let vault: Vault
        /// Where the vault counts.
        let ledger: LedgerRow
        /// What the semblance would show.
        let semblance: SignInOptions
        let drawnBefore: DrawnBefore
    }

    /// Finds an account, or makes up the semblance of one. Both are always done, so that neither takes longer.
    func door(_ name: AccountName, device: CookieToken?) async throws(VaultError) -> Door {
        let (account, known) = try await database.read { database in
            let account = try AccountRow.find(name, in: database)
            // For a name of nobody's, too, it is asked which device this is.
            let device = try device.flatMap {
                try DeviceTable(database: database).ledger(of: $0, for: account?.id ?? AccountID(Data()))
            }
            return (account, device)
        }
        let ledger = ledger(name, account?.id, device: known)
        let semblance = SignInOptions(semblanceFor: name, secrets, pictures)
        let decoy = try await Vault.decoy(
            for: Array(name.canonical.utf8), ledger: ledger, deviceKey: deviceKey, kind: semblance.passcode,
            pictureDigest: semblance.picture.flatMap { pictures.digest(of: $0) }, parameters: parameters.vault,
            deriver: deriver, clock: clock)
        return Door(
            name: name, account: account, vault: account.map { vault($0.id, ledger) } ?? decoy, ledger: ledger,
            semblance: semblance,
            drawnBefore: drawnBefore(name, account?.id))
    }

    /// What opens an account, and what may be tried now.
    func options(_ name: AccountName, device: CookieToken?) async throws(AccountError) -> SignInOptions {
        do throws(VaultError) {
            let door = try await door(name, device: device)
            let status = try await door.vault.status()
            let picture = door.account.map { $0.picture } ?? door.semblance.picture
            return SignInOptions(
                passcode: status.passcodeKind, picture: status.hasPicture ? picture : nil, standing: status.standing)
        } catch {
            throw .vault(error)
        }
    }
}
