// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct PasscodeVaultTests {
    private let bench = VaultFixture()

    @Test("The right passcode always gives the same key") func theRightPasscodeGivesTheSameKeyEachTime() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for _ in 0..<3 {
            let key = try await bench.vault().unlock(passcode: "1234".secret)
            #expect(key.bytes == new.key.bytes && key.bytes?.count == 32)
            #expect(key.vault == new.key.vault)
        }
        #expect(await bench.vault().refusal("1235") == .rejected(.attemptsAllowed))
    }

    @Test("Two vaults share no key, and a foreign ledger locks a record")
    func twoVaultsShareNeitherKeyNorBytes() async throws {
        var other = VaultFixture(seed: 2)
        let first = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let second = try await other.vault().create(passcode: "1234".secret, kind: .fourDigits)
        #expect(first.key.bytes != second.key.bytes && first.key.vault != second.key.vault)
        // A record under another ledger is locked.
        other.store = bench.store
        #expect(await other.vault().refusal("1234") == .refused(.recoveryRequired(.attemptsUnknown)))
    }

    @Test("Unlocking a missing vault fails and creates none")
    func aMissingVaultIsAnErrorAndNeverANewOne() async throws {
        #expect(await bench.vault().refusal("1234") == .missing)
        #expect(await thrown { () throws(VaultError) in try await bench.vault().status() } == .missing)
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let again = await thrown { () throws(VaultError) in
            try await bench.vault().create(passcode: "9999".secret, kind: .fourDigits)
        }
        #expect(again == .exists)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("Two attempts that are given up report the wrong attempts of both")
    func discardedAttemptsAreReportedTogether() async throws {
        let vault = bench.vault()
        _ = try await vault.create(passcode: "1234".secret, kind: .fourDigits)
        var keys: [DataKey] = []
        for wrong in [2, 1] {
            for number in 0..<wrong { #expect(await vault.refusal("000\(number)") == .rejected(.attemptsAllowed)) }
            keys.append(try await vault.unlock(passcode: "1234".secret))
        }
        for key in keys { await vault.discard(key) }
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 3)
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 0)
    }

    @Test("Another process reports the wrong attempts before an attempt that is given up", arguments: ["1234", "9999"])
    func discardedAttemptsOutliveTheProcess(passcode: String) async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        for number in 0..<2 { #expect(await bench.vault().refusal("000\(number)") == .rejected(.attemptsAllowed)) }
        let vault = bench.vault()
        let key = try await vault.unlock(passcode: passcode.secret)
        let failed = key.failedAttempts
        #expect(failed.count == 2 && failed.lastWallMilliseconds != nil)
        await vault.discard(key)
        #expect(key.symmetricKey == nil)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        #expect(try await bench.vault().unlock(passcode: passcode.secret).failedAttempts == failed)
        #expect(try await vault.unlock(passcode: passcode.secret).failedAttempts.count == 0)
        // The owner is told of them too, once.
        let told = try await bench.vault().unlock(passcode: "1234".secret).failedAttempts.count
        #expect(told == (passcode == "1234" ? 0 : 2))
    }

    @Test("The wrong attempts before an attempt that is given up are not lost if they cannot be written")
    func discardedAttemptsAreKeptWithoutALedger() async throws {
        let ledger = FaultyStorage()
        let vault = VaultFixture(ledger: ledger).vault()
        _ = try await vault.create(passcode: "1234".secret, kind: .fourDigits)
        _ = await vault.refusal("0000")
        let key = try await vault.unlock(passcode: "1234".secret)
        await ledger.fail(saves: .max, .storage(.write, code: 28))
        await vault.discard(key)
        await ledger.fail(saves: 0, .conflict)
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 1)
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 0)
    }

    @Test("The wrong attempts before an attempt that is given up are told once, although the storage reports an error")
    func discardedAttemptsOfDoubtfulWritesAreToldOnce() async throws {
        let ledger = DoubtfulStorage()
        let vault = VaultFixture(ledger: ledger).vault()
        _ = try await vault.create(passcode: "1234".secret, kind: .fourDigits)
        for number in 0..<2 { _ = await vault.refusal("000\(number)") }
        let key = try await vault.unlock(passcode: "1234".secret)
        await ledger.failAfterStoring()
        await vault.discard(key)
        #expect(await ledger.saves == 2, "the counts are written again, and are durable then")
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 2)
        #expect(try await vault.unlock(passcode: "1234".secret).failedAttempts.count == 0)
    }

    @Test("After ten wrong guesses only the recovery code unlocks")
    func tenWrongGuessesLeaveOnlyTheRecoveryCode() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let waits: [Int64] = [0, 0, 0, 60, 300, 900, 3_600, 10_800, 28_800]
        for (i, wait) in waits.enumerated() {
            let standing: AttemptStanding = wait == 0 ? .attemptsAllowed : .lockedOut(seconds: Double(wait))
            #expect(await bench.vault().refusal("000\(i)") == .rejected(standing))
            if wait > 0 {
                bench.clock.pass(seconds: wait - 1)
                #expect(await bench.vault().refusal("1234") == .refused(.lockedOut(seconds: 1)))
                bench.clock.pass(seconds: 1)
            }
            #expect(try await bench.vault().status().passcodeAttemptsLeft == UInt32(9 - i))
        }
        let last = AttemptStanding.recoveryRequired(.passcodeFailures)
        #expect(await bench.vault().refusal("9999") == .rejected(last))
        bench.clock.pass(seconds: 1_000_000)
        #expect(await bench.vault().refusal("1234") == .refused(last))
        let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(key.bytes == new.key.bytes)
        #expect(try await bench.vault().status().standing == .attemptsAllowed)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("Ten wrong guesses wipe the vault if the app has chosen that")
    func tenWrongGuessesDestroyTheVaultWhereTheAppChoseSo() async throws {
        var bench = bench
        bench.parameters.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [], limitConsequence: .wipe)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for i in 0..<9 { #expect(await bench.vault().refusal("000\(i)") == .rejected(.attemptsAllowed)) }
        #expect(await bench.vault().refusal("9999") == .rejected(.wiped))
        #expect(await bench.vault().refusal("1234") == .refused(.wiped))
        let recovery = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
        #expect(recovery == .refused(.wiped))
        #expect(try await bench.vault().status().standing == .wiped)
        #expect(await thrown { () throws(VaultError) in try await bench.store.load() } == .missing)
        let next = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        #expect(next.key.bytes != new.key.bytes)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("A repeated wrong passcode is counted once") func theSameWrongPasscodeAgainIsCountedOnce() async throws {
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for _ in 0..<20 { #expect(await bench.vault().refusal("1243") == .rejected(.attemptsAllowed)) }
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 9)
        _ = await bench.vault().refusal("1244")
        _ = await bench.vault().refusal("1243")
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 7)
    }

    @Test("A right passcode resets the failure count") func aRightPasscodePutsTheCountBack() async throws {
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for i in 0..<3 { _ = await bench.vault().refusal("000\(i)") }
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
    }

    @Test("Invalid passcodes are neither tried nor counted")
    func whatDoesNotFitIsNeitherTriedNorCounted() async throws {
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        for text in ["", String(repeating: "1", count: 1025)] {
            #expect(await bench.vault().refusal(text) == .invalidPasscode)
        }
        let noText = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(passcode: SecretBytes([0xFF, 0xFE, 0x31, 0x32]))
        }
        #expect(noText == .invalidPasscode)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        let key = try await bench.vault().unlock(passcode: "1234".secret)
        for text in ["123", "12345", "12a4", "١٢٣٤"] {
            let error = await thrown { () throws(VaultError) in
                try await bench.vault().setPasscode(text.secret, kind: .fourDigits, with: key)
            }
            #expect(error == .invalidPasscode)
        }
    }

    @Test("Composed and decomposed letters are the same passcode")
    func composedAndDecomposedLettersAreTheSamePasscode() async throws {
        _ = try await bench.vault().create(passcode: "Zu\u{308}rich \u{212B}".secret, kind: .alphanumeric)
        _ = try await bench.vault().unlock(passcode: "Z\u{FC}rich \u{C5}".secret)
        #expect(await bench.vault().refusal("Zurich \u{C5}") == .rejected(.attemptsAllowed))
    }

    @Test("Changing the passcode keeps the key and disables the old passcode")
    func changingThePasscodeKeepsTheKeyAndClosesTheOldWay() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setPasscode("correct horse".secret, kind: .alphanumeric, with: new.key)
        #expect(try await bench.vault().status().passcodeKind == .alphanumeric)
        #expect(await bench.vault().refusal("1234") == .rejected(.attemptsAllowed))
        #expect(try await bench.vault().unlock(passcode: "correct horse".secret).bytes == new.key.bytes)
    }

    @Test("The current passcode can be set again") func theSamePasscodeMayBeSetAgain() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        try await bench.vault().setPasscode("1234".secret, kind: .fourDigits, with: new.key)
        try await bench.vault().setPasscode("9999".secret, kind: .fourDigits, with: empty)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        #expect(try await bench.vault().unlock(passcode: "9999".secret).bytes == empty.bytes)
    }

    @Test("The last unlock method cannot be removed") func theLastUnlockMethodStays() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().removeRecoveryCode(with: new.key)
        let error = await thrown { () throws(VaultError) in try await bench.vault().removePasscode(with: new.key) }
        #expect(error == .lastMethod)
        let code = try await bench.vault().renewRecoveryCode(with: new.key)
        try await bench.vault().removePasscode(with: new.key)
        #expect(await bench.vault().refusal("1234") == .notEnrolled)
        #expect(try await bench.vault().status().passcodeKind == nil)
        #expect(try await bench.vault().unlock(recoveryCode: code.text).bytes == new.key.bytes)
    }

    @Test("Changes require a key of this vault that has not been erased")
    func onlyAKeyOfThisVaultThatIsStillKnownChangesIt() async throws {
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let other = try await VaultFixture(seed: 9).vault().create(passcode: "1234".secret, kind: .fourDigits)
        let foreign = await thrown { () throws(VaultError) in
            try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: other.key)
        }
        #expect(foreign == .keyFromOtherVault)
        new.key.erase()
        #expect(new.key.bytes == nil && new.key.key(for: "notes") == nil)
        let erased = await thrown { () throws(VaultError) in
            try await bench.vault().renewRecoveryCode(with: new.key)
        }
        #expect(erased == .keyErased)
    }

    @Test("Unlocking upgrades a vault to the current cost") func aVaultIsBroughtUpToWhatAGuessCostsNow() async throws {
        var bench = bench
        let deriver = CountingDeriver()
        bench.deriver = deriver
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.parameters.cost = .dearer
        #expect(await bench.vault().refusal("0000") == .rejected(.attemptsAllowed))
        #expect(deriver.works.allSatisfy { $0.hash.cost == .quick })
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        deriver.forget()
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        #expect(deriver.works.map(\.hash.cost) == [.dearer, .quick])
        // Setting a duress passcode, or removing one that there may be, makes it one derivation again.
        try await bench.vault().removeDuressPasscode(with: new.key)
        deriver.forget()
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(deriver.works.map(\.hash.cost) == [.dearer])
    }

    /// A vault derives nothing beyond its limits. It sets no passcode of such a cost either: nothing would open it.
    @Test("No passcode is set at a cost beyond the limits") func noPasscodeCostsMoreThanTheLimitsAllow() async throws {
        var bench = bench
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.parameters.cost = .dearer
        bench.parameters.limits.work = ScryptCost.quick.work
        for _ in 0..<2 { #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes) }
        let change = await thrown { () throws(VaultError) in
            try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: new.key)
        }
        #expect(change == .tooMuchWork)
        let renewal = await thrown { () throws(VaultError) in
            try await bench.vault().renewDataKey(passcode: "5678".secret, kind: .fourDigits, with: new.key)
        }
        #expect(renewal == .tooMuchWork)
        #expect(await bench.vault().refusal("1234") == nil)

        var empty = VaultFixture()
        empty.parameters = bench.parameters
        let creation = await thrown { () throws(VaultError) in
            try await empty.vault().create(passcode: "1234".secret, kind: .fourDigits)
        }
        #expect(creation == .tooMuchWork)
        let withoutPasscode = await thrown { () throws(VaultError) in try await empty.vault().create() }
        #expect(withoutPasscode == .tooMuchWork)
        let left = await thrown { () throws(VaultError) in try await empty.store.load() }
        #expect(left == .missing)
        let decoy = await thrown { () throws(VaultError) in
            try await Vault.decoy(
                for: [1], ledger: InMemoryStorage(), deviceKey: bench.deviceKey, kind: nil,
                parameters: bench.parameters)
        }
        #expect(decoy == .tooMuchWork)
    }

    @Test("Without duress passcodes an upgraded cost needs one derivation")
    func whereNoDuressIsOfferedARaisedCostIsPaidOnce() async throws {
        var bench = bench
        let deriver = CountingDeriver()
        bench.deriver = deriver
        bench.parameters.offersDuress = false
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.parameters.cost = .dearer
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        deriver.forget()
        let key = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(deriver.works.map(\.hash.cost) == [.dearer])
        let error = await thrown { () throws(VaultError) in
            try await bench.vault().setDuressPasscode("9999".secret, with: key)
        }
        #expect(error == .notEnrolled)
    }

    @Test("A failed derivation is not counted") func aDerivationThatFailsCostsNoAttempt() async throws {
        var bench = bench
        let deriver = CountingDeriver()
        bench.deriver = deriver
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        deriver.fail(.tooMuchWork)
        for _ in 0..<20 { #expect(await bench.vault().refusal("1234") == .tooMuchWork) }
        deriver.fail(nil)
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("Attempts beyond the limits of work and memory are not counted")
    func absurdWorkIsRefusedBeforeItIsCounted() async throws {
        var bench = bench
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.parameters.limits.work = 15
        #expect(await bench.vault().refusal("0000") == .tooMuchWork)
        bench.parameters.limits.work = 16
        bench.parameters.limits.memoryBytes = 2047
        #expect(await bench.vault().refusal("0000") == .tooMuchWork)
        bench.parameters.limits.memoryBytes = 2048
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("A vault can be created after its owner has wiped the last one")
    func anOwnerWhoWipesTheVaultMayBeginAgain() async throws {
        let bench = VaultFixture()
        let vault = bench.vault()
        let key = try await vault.create(passcode: SecretBytes(Array("2580".utf8)), kind: .fourDigits).key
        try await vault.wipe(with: key)
        #expect(key.symmetricKey == nil)
        await #expect(throws: VaultError.missing) { try await vault.status() }
        let again = bench.vault()
        _ = try await again.create(passcode: SecretBytes(Array("1379".utf8)), kind: .fourDigits)
        _ = try await again.unlock(passcode: SecretBytes(Array("1379".utf8)))
    }
}
