// SPDX-License-Identifier: MIT
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct RecoveryCodeTests {
    @Test("Recovery codes are read as printed and as people type them", arguments: 1...50 as ClosedRange<UInt64>)
    func codesReadBackAsTheyArePrintedAndTyped(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let code = RecoveryCode(random: &random)
        #expect(code.text.count == 33 && code.text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 3])
        #expect(try RecoveryCode(code.text) == code)
        let plain = code.text.filter { $0 != "-" }
        #expect(try RecoveryCode(plain) == code)
        #expect(try RecoveryCode(plain.lowercased()) == code)
        #expect(try RecoveryCode(" " + plain.map { "\($0)" }.joined(separator: " \u{2013}\n")) == code)
        let sloppy = plain.dropLast().map {
            "01".contains($0) ? ($0 == "0" ? "o" : "Il".randomElement(using: &random)!) : $0
        }
        #expect(try RecoveryCode(String(sloppy) + plain.suffix(1)) == code)
    }

    @Test("Extreme recovery codes have the expected text") func theAlphabetsEndsAreWhereTheyBelong() throws {
        #expect(RecoveryCode(secret: [UInt8](repeating: 0, count: 16))!.text == "0000-0000-0000-0000-0000-0000-000")
        let ones = RecoveryCode(secret: [UInt8](repeating: 255, count: 16))!
        #expect(ones.text.hasPrefix("7ZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZ"))
        var one = [UInt8](repeating: 0, count: 16)
        one[15] = 1
        #expect(RecoveryCode(secret: one)!.text == "0000-0000-0000-0000-0000-0000-011")
        // 36 is the check character U, 35 is =.
        one[15] = 36
        #expect(RecoveryCode(secret: one)!.text == "0000-0000-0000-0000-0000-0000-14U")
        #expect(RecoveryCode(secret: [1]) == nil)
    }

    @Test("Every wrong character and every swap is detected", arguments: 1...5 as ClosedRange<UInt64>)
    func everyWrongCharacterAndEverySwapIsFound(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Array(RecoveryCode(random: &random).text.filter { $0 != "-" })
        for i in text.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != text[i] {
                var changed = text
                changed[i] = other
                #expect(throws: RecoveryCodeError.self) { try RecoveryCode(String(changed)) }
            }
            if i + 1 < text.count && text[i] != text[i + 1] {
                var swapped = text
                swapped.swapAt(i, i + 1)
                #expect(throws: RecoveryCodeError.self) { try RecoveryCode(String(swapped)) }
            }
        }
    }

    @Test("Malformed recovery codes report the right error") func whatIsNoCodeIsToldApart() {
        func fault(_ text: String) -> RecoveryCodeError? {
            do throws(RecoveryCodeError) {
                _ = try RecoveryCode(text)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault("") == .length)
        #expect(fault("0000-0000-0000-0000-0000-0000-00") == .length)
        #expect(fault("0000-0000-0000-0000-0000-0000-0000") == .length)
        #expect(fault("0000-0000-0000-0000-0000-0000-001") == .check)
        #expect(fault("0000-0000-U000-0000-0000-0000-000") == .character)
        #expect(fault("8000-0000-0000-0000-0000-0000-000") == .character, "more than 128 bits")
        #expect(fault("ÄÖÜ") == .character)
        #expect(fault(String(repeating: "-", count: 100_000)) == .length)
    }

    @Test("Wrong and replaced recovery codes are rejected without a count")
    func anotherVaultsCodeIsWrongAndCostsNothing() async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        var random = SplitMix64(seed: 77)
        for _ in 0..<20 {
            let error = await thrown { () throws(VaultError) in
                try await bench.vault().unlock(recoveryCode: RecoveryCode(random: &random).text)
            }
            #expect(error == .rejected(.attemptsAllowed))
        }
        #expect(try await bench.vault().status().passcodeAttemptsLeft == 10)
        let malformed = await thrown { () throws(VaultError) in try await bench.vault().unlock(recoveryCode: "1234") }
        #expect(malformed == .malformedRecoveryCode(.length))
        let renewed = try await bench.vault().renewRecoveryCode(with: new.key)
        let old = await thrown { () throws(VaultError) in
            try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        }
        #expect(old == .rejected(.attemptsAllowed))
        #expect(try await bench.vault().unlock(recoveryCode: renewed.text).bytes == new.key.bytes)
    }

    @Test("A new recovery code opens the vault although the storage reports an error after storing it")
    func codesOfDoubtfulWritesOpen() async throws {
        let store = DoubtfulStorage()
        let bench = VaultFixture(store: store)
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        await store.failAfterStoring()
        let code = try await bench.vault().renewRecoveryCode(with: new.key)
        #expect(try await bench.vault().unlock(recoveryCode: code.text).bytes == new.key.bytes)
        #expect(await store.saves == 2, "the record is written again, and is durable then")
    }

    @Test("A vault without a passcode opens with its recovery code")
    func aVaultWithNothingElseOpensWithItsCode() async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create()
        #expect(await bench.vault().refusal("1234") == .notEnrolled)
        let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(key.bytes == new.key.bytes)
        try await bench.vault().setPasscode("1234".secret, kind: .fourDigits, with: key)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }
}

/// Storage that once reports an error after it has stored the bytes.
actor DoubtfulStorage: VaultStore, AttemptLedger {
    private let place = InMemoryStorage()
    private var isFailing = false
    /// The number of writes since the failure was asked for.
    private(set) var saves = 0

    func failAfterStoring() { (isFailing, saves) = (true, 0) }

    func load() async throws(VaultError) -> StoredBytes { try await place.load() }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await place.save(new, replacing: old)
        saves += 1
        guard isFailing else { return }
        isFailing = false
        throw .storage(.sync, code: 5)
    }

    func remove() async throws(VaultError) { await place.remove() }
}
