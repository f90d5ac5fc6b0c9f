// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// Making a vault beside another creator, over what broke off, and where one has vanished.
@Suite struct MakingTests {
    private let bench = VaultFixture()

    /// Two who begin at the same time: one makes the vault, and the other is told.
    @Test("Only one of two concurrent creations succeeds", arguments: 1...20 as ClosedRange<UInt64>)
    func ofTwoCreatorsOneOwnsTheVault(seed: UInt64) async throws {
        let bench = VaultFixture(seed: seed)
        async let first = thrown { () throws(VaultError) in
            try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits, withRecoveryCode: false)
        }
        async let second = thrown { () throws(VaultError) in
            try await bench.vault().create(passcode: "5678".secret, kind: .fourDigits, withRecoveryCode: false)
        }
        let errors = await [first, second]
        #expect(errors.contains(nil) && errors.contains(.exists))
        _ = try await bench.vault().unlock(passcode: errors[0] == nil ? "1234".secret : "5678".secret)
    }

    /// A kill while a vault is being made leaves no vault.
    @Test("An interrupted creation leaves no vault", arguments: 1...3)
    func aMakingThatBrokeOffIsNoVault(saves: Int) async throws {
        let places = (store: FaultyStorage(), ledger: FaultyStorage())
        let bench = VaultFixture(store: places.store, ledger: places.ledger)
        switch saves {
        case 1: await places.store.fail(saves: .max, .storage(.write, code: 5))
        case 2: await places.ledger.fail(saves: .max, .storage(.write, code: 5))
        default: await places.store.fail(saves: .max, .storage(.write, code: 5), after: 1)
        }
        let broken = await thrown { () throws(VaultError) in
            try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        }
        #expect(broken == .storage(.write, code: 5))
        await places.store.fail(saves: 0, .conflict)
        await places.ledger.fail(saves: 0, .conflict)
        #expect(await thrown { () throws(VaultError) in try await bench.vault().status() } == .missing)
        #expect(await bench.vault().refusal("1234") == .missing)
        let new = try await bench.vault().create(passcode: "5678".secret, kind: .fourDigits)
        #expect(try await bench.vault().unlock(passcode: "5678".secret).bytes == new.key.bytes)
    }

    @Test("A vanished vault is replaced only after it is discarded")
    func aVaultThatHasVanishedIsNeitherMissingNorMadeAgainUnasked() async throws {
        let vanished = AttemptStanding.recoveryRequired(.vaultVanished)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.store.remove()
        let status = try await bench.vault().status()
        #expect(status.standing == vanished && status.passcodeKind == nil && !status.hasRecoveryCode)
        #expect(await bench.vault().refusal("1234") == .refused(vanished))
        let recovery = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
        #expect(recovery == .refused(vanished))
        let again = await thrown { () throws(VaultError) in
            try await bench.vault().create(passcode: "5678".secret, kind: .fourDigits)
        }
        #expect(again == .refused(vanished))
        try await bench.vault().discardVanished()
        #expect(await thrown { () throws(VaultError) in try await bench.vault().status() } == .missing)
        _ = try await bench.vault().create(passcode: "5678".secret, kind: .fourDigits)
        #expect(await thrown { () throws(VaultError) in try await bench.vault().discardVanished() } == .exists)
        _ = try await bench.vault().unlock(passcode: "5678".secret)
    }

    /// A ledger that cannot be read was some vault's, too.
    @Test("A damaged ledger without a record means a vanished vault")
    func aDamagedLedgerBesideNothingIsAVanishedVault() async throws {
        try await bench.ledger.save(StoredBytes(version: 5, bytes: [1, 2, 3]), replacing: nil)
        #expect(try await bench.vault().status().standing == .recoveryRequired(.vaultVanished))
        try await bench.vault().discardVanished()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        // Without ledger and record nothing tells that there was a vault.
        try await bench.store.remove()
        try await bench.ledger.remove()
        #expect(await thrown { () throws(VaultError) in try await bench.vault().status() } == .missing)
    }

    /// A record that is still there when the ledger says wiped opens nothing, and is removed.
    @Test("A record next to a wiped ledger is removed") func aRecordBesideAWipedLedgerIsRemoved() async throws {
        let store = InMemoryStorage()
        var bench = VaultFixture(store: store)
        bench.parameters.lockout = LockoutPolicy(
            passcodeDelaysMilliseconds: [], passcodeLimit: 1, limitConsequence: .wipe)
        struct Keeping: VaultStore {
            let place: InMemoryStorage
            func load() async throws(VaultError) -> StoredBytes { try await place.load() }
            func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
                try await place.save(new, replacing: old)
            }
            func remove() throws(VaultError) { throw .storage(.remove, code: 5) }
        }
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.store = Keeping(place: store)
        #expect(await bench.vault().refusal("0000") == .storage(.remove, code: 5))
        #expect(await store.stored != nil)
        bench.store = store
        let recovery = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
        #expect(recovery == .refused(.wiped))
        #expect(await store.stored == nil)
        #expect(try await bench.vault().status().standing == .wiped)
    }
}
