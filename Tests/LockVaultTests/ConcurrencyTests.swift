// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct ConcurrencyTests {
    /// Guesses made at the same time, on one value or through several, are counted one by one.
    @Test("Concurrent guesses never exceed the limit", arguments: [1, 8], 1...4 as ClosedRange<UInt64>)
    func guessesMadeAtOnceGetNoMoreThanTheLimit(vaults: Int, seed: UInt64) async throws {
        var bench = VaultFixture(seed: seed)
        let deriver = CountingDeriver()
        bench.deriver = deriver
        bench.parameters.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [0])
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        deriver.forget()
        let guards = (0..<vaults).map { _ in bench.vault() }
        let rejected = await withTaskGroup(of: VaultError?.self) { group in
            for guess in 0..<40 {
                let vault = guards[guess % vaults]
                group.addTask { await vault.refusal("5\(100 + guess)") }
            }
            return await group.reduce(into: 0) { count, error in
                if case .rejected = error { count += 1 }
            }
        }
        #expect(rejected == 10 && deriver.works.count == 10)
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.passcodeFailures)))
    }

    @Test("An attempt that has waited for its turn is refused if others have used up the limit")
    func attemptsThatWaitedAreRefusedLikeOthers() async throws {
        /// Holds all turns until the gate is open.
        struct HeldTurns: Deriver {
            let gate = Gate()

            func withTurn<Result: Sendable>(
                _ body: @Sendable () async throws(VaultError) -> Result
            ) async throws(VaultError) -> Result {
                await gate.pass()
                return try await body()
            }

            func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
                try passcode.derived(by: hash)
            }
        }
        var bench = VaultFixture()
        bench.parameters.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [0])
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let other = bench.vault()
        let held = HeldTurns()
        bench.deriver = held
        let waiting = bench.vault()
        async let refusal = waiting.refusal("1234")
        await held.gate.arrivals(1)
        for guess in 0..<10 { _ = await other.refusal("5\(100 + guess)") }
        await held.gate.open()
        #expect(await refusal == .refused(.recoveryRequired(.passcodeFailures)))
    }

    @Test("A vault handles one request at a time") func oneVaultTakesOneRequestAfterTheOther() async throws {
        /// Notices when two derive at the same time.
        final class Lonely: Deriver, @unchecked Sendable {
            private let lock = NSLock()
            private var isBusy = false
            private(set) var collisions = 0

            func withTurn<Result: Sendable>(
                _ body: @Sendable () async throws(VaultError) -> Result
            ) async throws(VaultError) -> Result { try await body() }

            func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
                lock.withLock {
                    if isBusy { collisions += 1 }
                    isBusy = true
                }
                for _ in 0..<20 { await Task.yield() }
                lock.withLock { isBusy = false }
                return try passcode.derived(by: hash)
            }
        }
        var bench = VaultFixture()
        let deriver = Lonely()
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let vault = bench.vault()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = await vault.outcome("1234") } }
        }
        #expect(deriver.collisions == 0)
    }

    @Test("Concurrent changes all take effect") func changesMadeAtOnceAreAllMade() async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        await withTaskGroup(of: Void.self) { group in
            for i in 0..<8 as Range<UInt8> {
                group.addTask {
                    _ = try? await bench.vault().addExternalKey(
                        SymmetricKey(size: .bits256), metadata: [i], with: new.key)
                }
            }
        }
        let owners = try await bench.vault().status().externalKeys
        #expect(Set(owners.map(\.metadata)).count == 8)
    }

    @Test("An attempt cancelled while it waits for a turn is not counted")
    func whoWaitsForATurnAndCancelsIsNotCounted() async throws {
        var bench = VaultFixture()
        let deriver = DerivationQueue(threads: 1, waiting: 10)
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let vault = bench.vault()
        let hold = Gate()
        // Both turns of one thread are taken.
        let holders = (0..<2).map { _ in
            Task { try? await deriver.withTurn { () async throws(VaultError) in await hold.pass() } }
        }
        await hold.arrivals(2)
        let waiting = Task { await vault.refusal("0000") }
        let impatient = Task { await vault.refusal("0001") }
        waiting.cancel()
        impatient.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(await impatient.value == .cancelled)
        await hold.open()
        for holder in holders { _ = await holder.value }
        #expect(try await vault.status().passcodeAttemptsLeft == 10)
        _ = try await vault.unlock(passcode: "1234".secret)
    }

    @Test("Attempts beyond a full queue fail as busy and are not counted")
    func beyondWhatMayWaitTheAnswerIsBusyAndNothingIsCounted() async throws {
        var bench = VaultFixture()
        let deriver = DerivationQueue(threads: 1, waiting: 0)
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let hold = Gate()
        let holders = (0..<2).map { _ in
            Task { try? await deriver.withTurn { () async throws(VaultError) in await hold.pass() } }
        }
        await hold.arrivals(2)
        for _ in 0..<20 { #expect(await bench.vault().refusal("0000") == .busy) }
        await hold.open()
        for holder in holders { _ = await holder.value }
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
    }

    @Test("A counted attempt is completed even if its caller cancels")
    func anAttemptThatWasCountedIsFinishedWhenItsCallerGoes() async throws {
        let gate = Gate()
        struct Slow: Deriver {
            let gate: Gate

            func withTurn<Result: Sendable>(
                _ body: @Sendable () async throws(VaultError) -> Result
            ) async throws(VaultError) -> Result { try await body() }

            func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
                await gate.pass()
                return try passcode.derived(by: hash)
            }
        }
        var bench = VaultFixture()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        _ = await bench.vault().refusal("0000")
        bench.deriver = Slow(gate: gate)
        let vault = bench.vault()
        let attempt = Task { await vault.refusal("1234") }
        await gate.arrivals(1)
        attempt.cancel()
        await gate.open()
        #expect(await attempt.value == .cancelled)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10, "it was right, and put the count back")
        #expect(try await bench.vault().unlock(passcode: "1234".secret).failedAttempts.count == 1)
    }

    @Test("Turns are given in order of arrival") func turnsComeInOrder() async throws {
        let queue = TurnQueue(turns: 1, waiting: .max)
        let gate = Gate()
        let first = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        let order = Order()
        var tasks: [Task<Void, Never>] = []
        for i in 0..<10 {
            tasks.append(
                Task { try? await queue.withTurn { () async throws(VaultError) in await order.append(i) } })
            while queue.waitingCount <= i { await Task.yield() }
        }
        await gate.open()
        _ = await first.value
        for task in tasks { await task.value }
        #expect(await order.numbers == Array(0..<10))
    }
}

private actor Order {
    var numbers: [Int] = []
    func append(_ number: Int) { numbers.append(number) }
}
