// SPDX-License-Identifier: MIT
import CryptoExtras
import Foundation
import LockFlow
import LockVault
import Passcode

/// Measures attempts per second against the bare function on as many threads. The two alternate, so that other load on
/// the machine slows both.
struct Throughput {
    private static let threads = ProcessInfo.processInfo.activeProcessorCount
    private static let cost = ScryptCost.standard

    /// The number of operations of one kind, and their time in seconds.
    private struct Tally {
        var count = 0
        var seconds = 0.0
        var rate: Double { Double(count) / seconds }
    }

    /// The derivations of scrypt alone.
    let bare: Double
    /// The attempts on vaults in memory and in files.
    let inMemory: Double
    let inFiles: Double

    /// Tries wrong and right passcodes on many vaults, as many at the same time as the deriver accepts.
    init(rounds: Int, seconds: Double) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let memory = try await Self.vaults { _ in (InMemoryStorage(), InMemoryStorage()) }
        let files = try await Self.vaults { i in
            (FileStorage(path: folder.path + "/vault\(i)"), FileStorage(path: folder.path + "/attempts\(i)"))
        }
        var tallies = [Tally](repeating: Tally(), count: 3)
        for _ in 0..<rounds {
            await Self.run(seconds, workers: Self.threads, &tallies[0]) { _, _ in await Self.derive() }
            for (i, vaults) in [memory, files].enumerated() {
                await Self.run(seconds, workers: vaults.count, &tallies[i + 1]) { worker, round in
                    let passcode = round % 2 == 0 ? "123456" : "654321"
                    _ = try? await vaults[worker].unlock(passcode: SecretBytes(Array(passcode.utf8)))
                }
            }
        }
        bare = tallies[0].rate
        inMemory = tallies[1].rate
        inFiles = tallies[2].rate
    }

    private static func vaults(
        _ places: (Int) -> (any VaultStore, any AttemptLedger)
    ) async throws -> [Vault] {
        let deriver = DerivationQueue(threads: threads, waiting: 64)
        let key = MemoryDeviceKey(SecretBytes([UInt8](repeating: 5, count: 32)))
        let policy = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: .max)
        var vaults: [Vault] = []
        for i in 0..<4 * threads {
            let (store, ledger) = places(i)
            let vault = Vault(
                store: store, ledger: ledger, deviceKey: key,
                parameters: Vault.Parameters(lockout: policy, cost: cost), deriver: deriver)
            _ = try await vault.create(passcode: SecretBytes(Array("123456".utf8)), kind: .sixDigits)
            vaults.append(vault)
        }
        return vaults
    }

    /// Each worker has its own thread, otherwise the comparison would not be fair.
    private static func derive() async {
        await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                _ = try? KDF.Scrypt.deriveKey(
                    from: Array("123456".utf8), salt: [UInt8](repeating: 1, count: 16), outputByteCount: 32,
                    rounds: 1 << Int(cost.logN), blockSize: Int(cost.blockSize), parallelism: Int(cost.parallelism))
                waiter.resume()
            }
        }
    }

    /// Runs workers until the time is over and all have finished their current operation.
    private static func run(
        _ seconds: Double, workers: Int, _ tally: inout Tally,
        _ work: @escaping @Sendable (_ worker: Int, _ round: Int) async -> Void
    ) async {
        let clock = ContinuousClock()
        let start = clock.now
        tally.count += await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var count = 0
                    while start.duration(to: clock.now) < .seconds(seconds) {
                        await work(worker, count)
                        count += 1
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        tally.seconds += start.duration(to: clock.now) / .seconds(1)
    }
}
