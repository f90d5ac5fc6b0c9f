// SPDX-License-Identifier: MIT
import Crypto
import InkGeometry
import LockFlow
import Passcode
import PicturePassword
import Testing

@testable import LockVault

@Suite struct RenewalTests {
    private let bench = VaultFixture()

    @Test("A copy from before the renewal gives only the old data key")
    func anOldCopyOpensNothingOfTodays() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let kept = SymmetricKey(size: .bits256)
        let lost = SymmetricKey(size: .bits256)
        let slots = [
            try await bench.vault().addExternalKey(kept, metadata: [1], with: new.key),
            try await bench.vault().addExternalKey(lost, metadata: [2], with: new.key),
        ]
        let copy = (try await bench.store.load(), try await bench.ledger.load())
        let renewed = try await bench.vault().renewDataKey(
            passcode: "5678".secret, kind: .fourDigits, externalKeys: [slots[0]: kept], with: new.key)
        #expect(renewed.key.bytes != new.key.bytes && renewed.previous.bytes == new.key.bytes)
        #expect(renewed.removedExternalKeys == [slots[1]])
        let code = try #require(renewed.recoveryCode)
        // Everything that opens today gives the new key.
        #expect(try await bench.vault().unlock(passcode: "5678".secret).bytes == renewed.key.bytes)
        #expect(try await bench.vault().unlock(slot: slots[0], externalKey: kept).bytes == renewed.key.bytes)
        #expect(try await bench.vault().unlock(recoveryCode: code.text).bytes == renewed.key.bytes)
        #expect(await bench.vault().refusal("1234") == .rejected(.attemptsAllowed))
        let old = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
        #expect(old == .rejected(.attemptsAllowed))
        let gone = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(slot: slots[1], externalKey: lost)
        }
        #expect(gone == .notEnrolled)
        // Everything of the copy gives the old key, with which nothing is sealed any more.
        let past = VaultFixture(store: InMemoryStorage(copy.0), ledger: InMemoryStorage(copy.1))
        #expect(try await past.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        #expect(try await past.vault().unlock(slot: slots[1], externalKey: lost).bytes == new.key.bytes)
    }

    @Test("The old data key is kept until the renewal is finished")
    func theOldKeyStaysUntilTheDataIsResealed() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        _ = try await bench.vault().renewDataKey(passcode: "1234".secret, kind: .fourDigits, with: new.key)
        let key = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await bench.vault().previousDataKey(with: key)?.bytes == new.key.bytes)
        let again = await thrown { () throws(VaultError) in
            try await bench.vault().renewDataKey(passcode: "1234".secret, kind: .fourDigits, with: key)
        }
        #expect(again == .exists)
        try await bench.vault().finishRenewal(with: key)
        #expect(try await bench.vault().previousDataKey(with: key) == nil)
        let next = try await bench.vault().renewDataKey(passcode: "1234".secret, kind: .fourDigits, with: key)
        #expect(next.previous.bytes == key.bytes)
    }

    /// A key from before would seal old keys into new slots.
    @Test("The old data key cannot change the vault") func aKeyFromBeforeChangesNothing() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let renewed = try await bench.vault().renewDataKey(
            passcode: "1234".secret, kind: .fourDigits, with: new.key)
        for key in [new.key, renewed.previous] {
            let error = await thrown { () throws(VaultError) in
                try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: key)
            }
            #expect(error == .keyFromOtherVault)
        }
        try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: renewed.key)
        #expect(try await bench.vault().unlock(passcode: "5678".secret).bytes == renewed.key.bytes)
    }

    @Test("A renewal keeps the duress passcode and its empty vault")
    func aDuressPasscodeAndItsEmptyVaultStay() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        _ = try await bench.vault().renewDataKey(passcode: "5678".secret, kind: .fourDigits, with: new.key)
        #expect(try await bench.vault().unlock(passcode: "9999".secret).bytes == empty.bytes)
        let same = await thrown { () throws(VaultError) in
            let key = try await bench.vault().unlock(passcode: "5678".secret)
            try await bench.vault().finishRenewal(with: key)
            _ = try await bench.vault().renewDataKey(passcode: "9999".secret, kind: .fourDigits, with: key)
        }
        #expect(same == .samePasscode)
    }

    @Test("The duress passcode does not destroy the owner's old data key")
    func theDuressPasscodeLeavesTheOwnersOldKey() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        _ = try await bench.vault().renewDataKey(passcode: "1234".secret, kind: .fourDigits, with: new.key)
        let forced = try await bench.vault().unlock(passcode: "9999".secret)
        #expect(try await bench.vault().previousDataKey(with: forced) == nil)
        let before = try await bench.store.load()
        try await bench.vault().finishRenewal(with: forced)
        #expect(try await bench.store.load() == before, "as where no renewal is unfinished, nothing is written")
        let owner = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await bench.vault().previousDataKey(with: owner)?.bytes == new.key.bytes)
    }

    @Test("A renewal in the empty vault is finished there, or by the owner")
    func aRenewalInTheEmptyVaultIsFinished() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let forced = try await bench.vault().unlock(passcode: "9999".secret)
        let once = try await bench.vault().renewDataKey(passcode: "9999".secret, kind: .fourDigits, with: forced)
        #expect(try await bench.vault().previousDataKey(with: once.key)?.bytes == forced.bytes)
        try await bench.vault().finishRenewal(with: once.key)
        #expect(try await bench.vault().previousDataKey(with: once.key) == nil)
        _ = try await bench.vault().renewDataKey(passcode: "9999".secret, kind: .fourDigits, with: once.key)
        let owner = try await bench.vault().unlock(passcode: "1234".secret)
        try await bench.vault().finishRenewal(with: owner)
        _ = try await bench.vault().renewDataKey(passcode: "1234".secret, kind: .fourDigits, with: owner)
    }

    @Test("Only a vault without a passcode is renewed without one")
    func aVaultWithoutAPasscodeIsRenewedByWhatOpensIt() async throws {
        let new = try await bench.vault().create()
        let renewed = try await bench.vault().renewDataKey(with: new.key)
        let code = try #require(renewed.recoveryCode)
        #expect(try await bench.vault().unlock(recoveryCode: code.text).bytes == renewed.key.bytes)
        let withPasscode = VaultFixture(seed: 2)
        let other = try await withPasscode.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let error = await thrown { () throws(VaultError) in
            try await withPasscode.vault().renewDataKey(with: other.key)
        }
        #expect(error == .invalidPasscode)
    }
}
