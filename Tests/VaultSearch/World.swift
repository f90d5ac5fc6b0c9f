// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import LockVault
import Passcode

/// A simulated device that an attacker controls: storage, optionally a counter, and vaults in several processes that
/// run one after another or concurrently.
final class World {
    let media = Media()
    let store: Medium
    let ledger: Medium
    let counter: InMemoryCounter?
    let guesses = GuessCounter()
    var policy = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: World.limit)
    private(set) var schedule: Schedule
    private var kills: Int
    private let bounds: SearchBounds
    private let random: RandomStream
    private var processes = 0
    /// The faults found so far.
    private(set) var faults: [String] = []
    /// A Boolean value that indicates whether a process was killed.
    private(set) var hasKilled = false

    static let limit: UInt32 = 2
    static let cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!
    private static let deviceKey = [UInt8](repeating: 7, count: 32)

    init(_ schedule: Schedule, _ bounds: SearchBounds, _ scenario: Scenario) {
        self.schedule = schedule
        self.bounds = bounds
        kills = max(bounds.kills, scenario.leastKills)
        counter = scenario.hasCounter ? InMemoryCounter(40) : nil
        random = RandomStream()
        store = Medium(media: media, part: \.store)
        ledger = Medium(media: media, part: \.ledger)
    }

    func fault(_ what: String) { faults.append(what) }

    func choose(_ count: Int) -> Int { schedule.choose(count) }

    /// Runs processes concurrently, in an order that the schedule chooses, and kills some of them.
    func run(_ bodies: [@Sendable (Vault) async -> Void], killing: Bool = true) async {
        let stage = Stage()
        for body in bodies {
            let process = processes
            processes += 1
            let vault = vault(process, stage)
            stage.start(process) { await body(vault) }
        }
        var preemptions = bounds.preemptions
        var current: Int?
        while true {
            let waiting = await stage.quiet()
            guard !waiting.isEmpty else { return }
            // The first choice continues the process that took the last step.
            let goesOn = current.flatMap { waiting.contains($0) ? $0 : nil } ?? waiting[0]
            var options: [(process: Int, kill: Bool)] = [(goesOn, false)]
            if killing && kills > 0 { options.append((goesOn, true)) }
            let isFree = current == nil || !waiting.contains(current ?? -1)
            if isFree || preemptions > 0 {
                options += waiting.filter { $0 != goesOn }.map { ($0, false) }
            }
            let choice = options[choose(options.count)]
            if choice.kill {
                kills -= 1
                hasKilled = true
                stage.kill(choice.process)
            } else {
                if !isFree && choice.process != goesOn { preemptions -= 1 }
                current = choice.process
                stage.grant(choice.process)
            }
        }
    }

    /// Runs one process without interruption.
    func runAlone(_ body: @escaping @Sendable (Vault) async -> Void) async { await run([body], killing: false) }

    private func vault(_ process: Int, _ stage: Stage) -> Vault {
        Vault(
            store: StagedPlace(medium: store, stage: stage, process: process),
            ledger: StagedPlace(medium: ledger, stage: stage, process: process),
            deviceKey: MemoryDeviceKey(SecretBytes(Self.deviceKey)),
            parameters: Vault.Parameters(lockout: policy, cost: Self.cost),
            deriver: BookedDeriver(guesses: guesses),
            counter: counter.map { StagedCounter(counter: $0, stage: stage, process: process) }, clock: StillClock(),
            random: random)
    }
}

/// A counter of comparisons, which are the guesses that an attacker gains.
final class GuessCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    /// The number of guesses since the owner last unlocked the vault.
    var count: Int { lock.withLock { number } }

    func add() { lock.withLock { number += 1 } }

    func ownerCameIn() { lock.withLock { number = 0 } }
}

/// A deriver that returns immediately and counts the guesses, which have five characters.
private struct BookedDeriver: Deriver {
    let guesses: GuessCounter

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await body() }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        if passcode.byteCount == 5 { guesses.add() }
        return try passcode.derived(by: hash)
    }
}

private struct StillClock: VaultClock {
    func now() -> ClockReading {
        ClockReading(
            uptimeMilliseconds: 1_000_000, boot: BootIdentity(high: 1, low: 1), wallMilliseconds: 1_700_000_000_000)
    }
}

/// A random number generator that gives the same numbers in each run, independently of the order of steps.
private final class RandomStream: RandomNumberGenerator, @unchecked Sendable {
    private let lock = NSLock()
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    func next() -> UInt64 {
        lock.withLock {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension Vault {
    /// Returns the result of an attempt.
    func attempt(_ passcode: String) async -> Result<DataKey, VaultError> {
        do throws(VaultError) {
            return .success(try await unlock(passcode: SecretBytes(Array(passcode.utf8))))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the result of creating a vault.
    func make(_ passcode: String) async -> Result<NewVault, VaultError> {
        do throws(VaultError) {
            return .success(
                try await create(passcode: SecretBytes(Array(passcode.utf8)), kind: .alphanumeric))
        } catch {
            return .failure(error)
        }
    }
}

extension DataKey {
    var bytes: [UInt8]? { symmetricKey?.withUnsafeBytes { Array($0) } }
}
