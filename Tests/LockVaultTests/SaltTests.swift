// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// A table of derived passcodes serves one passcode alone.
@Suite struct SaltTests {
    private func cells(_ bench: VaultFixture) async throws -> [PasscodeHash] {
        try VaultRecord(try await bench.store.load()).cells.map(\.hash)
    }

    @Test("Each new passcode has a new salt in both cells") func eachNewPasscodeHasANewSaltInBothCells() async throws {
        var bench = VaultFixture()
        bench.parameters.offersDuress = false
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        var seen = Set(try await cells(bench))
        for passcode in ["1234", "5678", "5678"] {
            try await bench.vault().setPasscode(passcode.secret, kind: .fourDigits, with: new.key)
            let now = try await cells(bench)
            #expect(now[0] == now[1] && seen.isDisjoint(with: now))
            seen.formUnion(now)
            _ = try await bench.vault().unlock(passcode: passcode.secret)
        }
    }

    /// If a duress passcode may be in use, its cell keeps its salt, in use or not.
    @Test("The other cell keeps its salt, used or not", arguments: [false, true])
    func theOtherCellKeepsItsSaltWhetherOrNotItIsUsed(hasDuress: Bool) async throws {
        let bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        if hasDuress { try await bench.vault().setDuressPasscode("9999".secret, with: new.key) }
        let before = try await cells(bench)
        try await bench.vault().setPasscode("5678".secret, kind: .fourDigits, with: new.key)
        let after = try await cells(bench)
        #expect(after[0] != before[0] && after[1] == before[1])
        _ = try await bench.vault().unlock(passcode: "5678".secret)
        #expect((await bench.vault().refusal("9999") == nil) == hasDuress)
        if hasDuress {
            try await bench.vault().setDuressPasscode("9998".secret, with: new.key)
        } else {
            try await bench.vault().removeDuressPasscode(with: new.key)
        }
        let last = try await cells(bench)
        #expect(last[0] == last[1], "one derivation is enough again")
    }

    /// An update of the app can ask for a higher cost, and the holder of the duress passcode can be the first who
    /// opens.
    @Test("A change of the duress passcode does not show in the costs")
    func theCostsDoNotTellOfADuressPasscode() async throws {
        var bench = VaultFixture()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        try await bench.vault().setDuressPasscode("9999".secret, with: new.key)
        bench.parameters.cost = .dearer
        let empty = try await bench.vault().unlock(passcode: "9999".secret)
        try await bench.vault().setPasscode("8888".secret, kind: .fourDigits, with: empty)
        let before = "as after the owner's change before the update"
        #expect(try await cells(bench).map(\.cost) == [.quick, .quick], "\(before)")
        #expect(try await bench.vault().unlock(passcode: "8888".secret).bytes == empty.bytes)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        #expect(try await cells(bench).map(\.cost) == [.dearer, .quick])
        try await bench.vault().setPasscode("7777".secret, kind: .fourDigits, with: empty)
        #expect(try await cells(bench).map(\.cost) == [.dearer, .dearer])
        #expect(try await bench.vault().unlock(passcode: "7777".secret).bytes == empty.bytes)
    }

    /// The same work with less memory is raised as well, and never to less work.
    @Test("Unlocking raises memory and work to the current cost") func aCostWithLessMemoryIsRaised() async throws {
        var bench = VaultFixture()
        bench.parameters.offersDuress = false
        bench.parameters.cost = ScryptCost(logN: 4, blockSize: 1, parallelism: 8)!
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        bench.parameters.cost = ScryptCost(logN: 6, blockSize: 1, parallelism: 2)!
        #expect(bench.parameters.cost.work == 128)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await cells(bench).map(\.cost) == [bench.parameters.cost, bench.parameters.cost])
        bench.parameters.cost = ScryptCost(logN: 7, blockSize: 1, parallelism: 1)!
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await cells(bench)[0].cost == bench.parameters.cost)
        // The cost never decreases. With more memory but fewer rounds, the amount of work stays the same.
        bench.parameters.cost = ScryptCost(logN: 8, blockSize: 1, parallelism: 1)!
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        bench.parameters.cost = .quick
        _ = try await bench.vault().unlock(passcode: "1234".secret)
        #expect(try await cells(bench)[0].cost.logN == 8)
        let wide = ScryptCost(logN: 5, blockSize: 1, parallelism: 16)!
        let raised = wide.raised(to: ScryptCost(logN: 8, blockSize: 1, parallelism: 1)!, within: .init())
        #expect(raised.logN == 8 && raised.work >= wide.work)
    }
}
