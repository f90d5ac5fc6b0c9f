// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// Copies of ledger and record that are put back between two starts.
@Suite struct RollbackTests {
    private let unknown = VaultError.refused(.recoveryRequired(.attemptsUnknown))

    /// After every attempt, the earlier ledger no longer matches the record.
    @Test("An older ledger alone never resets the failure count", arguments: ["1234", "0000", "9999"])
    func anOlderLedgerAloneGivesNoGuessBack(last: String) async throws {
        let (store, ledger) = (InMemoryStorage(), InMemoryStorage())
        let bench = VaultFixture(store: store, ledger: ledger)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let copy = try await ledger.load()
        _ = await bench.vault().outcome(last)
        await ledger.remove()
        try await ledger.save(copy, replacing: nil)
        for passcode in ["1234", "9999", "0001"] { #expect(await bench.vault().refusal(passcode) == unknown) }
        _ = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    /// With a counter, record and ledger together are noticed, too.
    @Test("A counter detects that record and ledger are rolled back together")
    func aCounterShowsThatRecordAndLedgerWerePutBackTogether() async throws {
        let (store, ledger) = (InMemoryStorage(), InMemoryStorage())
        var bench = VaultFixture(store: store, ledger: ledger)
        let counter = InMemoryCounter(1000)
        bench.counter = counter
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for count in 1...3 as ClosedRange<UInt64> {
            let copies = (try await store.load(), try await ledger.load())
            #expect(await bench.vault().refusal("000\(count)") == .rejected(.attemptsAllowed))
            #expect(counter.value() == 1001 + count)
            let now = (try await store.load(), try await ledger.load())
            await put(copies, store, ledger)
            #expect(await bench.vault().refusal("1234") == unknown)
            await put(now, store, ledger)
        }
        let copies = (try await store.load(), try await ledger.load())
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        await put(copies, store, ledger)
        #expect(await bench.vault().refusal("1234") == unknown)
        _ = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        // A counter that was set back proves nothing any more.
        bench.counter = InMemoryCounter(3)
        #expect(await bench.vault().refusal("1234") == unknown)
    }

    /// With a counter, copies from before the vault was complete are no interrupted creation.
    @Test("A counter detects copies from an unfinished creation") func copiesFromTheCreationAreNoticed() async throws {
        let (store, ledger) = (RecordingStorage(), InMemoryStorage())
        var bench = VaultFixture(store: store, ledger: ledger)
        bench.counter = InMemoryCounter(5)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let (complete, first) = (try await store.load(), try await ledger.load())
        let reserved = try #require(await store.saved.first)
        await put((reserved, first), store.place, ledger)
        #expect(await bench.vault().refusal("1234") == unknown)
        await put((complete, first), store.place, ledger)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }

    @Test("An attempt fails before derivation if the counter cannot be raised")
    func aCounterThatCannotBeRaisedStopsTheAttempt() async throws {
        final class Stuck: MonotonicCounter {
            let fails: Bool
            init(fails: Bool) { self.fails = fails }
            func value() -> UInt64 { 7 }
            func advance(to least: UInt64) throws(VaultError) {
                if fails && least > 7 { throw .storage(.keyService, code: 5) }
            }
        }
        var bench = VaultFixture()
        let deriver = CountingDeriver()
        bench.deriver = deriver
        bench.counter = Stuck(fails: true)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        deriver.forget()
        for _ in 0..<20 { #expect(await bench.vault().refusal("1234") == .storage(.keyService, code: 5)) }
        #expect(deriver.works.isEmpty)
    }

    @Test("At the end of the counter only the recovery code unlocks")
    func counterAtItsEndStopsTheAttempt() async throws {
        for value in [UInt64.max - 3, UInt64.max - 1] {
            var bench = VaultFixture()
            bench.counter = InMemoryCounter(value)
            let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
            for _ in value + 1..<UInt64.max { _ = try await bench.vault().unlock(passcode: "1234".secret) }
            #expect(await bench.vault().refusal("1234") == .storage(.keyService, code: EOVERFLOW))
            _ = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
    }

    /// A full disk neither uses up a guess nor allows an additional one.
    @Test("An attempt fails uncounted if the record cannot be written")
    func aRecordThatCannotBeWrittenStopsTheAttempt() async throws {
        let store = FaultyStorage()
        var bench = VaultFixture(store: store)
        let deriver = CountingDeriver()
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        deriver.forget()
        await store.fail(saves: .max, .storage(.write, code: 28))
        for _ in 0..<20 { #expect(await bench.vault().refusal("0000") == .storage(.write, code: 28)) }
        #expect(deriver.works.isEmpty)
        await store.fail(saves: 0, .conflict)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    /// An entry counts in its own ledger alone.
    @Test("An entry of another ledger is rejected unless it is transferred")
    func anEntryOfAnotherLedgerIsDamage() async throws {
        let places = (0..<2).map { NamedStorage(identity: [UInt8($0)]) }
        var bench = VaultFixture(ledger: places[0])
        bench.parameters.ledgerIsOneOfSeveral = true
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let fresh = try await places[0].load()
        _ = await bench.vault().outcome("0000")
        bench.ledger = places[1]
        try await places[1].save(fresh, replacing: nil)
        #expect(await bench.vault().refusal("1234") == unknown)

        let transfer = try await LedgerTransfer(deviceKey: bench.deviceKey)
        let counted = try await places[0].load()
        #expect(throws: VaultError.damaged) { try transfer.resealed(counted, from: [1], to: [0]) }
        let carried = try transfer.resealed(counted, from: [0], to: [1], replacing: fresh.version)
        #expect(carried.version > fresh.version && carried.version > counted.version)
        try await places[1].save(carried, replacing: fresh.version)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 9)
        let failed = try transfer.failedAttempts(in: carried, of: [1])
        #expect(failed.count == 1 && failed.lastWallMilliseconds == bench.clock.now().wallMilliseconds)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    /// Two vaults of one device key share no ledger.
    @Test("An entry of another vault is rejected") func anEntryOfAnotherVaultIsDamage() async throws {
        let first = VaultFixture(seed: 1)
        let second = VaultFixture(seed: 2)
        _ = try await first.vault().create(passcode: "1234".secret, kind: .fourDigits)
        _ = try await second.vault().create(passcode: "1234".secret, kind: .fourDigits)
        var entry = try await first.ledger.load()
        let vault = Array(try await second.ledger.load().bytes.prefix(16))
        for bytes in [entry.bytes, vault + Array(entry.bytes.dropFirst(16))] {
            entry.bytes = bytes
            try await second.ledger.remove()
            try await second.ledger.save(entry, replacing: nil)
            #expect(await second.vault().refusal("1234") == unknown)
        }
    }

    private func put(_ copies: (StoredBytes, StoredBytes), _ store: InMemoryStorage, _ ledger: InMemoryStorage) async {
        await store.remove()
        await ledger.remove()
        try? await store.save(copies.0, replacing: nil)
        try? await ledger.save(copies.1, replacing: nil)
    }
}

/// A store in memory that keeps everything that was saved.
actor RecordingStorage: VaultStore {
    let place = InMemoryStorage()
    private(set) var saved: [StoredBytes] = []

    func load() async throws(VaultError) -> StoredBytes { try await place.load() }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        saved.append(new)
        try await place.save(new, replacing: old)
    }

    func remove() async { await place.remove() }
}

/// A ledger in memory that is one of several.
struct NamedStorage: AttemptLedger {
    let identity: [UInt8]
    private let place = InMemoryStorage()

    init(identity: [UInt8]) { self.identity = identity }

    func load() async throws(VaultError) -> StoredBytes { try await place.load() }
    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await place.save(new, replacing: old)
    }
    func remove() async { await place.remove() }
}
