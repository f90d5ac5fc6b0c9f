// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import PicturePassword

/// Everybody's accounts: a vault for each, who is signed in, and who may try.
package struct Accounts: Sendable {
    package struct Parameters: Sendable {
        /// What is decided about each vault. Its ledgers are several, one for each known device and one for strangers.
        package var vault: Vault.Parameters
        var sessions = SessionLifetimes()
        var notes = NoteLimits()
        /// Whether anybody may make an account.
        var isOpenToNewAccounts = true
        /// How many names that nobody has are remembered to have been tried; then the longest untouched is forgotten.
        var semblanceLimit = 100_000

        package init(vault: Vault.Parameters = Vault.Parameters()) { self.vault = vault }
    }

    let database: AccountDatabase
    let deviceKey: any DeviceKey
    let secrets: ServiceSecrets
    let pictures: PictureCatalogue
    let parameters: Parameters
    let deriver: any Deriver
    let clock: any VaultClock
    let challenges: ChallengeBook

    /// The article's rule, and the direction of every path.
    static let verifier = RasterVerifier(.init(requiresDirection: true))

    /// - Parameter deviceKey: read once.
    init(
        database: AccountDatabase, deviceKey: any DeviceKey, pictures: PictureCatalogue,
        parameters: Parameters = Parameters(), deriver: any Deriver = DerivationQueue.shared,
        clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) {
        var parameters = parameters
        parameters.vault.ledgerIsOneOfSeveral = true
        // Devices with counts of their own would either tell who came with a duress passcode or let them guess for ever.
        parameters.vault.offersDuress = false
        self.database = database
        self.deviceKey = MemoryDeviceKey(try await deviceKey.load())
        secrets = try await ServiceSecrets(deviceKey)
        self.pictures = pictures
        self.parameters = parameters
        self.deriver = deriver
        self.clock = clock
        challenges = ChallengeBook(clock: clock)
    }

    /// Milliseconds since 1970.
    var now: Int64 { clock.now().wallMilliseconds }

    /// What is drawn for a name, whether or not somebody has it.
    func drawnBefore(_ name: AccountName, _ account: AccountID?) -> DrawnBefore {
        DrawnBefore(
            database: database, key: secrets.key(of: name), account: account, secret: secrets.drawingKey(of: name),
            clock: clock)
    }

    /// Where the attempts of a device are counted; `nil` for the strangers of a name.
    func ledger(_ name: AccountName, _ account: AccountID?, device: Data?) -> LedgerRow {
        LedgerRow(database: database, key: device ?? secrets.key(of: name), account: account, clock: clock)
    }

    /// - Parameters:
    ///   - pictureChange: what happens to the picture's name when the vault changes.
    ///   - passkeyChange: what happens to the table of passkeys then.
    func vault(
        _ account: AccountID, _ ledger: LedgerRow, pictureChange: VaultRow.PictureChange = .unchanged,
        passkeyChange: VaultRow.PasskeyChange = .unchanged
    ) -> Vault {
        let row = VaultRow(
            database: database, account: account, pictureChange: pictureChange, passkeyChange: passkeyChange)
        return Vault(
            store: row, ledger: ledger, deviceKey: deviceKey, parameters: parameters.vault, deriver: deriver,
            clock: clock)
    }
}
