// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode

/// Keeps a random data key, sealed once for each unlock method as in the key slots of an encrypted disk, and gives it to a caller
/// who opens one of them.
///
/// The order of every guess: the ledger is read, and a lockout refuses whatever was typed; the ledger is written with one
/// failure more, durably; the monotonic counter is raised, where there is one; the record is written with the ledger's new
/// version, durably, so that an older ledger is noticed; only then is the passcode turned into a key and tried, or the drawing
/// compared; at last the ledger is put back or told that it was wrong. What breaks off in between counts as a failure.
///
/// One value guards one vault, and takes one request after the other. Other values, also in other processes, may guard the
/// same: places notice changes made by others, and guesses made at once are counted one by one.
public actor Vault {
    /// What an app decides about its vaults.
    public struct Parameters: Hashable, Sendable {
        /// How many wrong attempts there may be.
        public var lockout: LockoutPolicy
        /// What a guess is to cost. A vault whose guesses take less work, or less memory, is brought up to it when its owner
        /// opens it.
        public var cost: ScryptCost
        /// What the device is willing to do at the word of a record.
        public var limits: ScryptCost.Limits
        /// Whether owners may set duress passcodes. Where they may, a vault whose passcode was changed or made costlier derives
        /// twice a guess until the duress passcode is set or removed: the other cell keeps its salt, or it would show whether
        /// there is one.
        public var offersDuress: Bool
        /// Whether the ledger is one of several beside one vault, as where a service counts each device's attempts by
        /// themselves. Then the record cannot say which version a ledger has at least, and is not written with an attempt: that
        /// no older ledger is put back is for the service to see to, or for a ``MonotonicCounter``. A new ledger begins as a copy
        /// of one that has just seen the owner; see ``LedgerTransfer``.
        public var ledgerIsOneOfSeveral: Bool

        /// A vault's parameters; each is by default what it is recommended to be.
        public init(
            lockout: LockoutPolicy = LockoutPolicy(), cost: ScryptCost = .standard,
            limits: ScryptCost.Limits = ScryptCost.Limits(), offersDuress: Bool = true,
            ledgerIsOneOfSeveral: Bool = false
        ) {
            self.lockout = lockout
            self.cost = cost
            self.limits = limits
            self.offersDuress = offersDuress
            self.ledgerIsOneOfSeveral = ledgerIsOneOfSeveral
        }
    }

    let store: any VaultStore
    let ledger: any AttemptLedger
    let deviceKey: any DeviceKey
    let parameters: Parameters
    let deriver: any Deriver
    let counter: (any MonotonicCounter)?
    let clock: any VaultClock
    var random: RandomSource
    /// Whether a missing ledger is a new one: for a decoy account, which has no vault either.
    let isDecoy: Bool
    /// The highest version of the ledger that this value saw or wrote, and the vault that it was about.
    var ledgerSeen: (vault: VaultID, version: UInt64)?
    private let requests = TurnQueue(turns: 1, waiting: .max)

    /// How often a change made by another process is met by trying again.
    static let patience = 16

    /// - Parameters:
    ///   - store: where the record is.
    ///   - ledger: where attempts are counted.
    ///   - deviceKey: the secret of this device, without which passcodes cannot be guessed at.
    ///   - parameters: what the app decides about its vaults.
    ///   - deriver: turns passcodes into keys; one for all vaults of a process, as a rule.
    ///   - counter: what shows that record and ledger were put back together; `nil` where there is no such thing.
    ///   - clock: what penalties are measured by.
    ///   - random: salts, keys and nonces. Only tests want another than the system's.
    public init(
        store: any VaultStore, ledger: any AttemptLedger, deviceKey: any DeviceKey,
        parameters: Parameters = Parameters(), deriver: any Deriver = DerivationQueue.shared,
        counter: (any MonotonicCounter)? = nil, clock: any VaultClock = SystemVaultClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.init(
            store: store, ledger: ledger, deviceKey: deviceKey, parameters: parameters, deriver: deriver,
            counter: counter, clock: clock, random: random, isDecoy: false)
    }

    init(
        store: any VaultStore, ledger: any AttemptLedger, deviceKey: any DeviceKey, parameters: Parameters,
        deriver: any Deriver, counter: (any MonotonicCounter)?, clock: any VaultClock,
        random: any RandomNumberGenerator & Sendable, isDecoy: Bool
    ) {
        self.store = store
        self.ledger = ledger
        self.deviceKey = deviceKey
        self.parameters = parameters
        self.deriver = deriver
        self.counter = counter
        self.clock = clock
        self.random = RandomSource(random)
        self.isDecoy = isDecoy
    }

    /// One request after the other, although each lets go of the actor while it waits.
    func alone<Result: Sendable>(
        _ body: () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await requests.withTurn(body)
    }

    /// To its end, even when the caller's task is cancelled: places must not give up half-way.
    func uncancelled<Result: Sendable>(
        _ body: @escaping @Sendable (isolated Vault) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let task = Task { () async -> Swift.Result<Result, VaultError> in
            do throws(VaultError) { return .success(try await body(self)) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }
}
