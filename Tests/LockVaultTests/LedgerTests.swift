// SPDX-License-Identifier: MIT
import Crypto
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// Ledgers that are missing, damaged, older or of another vault never give another guess.
@Suite struct LedgerTests {
    private let bench = VaultFixture()
    private let unknown = VaultError.refused(.recoveryRequired(.attemptsUnknown))

    @Test("The ledger is written before a key is derived")
    func theLedgerIsWrittenBeforeAnythingIsDerived() async throws {
        /// Looks at the ledger while a passcode is derived.
        struct Spy: Deriver {
            let ledger: InMemoryStorage
            let store: any VaultStore
            let before: StoredBytes?

            func withTurn<Result: Sendable>(
                _ body: @Sendable () async throws(VaultError) -> Result
            ) async throws(VaultError) -> Result { try await body() }

            func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
                if let before {
                    let counted = try await ledger.load().version
                    #expect(counted > before.version)
                    // No older ledger fits the record any more.
                    #expect(try VaultRecord(try await store.load()).ledgerFloor == counted)
                }
                return try passcode.derived(by: hash)
            }
        }
        let ledger = InMemoryStorage()
        var bench = VaultFixture(ledger: ledger)
        bench.deriver = Spy(ledger: ledger, store: bench.store, before: nil)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for passcode in ["0000", "1234"] {
            bench.deriver = Spy(ledger: ledger, store: bench.store, before: await ledger.stored)
            _ = await bench.vault().outcome(passcode)
        }
    }

    @Test("An attempt fails before derivation if the ledger cannot be written")
    func aLedgerThatCannotBeWrittenStopsTheAttempt() async throws {
        let ledger = FaultyStorage()
        var bench = VaultFixture(ledger: ledger)
        let deriver = CountingDeriver()
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        deriver.forget()
        await ledger.fail(saves: .max, .storage(.sync, code: 5))
        #expect(await bench.vault().refusal("1234") == .storage(.sync, code: 5))
        #expect(deriver.works.isEmpty)
        await ledger.fail(saves: 0, .conflict)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("No key is returned if the failure count cannot be reset")
    func aLedgerThatCannotBePutBackKeepsTheKeyIn() async throws {
        let ledger = FaultyStorage()
        let bench = VaultFixture(ledger: ledger)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        await ledger.fail(saves: .max, .storage(.write, code: 28), after: 1)
        #expect(await bench.vault().refusal("1234") == .storage(.write, code: 28))
        await ledger.fail(saves: 0, .conflict)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 9)
    }

    @Test("A vault that has seen a newer ledger detects an older one")
    func anOlderLedgerIsNoticedByWhoSawANewerOne() async throws {
        let ledger = InMemoryStorage()
        let bench = VaultFixture(ledger: ledger)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let vault = bench.vault()
        let copy = try await ledger.load()
        _ = await vault.outcome("0000")
        await ledger.remove()
        try await ledger.save(copy, replacing: nil)
        #expect(await vault.refusal("1234") == unknown)
        #expect(try await vault.status().standing == .recoveryRequired(.attemptsUnknown))
    }

    @Test("A vault that has seen the lost ledger opens after another one was recovered")
    func anotherInstanceOpensAfterARecovery() async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let code = try #require(new.recoveryCode).text
        let (recovered, other) = (bench.vault(), bench.vault())
        // They write the ledger, not the record.
        for _ in 0..<10 { _ = try await other.unlock(recoveryCode: code) }
        try await bench.ledger.remove()
        #expect(await other.refusal("1234") == unknown)
        _ = try await recovered.unlock(recoveryCode: code)
        #expect(await other.refusal("1234") == nil)
    }

    @Test("A record written later detects an older ledger")
    func anOlderLedgerIsNoticedByTheRecordWrittenSince() async throws {
        let ledger = InMemoryStorage()
        let bench = VaultFixture(ledger: ledger)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let copy = try await ledger.load()
        _ = await bench.vault().outcome("0000")
        _ = try await bench.vault().renewRecoveryCode(with: new.key)
        await ledger.remove()
        try await ledger.save(copy, replacing: nil)
        #expect(await bench.vault().refusal("1234") == unknown)
    }

    @Test("A ledger written later detects an older record")
    func anOlderVaultIsNoticedByTheLedgerWrittenSince() async throws {
        let store = InMemoryStorage()
        let bench = VaultFixture(store: store)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let copy = try await store.load()
        try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: new.key)
        _ = try await bench.vault().unlock(passcode: "5678".secret)
        await store.remove()
        try await store.save(copy, replacing: nil)
        #expect(await bench.vault().refusal("1234") == unknown)
    }

    @Test("A changed byte of the ledger is detected") func noByteOfTheLedgerCanBeChanged() async throws {
        let ledger = InMemoryStorage()
        let bench = VaultFixture(ledger: ledger)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        _ = await bench.vault().outcome("0000")
        let whole = try await ledger.load()
        for i in stride(from: 0, to: whole.bytes.count, by: 3) {
            var changed = whole
            changed.bytes[i] ^= 1
            await ledger.remove()
            try await ledger.save(changed, replacing: nil)
            #expect(await bench.vault().refusal("1234") == unknown)
        }
        await ledger.remove()
        try await ledger.save(StoredBytes(version: whole.version + 1, bytes: whole.bytes), replacing: nil)
        #expect(await bench.vault().refusal("1234") == unknown, "the version is part of it")
    }

    @Test("A changed byte of the record is detected") func noByteOfTheRecordCanBeChanged() async throws {
        let store = InMemoryStorage()
        let bench = VaultFixture(store: store)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let whole = try await store.load()
        for i in whole.bytes.indices {
            var changed = whole
            changed.bytes[i] ^= 4
            await store.remove()
            try await store.save(changed, replacing: nil)
            let refusal = await bench.vault().refusal("1234")
            let expected: [VaultError] = [
                .damaged, .unsupportedVersion(5), .refused(.recoveryRequired(.deviceKeyChanged)),
                .refused(.recoveryRequired(.vaultDamaged)),
            ]
            #expect(refusal.map(expected.contains) == true, "byte \(i)")
        }
    }

    /// Whatever was changed, the owner's code opens what it can, and afterwards the vault is sound.
    @Test("The recovery code opens most changed records and repairs the vault")
    func changedRecordOpensWithTheRecoveryCodeAndNothingUnauthenticated() async throws {
        let store = InMemoryStorage()
        let bench = VaultFixture(store: store)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let whole = try await store.load()
        var opened = 0
        for i in whole.bytes.indices {
            var changed = whole
            changed.bytes[i] ^= 4
            await store.remove()
            try await store.save(changed, replacing: nil)
            let error = await thrown { () throws(VaultError) in
                let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
                #expect(key.bytes == new.key.bytes)
                #expect(try await bench.vault().status().standing == .attemptsAllowed)
                #expect(await bench.vault().refusal("1234") == .notEnrolled)
                try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: key)
                #expect(try await bench.vault().unlock(passcode: "5678".secret).bytes == new.key.bytes)
            }
            if error == nil { opened += 1 } else { #expect(error != .missing && error != .conflict, "byte \(i)") }
        }
        #expect(opened > whole.bytes.count / 2, "most bytes are neither the slot's nor the form's")
    }

    @Test("The recovery code resets version numbers that are too large")
    func numbersTooGreatToCountOnFromBeginAgain() async throws {
        let store = InMemoryStorage()
        let bench = VaultFixture(store: store)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        var record = try VaultRecord(try await store.load())
        record.generation = UInt64(Int64.max)
        record.ledgerFloor = UInt64(Int64.max)
        let forged = record.encoded(try DeviceSecrets(SecretBytes([UInt8](repeating: 1, count: 32))))
        await store.remove()
        try await store.save(forged, replacing: nil)
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.vaultDamaged)))
        let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        for passcode in ["5678", "8765"] {
            try await bench.vault().setPasscode(passcode.secret, kind: .fourDigits, with: key)
            #expect(try await bench.vault().unlock(passcode: passcode.secret).bytes == new.key.bytes)
        }
    }

    @Test(
        "One recovery is enough, whatever version the lost ledger seems to have",
        arguments: [
            1, 1 << 48, 1 << 61 - 1 << 40 - 1, 1 << 61 - 1 << 40, 1 << 61 - 1, 1 << 61, 1 << 62 - 1 << 20,
            1 << 62 - 1, 1 << 62, UInt64(Int64.max),
        ] as [UInt64])
    func oneRecoveryIsEnough(version: UInt64) async throws {
        let (store, ledger) = (InMemoryStorage(), InMemoryStorage())
        let bench = VaultFixture(seed: version, store: store, ledger: ledger)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let code = try #require(new.recoveryCode).text
        func expectUsable() async throws {
            for attempt in 0..<40 {
                #expect(await bench.vault().refusal("1234") == nil, "attempt \(attempt)")
                #expect(await bench.vault().refusal("0000") == .rejected(.attemptsAllowed))
            }
        }
        // This instance stays open, and knows the version of the lost ledger.
        let other = bench.vault()
        #expect(await other.refusal("1234") == nil)
        await ledger.remove()
        try await ledger.save(StoredBytes(version: version, bytes: [1, 2, 3]), replacing: nil)
        #expect(await bench.vault().refusal("1234") == unknown)
        _ = try await bench.vault().unlock(recoveryCode: code)
        #expect(await other.refusal("1234") == nil)
        try await expectUsable()
        // The same of a record.
        var record = try VaultRecord(try await store.load())
        record.generation = version
        let forged = record.encoded(try DeviceSecrets(SecretBytes([UInt8](repeating: 1, count: 32))))
        await store.remove()
        try await store.save(forged, replacing: nil)
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.vaultDamaged)))
        let key = try await bench.vault().unlock(recoveryCode: code)
        try await bench.vault().setPasscode("1234".secret, kind: .fourDigits, with: key)
        try await expectUsable()
    }

    @Test("The recovery code binds the vault to a changed device key")
    func anotherDeviceKeyLeavesOnlyTheRecoveryCodeWhichBindsAgain() async throws {
        var bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let external = SymmetricKey(size: .bits256)
        let slot = try await bench.vault().addExternalKey(external, metadata: [1, 2], with: new.key)
        bench.deviceKey = MemoryDeviceKey(SecretBytes([UInt8](repeating: 8, count: 32)))
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.deviceKeyChanged)))
        #expect(try await bench.vault().status().standing == .recoveryRequired(.deviceKeyChanged))
        let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(key.bytes == new.key.bytes)
        let status = try await bench.vault().status()
        #expect(status.standing == .attemptsAllowed && status.passcodeKind == nil && status.externalKeys.count == 1)
        #expect(await bench.vault().refusal("1234") == .notEnrolled)
        #expect(try await bench.vault().unlock(slot: slot, externalKey: external).bytes == new.key.bytes)
        try await bench.vault().setPasscode("4321".secret, kind: .fourDigits, with: key)
        #expect(try await bench.vault().unlock(passcode: "4321".secret).bytes == new.key.bytes)
    }

    @Test("Restarts and clock changes never shorten a lockout")
    func restartsAndClocksNeverShortenALockout() async throws {
        let bench = VaultFixture()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for guess in 0..<4 { _ = await bench.vault().outcome("000\(guess)") }
        bench.clock.setWall(by: 1_000_000)
        #expect(await bench.vault().refusal("1234") == .refused(.lockedOut(seconds: 60)))
        bench.clock.pass(seconds: 30)
        bench.clock.restart()
        #expect(await bench.vault().refusal("1234") == .refused(.lockedOut(seconds: 60)))
        bench.clock.pass(seconds: 59)
        bench.clock.setWall(by: -5_000_000)
        #expect(await bench.vault().refusal("1234") == .refused(.lockedOut(seconds: 60)))
        bench.clock.pass(seconds: 60)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }
}

/// Storage whose writes fail when a test sets it.
actor FaultyStorage: AttemptLedger, VaultStore {
    private let place = InMemoryStorage()
    private var failures = 0
    private var skipped = 0
    private var error = VaultError.conflict

    func fail(saves: Int, _ error: VaultError, after: Int = 0) {
        failures = saves
        skipped = after
        self.error = error
    }

    func load() async throws(VaultError) -> StoredBytes { try await place.load() }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        if skipped > 0 {
            skipped -= 1
        } else if failures > 0 {
            failures -= 1
            throw error
        }
        try await place.save(new, replacing: old)
    }

    func remove() async { await place.remove() }
}
