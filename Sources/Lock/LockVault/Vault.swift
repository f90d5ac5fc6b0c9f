// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode

/// A vault for a random data key, which is sealed once for each unlock method, as in the key slots of an encrypted
/// disk. The vault returns the key to a caller who opens one of the slots. A vault has two passcode slots: the owner's
/// and the duress passcode's.
///
/// Every guess takes these steps:
/// 1. The ledger is read. During a lockout the attempt is refused, whatever the input.
/// 2. The ledger is written durably with one more failure.
/// 3. The monotonic counter, if there is one, is raised.
/// 4. The record is written durably with the ledger's new version, so that an older ledger is detected.
/// 5. Only then is the passcode's key derived and tried, or the drawing compared.
/// 6. The ledger is written again with the result.
///
/// An attempt that is interrupted in between counts as a failure.
///
/// A `Vault` serves one request at a time. Several instances, even in other processes, may share one vault: storage
/// uses optimistic locking, and concurrent attempts are counted individually.
public actor Vault {
    /// The app's settings for its vaults.
    public struct Parameters: Hashable, Sendable {
        /// The limits on wrong attempts.
        public var lockout: LockoutPolicy
        /// The minimum cost of a guess. If a guess takes less work or less memory, the vault's cost is raised to this
        /// one when its owner opens the vault.
        ///
        /// The cost must be within ``limits``. Otherwise the vault sets no passcode, because it would refuse every
        /// guess at that passcode.
        public var cost: ScryptCost
        /// The limits on the work that the device does for a stored record.
        public var limits: ScryptCost.Limits
        /// A Boolean value that indicates whether owners may set duress passcodes.
        ///
        /// If `true`, a vault whose passcode was changed or made costlier derives two keys per guess until the duress
        /// passcode is set or removed. The slot of the other passcode keeps its salt, because a new salt would show
        /// whether there is a duress passcode.
        public var offersDuress: Bool
        /// A Boolean value that indicates whether the ledger is one of several beside one vault, as in a service that
        /// counts the attempts of each device separately.
        ///
        /// If `true`, the record cannot contain the ledger's minimum version and is not written with each attempt. The
        /// service or a ``MonotonicCounter`` must prevent the restoration of an older ledger. A new ledger begins as a
        /// copy of one with which the owner has just opened the vault; see ``LedgerTransfer``. A recovery after the
        /// loss of one keeps the picture, and the service must refuse drawings that the lost one remembered.
        public var ledgerIsOneOfSeveral: Bool

        /// Creates parameters. The defaults are the recommended values.
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

        /// A Boolean value that indicates whether ``cost`` is within ``limits``.
        var allowsCost: Bool { limits.allows(cost) }
    }

    let store: any VaultStore
    let ledger: any AttemptLedger
    let deviceKey: any DeviceKey
    let parameters: Parameters
    let deriver: any Deriver
    let counter: (any MonotonicCounter)?
    package nonisolated let clock: any VaultClock
    var random: RandomSource
    /// A Boolean value that indicates whether a missing ledger is treated as new. A decoy account has no vault either.
    let isDecoy: Bool
    /// The highest version of the ledger that this instance read or wrote, and its vault.
    var ledgerSeen: (vault: VaultID, version: UInt64)?
    /// The wrong attempts before accepted ones that were given up. They are not reported yet.
    var unreported: [VaultRole: (vault: VaultID, attempts: FailedAttempts)] = [:]
    private let requests = TurnQueue(turns: 1, waiting: .max)

    /// The maximum number of tries when other processes change the vault concurrently.
    static let maximumRetries = 16

    /// Creates a vault.
    /// - Parameters:
    ///   - store: The storage of the record.
    ///   - ledger: The storage of the attempt counts.
    ///   - deviceKey: The secret of this device, without which a passcode cannot be guessed.
    ///   - parameters: The app's settings.
    ///   - deriver: The deriver of passcode keys; usually one for all vaults of a process.
    ///   - counter: The counter that detects when record and ledger are restored together; `nil` if there is none.
    ///   - clock: The clock that measures penalties, and the grace period of an `AppLock`.
    ///   - random: The source of salts, keys and nonces. Only tests pass a source other than the system's.
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

    /// Serves one request at a time, to its end even if the caller's task is cancelled meanwhile.
    ///
    /// A caller that is cancelled while it waits for its turn has changed nothing.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (isolated Vault) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await serialized { () throws(VaultError) in try await withoutCancellation(body) }
    }

    /// Serves a request that derives a key, like ``perform(_:)``. It also waits for a turn of the deriver.
    func performDeriving<Result: Sendable>(
        _ body: @escaping @Sendable (isolated Vault) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await serialized { () throws(VaultError) in
            try await deriver.withTurn { () async throws(VaultError) in try await self.withoutCancellation(body) }
        }
    }

    /// Serves a guess like ``performDeriving(_:)``. An attempt that would be refused does not wait for a turn.
    /// - Parameter body: A closure that receives the state that was read before the wait.
    func performGuess<Result: Sendable>(
        _ method: GuessedMethod,
        _ body: @escaping @Sendable (isolated Vault, LoadedState) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await serialized { () throws(VaultError) in
            let state = try await withoutCancellation { vault throws(VaultError) in
                try await vault.loadOpen(for: method)
            }
            return try await deriver.withTurn { () async throws(VaultError) in
                try await self.withoutCancellation { vault throws(VaultError) in try await body(vault, state) }
            }
        }
    }

    /// Runs one request at a time, although each releases the actor while it waits.
    private func serialized<Result: Sendable>(
        _ body: () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await requests.withTurn(body)
    }

    /// Runs `body` to its end even if the caller's task is cancelled: storage must not stop half-way.
    func withoutCancellation<Result: Sendable>(
        _ body: @escaping @Sendable (isolated Vault) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let task = Task { () async -> Swift.Result<Result, VaultError> in
            do throws(VaultError) { return .success(try await body(self)) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }
}
