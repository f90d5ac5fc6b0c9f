// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import LockFlow
import LockVault
import Passcode

/// Measures the times of attempts that an observer must not be able to distinguish, one of each kind in turn, in
/// varying order.
///
/// Derivation is cheap here, so any other difference shows more than in production.
struct Race {
    private static let parameters = Vault.Parameters(
        lockout: LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: .max),
        cost: ScryptCost(logN: 10, blockSize: 8, parallelism: 1) ?? .standard)
    private static let lockedParameters = Vault.Parameters(
        lockout: LockoutPolicy(passcodeDelaysMilliseconds: [28_800_000], passcodeLimit: .max), cost: parameters.cost)

    private enum Runner: CaseIterable {
        case right, wrong, duress, unknown, rightWhileLocked, wrongWhileLocked
    }

    private let deviceKey: MemoryDeviceKey
    /// A record and its ledger.
    private let open = (store: InMemoryStorage(), ledger: InMemoryStorage())
    private let locked = (store: InMemoryStorage(), ledger: InMemoryStorage())
    /// The ledgers of names without an account, one for each name.
    private let unknownLedgers = (0..<20).map { _ in InMemoryStorage() }
    private let deriver = DerivationQueue(threads: 1, waiting: 0)

    init() async throws {
        deviceKey = MemoryDeviceKey(SecretBytes([UInt8](repeating: 5, count: 32)))
        for vault in [vault(open), vault(locked, Self.lockedParameters)] {
            let new = try await vault.create(passcode: Self.secret(123_456), kind: .sixDigits)
            try await vault.setDuressPasscode(Self.secret(654_321), with: new.key)
        }
        _ = try? await vault(locked, Self.lockedParameters).unlock(passcode: Self.secret(0))
    }

    /// - Returns: The compared cases with their times in seconds.
    func run(rounds: Int) async throws -> [(String, [Double], [Double])] {
        var random = SplitMix64(seed: 1)
        var times: [Runner: [Double]] = [:]
        var guess: UInt32 = 200_000
        for _ in 0..<rounds {
            for runner in Runner.allCases.shuffled(using: &random) {
                guess += 1
                times[runner, default: []].append(try await time(runner, guess: guess))
            }
        }
        func pair(_ name: String, _ first: Runner, _ second: Runner) -> (String, [Double], [Double]) {
            (name, times[first] ?? [], times[second] ?? [])
        }
        return [
            pair("wrong and unknown account", .wrong, .unknown), pair("right and duress", .right, .duress),
            pair("right and wrong", .right, .wrong),
            pair("right and wrong while locked out", .rightWhileLocked, .wrongWhileLocked),
        ]
    }

    /// Returns the time of one attempt. A decoy is made before, where a server reads the record of an account.
    private func time(_ runner: Runner, guess: UInt32) async throws -> Double {
        let (vault, passcode): (Vault, UInt32) =
            switch runner {
            case .right: (vault(open), 123_456)
            case .duress: (vault(open), 654_321)
            case .wrong: (vault(open), guess)
            case .unknown: (try await decoy(Int(guess) % unknownLedgers.count), guess)
            case .rightWhileLocked: (vault(locked, Self.lockedParameters), 123_456)
            case .wrongWhileLocked: (vault(locked, Self.lockedParameters), guess)
            }
        let clock = ContinuousClock()
        let start = clock.now
        _ = try? await vault.unlock(passcode: Self.secret(passcode))
        let time = start.duration(to: clock.now)
        return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }

    private func decoy(_ name: Int) async throws -> Vault {
        try await Vault.decoy(
            for: Array("\(name)".utf8), ledger: unknownLedgers[name], deviceKey: deviceKey, kind: .sixDigits,
            parameters: Self.parameters, deriver: deriver)
    }

    private func vault(
        _ place: (store: InMemoryStorage, ledger: InMemoryStorage), _ parameters: Vault.Parameters = parameters
    ) -> Vault {
        Vault(
            store: place.store, ledger: place.ledger, deviceKey: deviceKey, parameters: parameters, deriver: deriver)
    }

    private static func secret(_ number: UInt32) -> SecretBytes {
        SecretBytes(Array(String(format: "%06d", number).utf8))
    }
}
