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

    @Test("The passcode's version changes alike in the owner's and in the empty vault")
    func theVersionOfThePasscodeTellsNothing() async throws {
        /// Makes the same changes as the owner or as the user of the duress passcode, and returns which of them change
        /// the version.
        func changes(by passcode: String, offersDuress: Bool = true) async throws -> [Bool] {
            var bench = VaultFixture()
            bench.parameters.offersDuress = offersDuress
            let vault = bench.vault()
            let new = try await vault.create(passcode: "1234".secret, kind: .fourDigits)
            if offersDuress { try await vault.setDuressPasscode("9999".secret, with: new.key) }
            let key = try await vault.unlock(passcode: passcode.secret)
            var versions = [try #require(try await vault.status().passcodeVersion)]
            func change(_ body: () async throws -> Void) async throws {
                try await body()
                versions.append(try #require(try await vault.status().passcodeVersion))
            }
            try await change { try await vault.setPasscode("5678".secret, kind: .fourDigits, with: key) }
            try await change { try await vault.setPasscode("8765".secret, kind: .fourDigits, with: key) }
            try await change { _ = try await vault.renewRecoveryCode(with: key) }
            if offersDuress {
                try await change { try await vault.removeDuressPasscode(with: key) }
                try await change { try await vault.setDuressPasscode("4321".secret, with: key) }
                try await change { try await vault.removeDuressPasscode(with: key) }
            }
            try await change { try await vault.setPasscode("567812".secret, kind: .sixDigits, with: key) }
            #expect(versions.allSatisfy { $0.count == 8 })
            return zip(versions, versions.dropFirst()).map { $0 != $1 }
        }
        let expected = [true, true, false, true, false, false, true]
        #expect(try await changes(by: "1234") == expected)
        #expect(try await changes(by: "9999") == expected)
        #expect(try await changes(by: "1234", offersDuress: false) == [true, true, false, true])
    }

    @Test("Guesses between duress unlocks are counted without a visible sign")
    func guessesBehindTheDuressPasscodeAreCountedUnseen() async throws {
        _ = try await vaultWithDuress()
        // Groups of three guesses and the duress passcode never show a lockout.
        for guess in 0..<12 {
            #expect(await bench.vault().refusal("00\(10 + guess)") == .rejected(.attemptsAllowed))
            if guess % 3 == 2 { _ = try await bench.vault().unlock(passcode: "9999".secret) }
        }
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
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

    @Test("The empty vault and a duress passcode that is set in it behave like the owner's vault", arguments: Step.all)
    fileprivate func vaultsInsideEachOtherAreAlike(step: Step) async throws {
        let owners = try await story(of: step, at: 0)
        for depth in 1...3 { #expect(try await story(of: step, at: depth) == owners, "depth \(depth)") }
    }

    @Test("At most 254 duress passcodes are nested") func theDepthIsLimited() async throws {
        let bench = VaultFixture()
        var key = try await bench.vault().create(passcode: "1000".secret, kind: .numeric).key
        for depth in 1...254 {
            let passcode = "\(1000 + depth)"
            try await bench.vault().setDuressPasscode(passcode.secret, with: key)
            key = try await bench.vault().unlock(passcode: passcode.secret)
        }
        let innermost = key
        let error = await thrown { () throws(VaultError) in
            try await bench.vault().setDuressPasscode("9999".secret, with: innermost)
        }
        #expect(error == .limitExceeded)
    }

    /// Plays a step with the vault inside `depth` others, and returns what the user of this vault and the user of its
    /// duress passcode can see.
    private func story(of step: Step, at depth: Int) async throws -> [String] {
        var bench = VaultFixture()
        let deriver = CountingDeriver()
        bench.deriver = deriver
        var outer = try await bench.vault().create(passcode: "1000".secret, kind: .fourDigits).key
        for level in 0..<depth {
            try await bench.vault().setDuressPasscode("100\(level + 1)".secret, with: outer)
            outer = try await bench.vault().unlock(passcode: "100\(level + 1)".secret)
        }
        // The owner's passcode and those of the vaults around this one are not in the story.
        try await bench.vault().setPasscode("2000".secret, kind: .fourDigits, with: outer)
        try await bench.vault().setDuressPasscode("3000".secret, with: outer)
        let inner = try await bench.vault().unlock(passcode: "3000".secret)
        deriver.forget()
        var seen: [String] = []
        do {
            seen += try await step.play(bench.vault(), step.isOuter ? outer : inner)
        } catch {
            seen.append("\(error)")
        }
        seen.append("\(deriver.works.count) derivations")
        for passcode in ["2000", "3000", "4000", "567890"] {
            switch await bench.vault().outcome(passcode) {
            case .failure(let error): seen.append("\(passcode): \(error)")
            case .success(let key):
                let name = key.bytes == outer.bytes ? "outer" : key.bytes == inner.bytes ? "inner" : "another"
                let isOf = "\(key.hasSameRole(as: outer)), \(key.hasSameRole(as: inner))"
                seen.append("\(passcode): \(name), \(isOf)")
            }
        }
        return seen
    }
}

/// A step of the user of a vault, or of the user of its duress passcode.
private struct Step: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isOuter: Bool
    let play: @Sendable (Vault, DataKey) async throws -> [String]

    init(
        _ name: String, isOuter: Bool = true, _ play: @escaping @Sendable (Vault, DataKey) async throws -> [String]
    ) {
        testDescription = name
        self.isOuter = isOuter
        self.play = play
    }

    static let all =
        [("outer", true), ("inner", false)].flatMap { name, isOuter in
            steps.map { step in
                Step("the \(name) user \(step.testDescription)", isOuter: isOuter, step.play)
            }
        }

    private static let steps = [
        Step("does nothing") { _, _ in [] },
        Step("sets another passcode") { vault, key in
            try await vault.setPasscode("4000".secret, kind: .fourDigits, with: key)
            return []
        },
        Step("sets the passcode of the outer vault") { vault, key in
            try await vault.setPasscode("2000".secret, kind: .fourDigits, with: key)
            return []
        },
        Step("sets the passcode of the inner vault") { vault, key in
            try await vault.setPasscode("3000".secret, kind: .fourDigits, with: key)
            return []
        },
        Step("sets a passcode of another kind") { vault, key in
            try await vault.setPasscode("567890".secret, kind: .sixDigits, with: key)
            return []
        },
        Step("removes the passcode") { vault, key in
            try await vault.removePasscode(with: key)
            return []
        },
        Step("sets another duress passcode") { vault, key in
            try await vault.setDuressPasscode("4000".secret, with: key)
            return []
        },
        Step("sets the passcode of the outer vault as the duress passcode") { vault, key in
            try await vault.setDuressPasscode("2000".secret, with: key)
            return []
        },
        Step("sets the passcode of the inner vault as the duress passcode") { vault, key in
            try await vault.setDuressPasscode("3000".secret, with: key)
            return []
        },
        Step("removes the duress passcode") { vault, key in
            try await vault.removeDuressPasscode(with: key)
            return []
        },
        Step("sets another passcode after the recovery code") { vault, key in
            let code = try await vault.renewRecoveryCode(with: key)
            let opened = try await vault.unlock(recoveryCode: code.text)
            try await vault.setPasscode("4000".secret, kind: .fourDigits, with: opened)
            return ["\(opened.bytes == key.bytes), \(opened.hasSameRole(as: key))"]
        },
        Step("renews the data key") { vault, key in
            let new = try await vault.renewDataKey(passcode: "4000".secret, kind: .fourDigits, with: key)
            let opened = try await vault.unlock(passcode: "4000".secret)
            return ["\(opened.bytes == new.key.bytes), \(opened.hasSameRole(as: key))"]
        },
    ]
}
