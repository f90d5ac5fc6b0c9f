// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// The work for a passcode does not depend on whether the passcode is right, wrong, for duress, or for a vault that
/// does not exist. Operations are counted here, because times vary; `Benchmarks` measures times.
@Suite struct SameWorkTests {
    /// All work of an attempt that takes time.
    private struct Work: Hashable {
        var derivations: [CountingDeriver.Work.Shape]
        var ledgerReads: Int
        var ledgerWrites: [Int]
        var storeReads: Int
        var storeWrites: Int
    }

    private struct Setting {
        let deriver = CountingDeriver()
        let store = CountingStorage()
        let ledger = CountingStorage()
        var bench = VaultFixture()

        init() {
            bench.deriver = deriver
            bench.store = store
            bench.ledger = ledger
        }

        func work(of vault: Vault, _ passcode: String) async -> Work {
            deriver.forget()
            await store.forget()
            await ledger.forget()
            _ = await vault.outcome(passcode)
            return Work(
                derivations: deriver.works.map(\.shape), ledgerReads: await ledger.reads,
                ledgerWrites: await ledger.writes, storeReads: await store.reads, storeWrites: await store.writes.count)
        }
    }

    @Test("Right, wrong, duress and decoy attempts take the same work")
    func rightWrongDuressAndUnknownTakeTheSameWork() async throws {
        let setting = Setting()
        let new = try await setting.bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let unused = await setting.work(of: setting.bench.vault(), "9999")
        try await setting.bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let vault = setting.bench.vault()
        let right = await setting.work(of: vault, "1234")
        let wrong = await setting.work(of: vault, "0000")
        let duress = await setting.work(of: vault, "9999")
        #expect(right.derivations.count == 1 && right.ledgerWrites.count == 2 && right.storeWrites == 1)
        #expect(right == wrong && right == duress && right == unused)

        let unknown = try await Vault.decoy(
            for: Array("nobody".utf8), ledger: setting.ledger, deviceKey: setting.bench.deviceKey, kind: .fourDigits,
            parameters: setting.bench.parameters, deriver: setting.deriver, clock: setting.bench.clock)
        await setting.ledger.remove()
        for _ in 0..<2 {
            var work = await setting.work(of: unknown, "1234")
            // The decoy's record is not in the store.
            #expect(work.storeReads == 0 && work.storeWrites == 0)
            work.storeReads = wrong.storeReads
            work.storeWrites = wrong.storeWrites
            #expect(work == wrong)
        }
    }

    @Test("A lockout rejects right and wrong passcodes alike")
    func rightAndWrongAreRefusedAlikeWhileLockedOut() async throws {
        let setting = Setting()
        let new = try await setting.bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await setting.bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let vault = setting.bench.vault()
        for guess in 0..<4 { _ = await vault.outcome("000\(guess)") }
        let works = [
            await setting.work(of: vault, "1234"), await setting.work(of: vault, "0000"),
            await setting.work(of: vault, "9999"),
        ]
        #expect(Set(works).count == 1)
        #expect(works[0].derivations.isEmpty && works[0].ledgerWrites.isEmpty)
        for passcode in ["1234", "0000", "9999"] {
            #expect(await vault.refusal(passcode) == .refused(.lockedOut(seconds: 60)))
        }
    }

    @Test("An unknown name is locked out like an account") func anUnknownNameIsLockedOutLikeAnAccount() async throws {
        let bench = VaultFixture()
        func unknown(_ name: String) async throws -> Vault {
            try await Vault.decoy(
                for: Array(name.utf8), ledger: bench.ledger, deviceKey: bench.deviceKey, kind: .fourDigits,
                parameters: bench.parameters, deriver: bench.deriver, clock: bench.clock)
        }
        for guess in 0..<3 { #expect(try await unknown("a").refusal("000\(guess)") == .rejected(.attemptsAllowed)) }
        #expect(try await unknown("a").refusal("0003") == .rejected(.lockedOut(seconds: 60)))
        #expect(try await unknown("a").refusal("0003") == .refused(.lockedOut(seconds: 60)))
        let first = try await unknown("a").status()
        #expect(first.passcodeKind == .fourDigits && first.hasRecoveryCode && !first.hasPicture)
        // Another name with the same ledger starts without failures: it is another vault.
        #expect(try await unknown("b").refusal("0003") == .rejected(.attemptsAllowed))
    }

    @Test("An unknown name always has the same decoy") func anUnknownNameAlwaysHasTheSameVault() async throws {
        let secrets = try DeviceSecrets(SecretBytes([UInt8](repeating: 3, count: 32)))
        func record(_ name: String) -> VaultRecord {
            VaultRecord(
                decoyFor: Array(name.utf8), secrets, cost: .quick, kind: .sixDigits, pictureDigest: [1, 2])
        }
        #expect(record("anna") == record("anna"))
        #expect(record("anna").id != record("Anna").id)
        #expect(record("anna").hasPicture)
    }
}

/// Storage that counts its uses and the bytes written.
actor CountingStorage: VaultStore, AttemptLedger {
    private let place = InMemoryStorage()
    private(set) var reads = 0
    private(set) var writes: [Int] = []

    func forget() {
        reads = 0
        writes = []
    }

    func load() async throws(VaultError) -> StoredBytes {
        reads += 1
        return try await place.load()
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        writes.append(new.bytes.count)
        try await place.save(new, replacing: old)
    }

    func remove() async { await place.remove() }
}

extension CountingDeriver.Work {
    struct Shape: Hashable {
        var byteCount: Int
        var cost: ScryptCost
    }

    var shape: Shape { Shape(byteCount: byteCount, cost: hash.cost) }
}
