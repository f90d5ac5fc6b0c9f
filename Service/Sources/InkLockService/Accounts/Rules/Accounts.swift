// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import PicturePassword
import Synchronization

/// The accounts of the service: their vaults, known devices, sessions and attempt limits.
package struct Accounts: Sendable {
    package struct Parameters: Sendable {
        /// The parameters of each vault. A vault has several ledgers, one for each known device.
        package var vault: Vault.Parameters
        var sessions = SessionLifetimes()
        var notes = NoteLimits()
        var storage = StorageLimits()
        /// The number of connections to a database that servers share.
        var connections = 6
        /// A Boolean value that indicates whether users may create accounts at first; see ``NewAccountsRule``.
        package var isOpenToNewAccounts = true
        /// The maximum number of names for which attempts from unknown devices are counted. Above it, the names untried
        /// longest are removed.
        var strangerLimit = 100_000

        package init(vault: Vault.Parameters = Vault.Parameters()) { self.vault = vault }
    }

    let database: any AccountStore
    let secrets: ServiceSecrets
    /// Creates the ledger of a new device from the account's own.
    let ledgers: LedgerTransfer
    let pictures: PictureCatalogue
    let parameters: Parameters
    let deriver: any Deriver
    let clock: any VaultClock
    let challenges: ChallengeStore
    let decoys = DecoyStore()
    let operations = OperationQueue()
    let newAccounts: NewAccountsRule
    private let metrics: ServiceMetrics?

    static let verifier = DefaultVerifier()

    /// - Parameters:
    ///   - secrets: The secrets of the device keys, each of which is in one place in memory.
    ///   - metrics: The numbers that count key derivations.
    init(
        database: any AccountStore, secrets: ServiceSecrets, pictures: PictureCatalogue,
        parameters: Parameters = Parameters(), deriver: any Deriver = DerivationQueue.shared,
        clock: any VaultClock = SystemVaultClock(), metrics: ServiceMetrics? = nil
    ) async throws(VaultError) {
        var parameters = parameters
        parameters.vault.ledgerIsOneOfSeveral = true
        // With one count for each device, a duress passcode would either reveal its use or give its holder unlimited
        // guesses.
        parameters.vault.offersDuress = false
        self.database = database
        self.secrets = secrets
        ledgers = try await LedgerTransfer(deviceKey: secrets.deviceKeys(of: nil))
        self.pictures = pictures
        self.parameters = parameters
        newAccounts = NewAccountsRule(isOpen: parameters.isOpenToNewAccounts)
        self.deriver = deriver
        self.clock = clock
        self.metrics = metrics
        metrics?.beginWork()
        let shared: @Sendable () -> [SymmetricKey] = { secrets.challenges }
        challenges = ChallengeStore(clock: clock, keys: database.isShared ? shared : nil)
    }

    /// The wall-clock time in milliseconds since 1970.
    var now: Int64 { clock.now().wallMilliseconds }

    /// The queue of an attempt's key derivation, which sets its priority.
    enum Lane: Hashable, Sendable {
        /// Few attempts of one account and of one network wait at a time, so that other accounts do not delay an owner.
        case known(AccountID, address: String)
        /// At most one attempt of an address and few of a network wait at a time.
        case unknown(address: String)
    }

    func deriver(_ lane: Lane) -> any Deriver {
        guard let queue = deriver as? DerivationQueue else { return deriver }
        switch lane {
        case .known(let account, let address):
            return TracedDeriver(
                base: queue.lane(.known, client: account.text, network: ClientNetwork.of(address)), device: .known,
                metrics: metrics)
        case .unknown(let address):
            return TracedDeriver(
                base: queue.lane(.unknown, client: address, network: ClientNetwork.of(address)), device: .unknown,
                metrics: metrics)
        }
    }

    /// Returns the vault of a record and a ledger.
    /// - Parameter account: The account of the vault, or `nil` for a vault that is being created.
    func vault(
        _ store: any VaultStore, _ ledger: any AttemptLedger, of account: AccountID?, _ lane: Lane
    ) -> Vault {
        var parameters = parameters.vault
        // Unknown devices may only try secrets that cannot be guessed. Their attempts are counted to inform the owner,
        // and limited by address.
        if case .unknown = lane { parameters.lockout = .unlimited }
        return Vault(
            store: store, ledger: ledger, deviceKey: secrets.deviceKeys(of: account), parameters: parameters,
            deriver: deriver(lane), clock: clock)
    }

    /// Returns an account's vault as a known device sees it, for reading its status.
    /// - Parameter read: The record and the ledger, if the request has read them already.
    func vault(_ account: AccountID, on device: DeviceID, read: StoredVault? = nil) -> Vault {
        vault(pinned(account, pins: false, read: read), on: device, .known(account, address: Client.localAddress))
    }

    /// Returns the vault of a record as a known device sees it.
    func vault(_ record: PinnedRecord, on device: DeviceID, _ lane: Lane) -> Vault {
        vault(record, LedgerRow(database: database, device: device, record: record), of: record.account, lane)
    }

    /// Returns the record of an account as one request sees it.
    /// - Parameter read: The record and a device's ledger, if the request has read them already.
    func pinned(_ account: AccountID, pins: Bool, read: StoredVault? = nil) -> PinnedRecord {
        PinnedRecord(database, account, pins: pins, read: read, ledgers)
    }

    /// Returns the record of drawings that an account has already received. It stays when the account's name changes.
    func replayTable(_ account: AccountID) -> ReplayTable {
        ReplayTable(
            database: database, key: account.bytes, account: account, secret: secrets.drawingKey(of: account),
            clock: clock)
    }
}

/// The permission for users to create accounts, which the operator can change while the service runs.
final class NewAccountsRule: Sendable {
    private let value: Atomic<Bool>

    init(isOpen: Bool) { value = Atomic(isOpen) }

    /// A Boolean value that indicates whether users may create accounts.
    var isOpen: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
