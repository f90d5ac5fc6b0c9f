// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct DuressTests {
    private let bench = VaultFixture()

    private func vaultWithDuress() async throws -> NewVault {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        return new
    }

    @Test("The duress passcode always opens the same empty vault")
    func theDuressPasscodeOpensAnEmptyVaultAlwaysTheSame() async throws {
        let new = try await vaultWithDuress()
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        let again = try await bench.vault().unlock(passcode: "9999".secret)
        #expect(empty.bytes != new.key.bytes && empty.bytes == again.bytes && empty.vault == new.key.vault)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }

    @Test("The record has the same shape with and without a duress passcode")
    func theRecordHasTheSameShapeWithAndWithoutOne() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let without = try await bench.store.load()
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let with = try await bench.store.load()
        try await bench.vault().removeDuressPasscode(with: new.key)
        let removed = try await bench.store.load()
        let records = try [without, with, removed].map { try VaultRecord($0) }
        #expect(Set([without, with, removed].map(\.bytes.count)).count == 1)
        #expect(Set(records.map(\.cells[1].hash)).count == 1)
        #expect(Set(records.map(\.cells[1].sealed)).count == 3)
        #expect(Set(records.map(\.cells[0])).count == 1)
        #expect(await bench.vault().refusal("9999") == .rejected(.attemptsAllowed))
    }

    @Test("Guesses between duress unlocks are counted without a visible sign")
    func guessesBehindTheDuressPasscodeAreCountedUnseen() async throws {
        _ = try await vaultWithDuress()
        // Groups of three guesses and the duress passcode never show a lockout.
        for guess in 0..<12 {
            #expect(await bench.vault().refusal("00\(10 + guess)") == .rejected(.attemptsAllowed))
            if guess % 3 == 2 { _ = try await bench.vault().unlock(passcode: "9999".secret) }
        }
        #expect(try await bench.vault().status().passcodesLeft == 10)
        // After ten guesses, the owner's passcode opens nothing and appears to be wrong.
        #expect(await bench.vault().refusal("1234") == .rejected(.attemptsAllowed))
        _ = try await bench.vault().unlock(passcode: "9999".secret)
    }

    @Test("The recovery code resets the hidden count") func theRecoveryCodeEndsTheUnseenCount() async throws {
        let new = try await vaultWithDuress()
        for guess in 0..<12 {
            _ = await bench.vault().refusal("00\(10 + guess)")
            if guess % 3 == 2 { _ = try await bench.vault().unlock(passcode: "9999".secret) }
        }
        _ = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }

    @Test("The duress passcode does not count as a guess")
    func theDuressPasscodeItselfIsNoGuessAtTheOwners() async throws {
        let new = try await vaultWithDuress()
        for _ in 0..<30 { _ = try await bench.vault().unlock(passcode: "9999".secret) }
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }

    /// Otherwise an attacker in the empty vault could set its passcode to one guess after another and see whether the
    /// owner's vault opens.
    @Test("The empty vault reveals nothing about the passcode of the owner")
    func theEmptyVaultCannotBeUsedToGuessAtTheOwnersPasscode() async throws {
        _ = try await vaultWithDuress()
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        for guess in ["1233", "1234", "1235"] {
            try await bench.vault().setPasscode(guess.secret, kind: .fourDigits, with: empty)
            #expect(try await bench.vault().unlock(passcode: guess.secret).bytes == empty.bytes)
        }
        // Setting a duress passcode in the empty vault does not reveal it either.
        for guess in ["1233", "1234"] {
            try await bench.vault().setDuressPasscode(guess.secret, with: empty)
        }
    }

    @Test("The duress passcode must differ from the passcode") func bothPasscodesCannotBeTheSame() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let same = await thrown { () throws(VaultError) in
            try await bench.vault().setDuressPasscode("1234".secret, with: new.key)
        }
        #expect(same == .samePasscode)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let change = await thrown { () throws(VaultError) in
            try await bench.vault().setPasscode("9999".secret, kind: .fourDigits, with: new.key)
        }
        #expect(change == .samePasscode)
        try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: new.key)
        #expect(try await bench.vault().unlock(passcode: "5678".secret).bytes == new.key.bytes)
        #expect(try await bench.vault().unlock(passcode: "9999".secret).bytes != new.key.bytes)
    }

    @Test("Changing the kind of passcode removes the duress passcode")
    func aDuressPasscodeOfAnotherKindIsGone() async throws {
        let new = try await vaultWithDuress()
        try await bench.vault().setPasscode("123456".secret, kind: .sixDigits, with: new.key)
        #expect(await bench.vault().refusal("9999") == .rejected(.attemptsAllowed))
        let wrongKind = await thrown { () throws(VaultError) in
            try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        }
        #expect(wrongKind == .invalidPasscode)
    }

    @Test("Every change works in the empty vault as it does for the owner")
    func everythingWorksInTheEmptyVaultAsItDoesForTheOwner() async throws {
        _ = try await vaultWithDuress()
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        let code = try await bench.vault().renewRecoveryCode(with: empty)
        #expect(try await bench.vault().unlock(recoveryCode: code.text).bytes == empty.bytes)
        try await bench.vault().setPasscode("abcd".secret, kind: .alphanumeric, with: empty)
        #expect(try await bench.vault().unlock(passcode: "abcd".secret).bytes == empty.bytes)
        try await bench.vault().setDuressPasscode("efgh".secret, with: empty)
        let inner = try await bench.vault().unlock(passcode: "efgh".secret)
        #expect(inner.bytes != empty.bytes)
        try await bench.vault().removePasscode(with: empty)
        #expect(await bench.vault().refusal("abcd") == .notEnrolled)
    }
}
