// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import PicturePassword

/// All accounts: a vault for each, the devices it is known on, who is signed in, and who may try.
package struct Accounts: Sendable {
    package struct Parameters: Sendable {
        /// What is decided about each vault. Its ledgers are several, one for each known device.
        package var vault: Vault.Parameters
        var sessions = SessionLifetimes()
        var notes = NoteLimits()
        var storage = StorageLimits()
        /// Whether new accounts may be made.
        package var isOpenToNewAccounts = true
        /// How many names that unknown devices tried are remembered; then the one longest untried is forgotten.
        var strangerLimit = 100_000

        package init(vault: Vault.Parameters = Vault.Parameters()) { self.vault = vault }
    }

    let database: AccountDatabase
    let deviceKey: any DeviceKey
    let secrets: ServiceSecrets
    /// Makes the ledger of a new device from the account's own.
    let ledgers: LedgerTransfer
    let pictures: PictureCatalogue
    let parameters: Parameters
    let deriver: any Deriver
    let clock: any VaultClock
    let challenges: ChallengeBook
    let decoys = DecoyBook()
    let operations = OperationTurns()

    /// The article's rule, and the direction of every path.
    static let verifier = RasterVerifier(.init(requiresDirection: true))

    /// - Parameter deviceKey: read once, and kept in one place in memory.
    init(
        database: AccountDatabase, deviceKey: any DeviceKey, pictures: PictureCatalogue,
        parameters: Parameters = Parameters(), deriver: any Deriver = DerivationQueue.shared,
        clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) {
        var parameters = parameters
        parameters.vault.ledgerIsOneOfSeveral = true
        // Devices with counts of their own would either tell that a duress passcode was used or let its holder guess without
        // end.
        parameters.vault.offersDuress = false
        self.database = database
        let memory: MemoryDeviceKey
        if let key = deviceKey as? MemoryDeviceKey {
            memory = key
        } else {
            memory = MemoryDeviceKey(try await deviceKey.load())
        }
        self.deviceKey = memory
        secrets = ServiceSecrets(memory)
        ledgers = try await LedgerTransfer(deviceKey: memory)
        self.pictures = pictures
        self.parameters = parameters
        self.deriver = deriver
        self.clock = clock
        challenges = ChallengeBook(clock: clock)
    }

    /// Milliseconds since 1970.
    var now: Int64 { clock.now().wallMilliseconds }

    /// Which attempts go first.
    enum Lane: Hashable, Sendable {
        /// Few attempts wait of one account and of one network, so that other accounts keep no owner waiting.
        case known(AccountID, address: String)
        /// Of one address at most one attempt waits, and of one network few.
        case unknown(address: String)
    }

    func deriver(_ lane: Lane) -> any Deriver {
        guard let queue = deriver as? DerivationQueue else { return deriver }
        switch lane {
        case .known(let account, let address):
            return queue.lane(.known, client: account.text, network: ClientNetwork.of(address))
        case .unknown(let address):
            return queue.lane(.unknown, client: address, network: ClientNetwork.of(address))
        }
    }

    func vault(_ store: any VaultStore, _ ledger: any AttemptLedger, _ lane: Lane) -> Vault {
        var parameters = parameters.vault
        // What unknown devices may try cannot be guessed: their attempts are counted for the owner to see, and limited by
        // address.
        if case .unknown = lane { parameters.lockout = .unlimited }
        return Vault(
            store: store, ledger: ledger, deviceKey: deviceKey, parameters: parameters, deriver: deriver(lane),
            clock: clock)
    }

    /// An account's vault as a known device sees it, to be looked at.
    func vault(_ account: AccountID, on device: DeviceID) -> Vault {
        vault(
            PinnedRecord(database, account, pins: false), LedgerRow(database: database, device: device),
            .known(account, address: Client.localAddress))
    }

    /// What was drawn for an account.
    func drawnBefore(_ name: AccountName, _ account: AccountID) -> DrawnBefore {
        DrawnBefore(
            database: database, key: secrets.key(of: name), account: account, secret: secrets.drawingKey(of: name),
            clock: clock)
    }
}
