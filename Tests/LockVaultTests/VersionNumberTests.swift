// SPDX-License-Identifier: MIT
import InkTestSupport
import LockFlow
import Passcode
import Testing

@testable import LockVault

/// The unencrypted parts of a vault do not reveal a duress passcode.
@Suite struct VersionNumberTests {
    private struct Shown: Hashable {
        var generation: UInt64
        var floor: UInt64
        var ledger: UInt64
        var lengths: [Int]
        var sameSalts: Bool
    }

    /// Vaults with the same history, half of them with a duress passcode: one change more of the record.
    private func vaults(_ count: Int, withDuress: Bool, from seed: UInt64) async throws -> [Shown] {
        var shown: [Shown] = []
        for vault in 0..<UInt64(count) {
            let bench = VaultFixture(seed: seed + vault)
            let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
            if withDuress { try await bench.vault().setDuressPasscode("9999".secret, with: new.key) }
            _ = try await bench.vault().renewRecoveryCode(with: new.key)
            let (store, ledger) = (try await bench.store.load(), try await bench.ledger.load())
            let record = try VaultRecord(store)
            #expect(record.generation == store.version)
            shown.append(
                Shown(
                    generation: record.generation, floor: record.ledgerFloor, ledger: ledger.version,
                    lengths: [store.bytes.count, ledger.bytes.count],
                    sameSalts: record.cells[0].hash == record.cells[1].hash))
        }
        return shown
    }

    @Test("Version numbers do not reveal a duress passcode") func countingTellsNothingOfADuressPasscode() async throws {
        let count = 150
        let with = try await vaults(count, withDuress: true, from: 1_000)
        let without = try await vaults(count, withDuress: false, from: 9_000)
        #expect(Set((with + without).map(\.lengths)).count == 1)
        #expect(Set((with + without).map(\.sameSalts)) == [true])
        for number in [\Shown.generation, \.floor, \.ledger] as [KeyPath<Shown, UInt64>] {
            let (a, b) = (with.map { $0[keyPath: number] }, without.map { $0[keyPath: number] })
            // Either of two numbers is as likely to be the greater one: standard deviation 0.033 for 150 by 150.
            let greater = a.reduce(0) { sum, x in sum + b.count { x > $0 } }
            #expect(0.38...0.62 ~= Double(greater) / Double(count * count))
            // The numbers do not start at 1 or another small number.
            #expect((a + b).allSatisfy { $0 > 1_000 })
            // The last bit does not reveal it either.
            let (oddA, oddB) = (a.count { $0 % 2 == 1 }, b.count { $0 % 2 == 1 })
            #expect(45...105 ~= oddA && 45...105 ~= oddB)
            #expect(Set(a + b).count == 2 * count)
        }
    }

    @Test("Every version has a next one", arguments: [nil, 0, 1, 1 << 62, .max] as [UInt64?])
    func everyVersionHasANext(_ version: UInt64?) throws {
        let next = StoredBytes.nextVersion(after: version)
        #expect(next != version)
        #expect(try StoredBytes(framed: StoredBytes(version: next, bytes: []).framed).version == next)
        if version == 1 { #expect(next > 1) }
    }

    @Test("Version numbers rise by random steps") func stepsAreRandomToo() async throws {
        let bench = VaultFixture()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        var steps: Set<UInt64> = []
        var before = (try await bench.store.load().version, try await bench.ledger.load().version)
        for _ in 0..<20 {
            _ = try await bench.vault().unlock(passcode: "1234".secret)
            let now = (try await bench.store.load().version, try await bench.ledger.load().version)
            #expect(now.0 > before.0 && now.1 > before.1)
            steps.formUnion([now.0 - before.0, now.1 - before.1])
            before = now
        }
        #expect(steps.count == 40)
    }
}
