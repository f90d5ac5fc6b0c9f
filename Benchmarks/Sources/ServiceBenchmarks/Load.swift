// SPDX-License-Identifier: MIT
import CryptoExtras
import Foundation
import LockVault
import Synchronization

/// A measurement of sign-ins per second on known devices, of passcodes that the bare function derives per second on as
/// many threads, and of the responses to twice as many clients as the service takes at the same time.
struct Load {
    private static let threads = ProcessInfo.processInfo.activeProcessorCount
    /// The number of requests in service and waiting: the defaults of ``DerivationQueue``.
    private static let capacity = 2 * threads + 64
    /// The time in seconds until every worker has started.
    private static let warmUp = 2.0

    /// The rates per second.
    private(set) var bare = 0.0
    private(set) var signIns = 0.0
    /// The number of sign-ins that failed.
    private(set) var failures = 0
    /// The number of responses of each status under overload.
    private(set) var statuses: [Int: Int] = [:]
    /// A Boolean value that indicates whether each 503 had a Retry-After header.
    private(set) var saysWhen = true
    /// The memory in mebibytes: with as many sign-ins as there are slots, with too many, and with too many for three
    /// times as long.
    private(set) var memory: [Double] = []

    /// The sign-ins per second in proportion to the bare function's passcodes.
    var ratio: Double { signIns / bare }

    /// Measures the rates, in turn.
    init(_ service: RunningService, _ client: Client, rounds: Int, seconds: Double) async throws {
        var owners: [Client.Device] = []
        for i in 0..<4 * Self.threads { owners.append(try await client.create("owner\(i)")) }
        var (derived, served) = (0, 0)
        let failures = Atomic<Int>(0)
        service.forgetPeak()
        for _ in 0..<rounds {
            derived += await Self.run(seconds, workers: Self.threads) { _ in await Self.derive() }
            served += await Self.run(seconds, workers: owners.count) { [owners] worker in
                let answer = try? await client.signIn(owners[worker], passcode: Client.passcode)
                if answer?.status != 200 { failures.add(1, ordering: .relaxed) }
            }
        }
        let time = seconds * Double(rounds)
        self.failures = failures.load(ordering: .relaxed)
        bare = Double(derived) / time
        signIns = Double(served - self.failures) / time
        memory.append(service.peakMemory)
    }

    /// Measures the answers and the memory while too many clients ask.
    mutating func overload(_ service: RunningService, _ client: Client, seconds: Double) async throws {
        for length in [1.0, 3.0] {
            service.forgetPeak()
            try await overload(client, seconds: length * seconds)
            memory.append(service.peakMemory)
        }
    }

    private mutating func overload(_ client: Client, seconds: Double) async throws {
        let heard = Mutex<[Int: Int]>([:])
        let silent = Atomic<Int>(0)
        _ = await Self.run(seconds, workers: 2 * Self.capacity) { worker in
            let body = #"{"name":"name \#(worker % 9)","proof":{"passcode":"\#(Client.wrongPassphrase)"}}"#
            let answer = try? await client.attempt("sign-in", body)
            heard.withLock { $0[answer?.status ?? 0, default: 0] += 1 }
            if answer?.status == 503 && answer?.saysWhen != true { silent.add(1, ordering: .relaxed) }
        }
        statuses.merge(heard.withLock { $0 }, uniquingKeysWith: +)
        saysWhen = saysWhen && silent.load(ordering: .relaxed) == 0
    }

    private static func derive() async {
        let cost = ScryptCost.standard
        await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                _ = try? KDF.Scrypt.deriveKey(
                    from: Array(Client.passcode.utf8), salt: [UInt8](repeating: 1, count: 16), outputByteCount: 32,
                    rounds: 1 << Int(cost.logN), blockSize: Int(cost.blockSize), parallelism: Int(cost.parallelism))
                waiter.resume()
            }
        }
    }

    /// Runs workers and counts the operations completed after all have started and before the first stops.
    /// - Returns: The number of operations in that time.
    private static func run(
        _ seconds: Double, workers: Int, _ work: @escaping @Sendable (_ worker: Int) async -> Void
    ) async -> Int {
        let clock = ContinuousClock()
        let first = clock.now.advanced(by: .seconds(warmUp))
        let last = first.advanced(by: .seconds(seconds))
        return await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var count = 0
                    while clock.now < last {
                        await work(worker)
                        if (first..<last).contains(clock.now) { count += 1 }
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
    }
}
