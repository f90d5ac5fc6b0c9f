// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// A vault with all its dependencies, in memory and under the test's control.
struct VaultFixture {
    var store: any VaultStore
    var ledger: any AttemptLedger
    var deviceKey: any DeviceKey
    var parameters = Vault.Parameters(cost: .quick)
    var deriver: any Deriver = DerivationQueue(threads: 1)
    var counter: (any MonotonicCounter)?
    let clock = ManualClock()
    private let random: SharedRandom

    init(
        seed: UInt64 = 1, store: any VaultStore = InMemoryStorage(), ledger: any AttemptLedger = InMemoryStorage(),
        deviceKey: any DeviceKey = MemoryDeviceKey(SecretBytes([UInt8](repeating: 7, count: 32)))
    ) {
        random = SharedRandom(seed: seed)
        self.store = store
        self.ledger = ledger
        self.deviceKey = deviceKey
    }

    /// Creates another instance of the same vault, as after a restart.
    func vault() -> Vault {
        Vault(
            store: store, ledger: ledger, deviceKey: deviceKey, parameters: parameters, deriver: deriver,
            counter: counter, clock: clock, random: random)
    }
}

extension ScryptCost {
    /// A cost for tests that are not about guessing: a fraction of a millisecond.
    static let quick = ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!
    static let dearer = ScryptCost(logN: 5, blockSize: 1, parallelism: 2)!
}

/// One sequence of random numbers for all vaults of a test.
final class SharedRandom: RandomNumberGenerator, @unchecked Sendable {
    private let lock = NSLock()
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    func next() -> UInt64 { lock.withLock { random.next() } }
}

/// A deriver that works immediately and records each derivation.
final class CountingDeriver: Deriver, @unchecked Sendable {
    struct Work: Hashable {
        var byteCount: Int
        var hash: PasscodeHash
    }

    private let lock = NSLock()
    private var done: [Work] = []
    private var failure: VaultError?

    var works: [Work] { lock.withLock { done } }

    func forget() { lock.withLock { done = [] } }

    func fail(_ error: VaultError?) { lock.withLock { failure = error } }

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await body()
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        let failure = lock.withLock {
            done.append(Work(byteCount: passcode.byteCount, hash: hash))
            return self.failure
        }
        if let failure { throw failure }
        return try passcode.derived(by: hash)
    }
}

extension Vault {
    /// Returns the result of an attempt.
    func outcome(_ passcode: String) async -> Result<DataKey, VaultError> {
        do throws(VaultError) { return .success(try await unlock(passcode: passcode.secret)) } catch {
            return .failure(error)
        }
    }

    /// Returns the error of an attempt; `nil` if it succeeded.
    func refusal(_ passcode: String) async -> VaultError? {
        guard case .failure(let error) = await outcome(passcode) else { return nil }
        return error
    }
}

extension String {
    /// The text as a passcode in secret memory.
    var secret: SecretBytes { SecretBytes(Array(utf8)) }
}

extension DataKey {
    var bytes: [UInt8]? { symmetricKey?.withUnsafeBytes { Array($0) } }
}

/// Returns the error that `body` throws; `nil` if it throws none.
func thrown<Result>(
    isolation: isolated (any Actor)? = #isolation, by body: () async throws(VaultError) -> Result
) async -> VaultError? {
    do throws(VaultError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
