// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import PicturePassword
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct ReplayTableTests {
    /// A memory of drawings that cannot be read is not an empty one. That would let recordings pass.
    @Test("An unreadable list of earlier drawings is reported as damaged")
    func anUnreadableMemoryOfDrawingsIsDamage() async throws {
        let bench = try AccountBench()
        let service = try await bench.service()
        let database = service.accounts.database
        let (account, name) = (AccountID.random(), try #require(AccountName("ada")))
        try await database.write { database in
            let empty = StoredBytes(version: 1, bytes: [])
            try AccountRow.insert(
                account, name: name.text, canonicalName: name.canonical, StoredVault(record: empty, ledger: empty),
                .init(), at: 0, in: database)
        }
        let table = service.accounts.replayTable(account)
        let gesture = DrawnPassword.gesture(shift: 1)
        #expect(try await table.receive(gesture, for: nil) == .new)
        #expect(try await table.receive(gesture, for: nil) == .replay)
        let stored = try await database.read { try Data.fetchOne($0, sql: "SELECT bytes FROM drawn") }
        let whole = try #require(stored)
        for bytes in [Data(), whole.dropLast(), Data(whole.reversed())] {
            try await database.write { try $0.run(sql: "UPDATE drawn SET bytes = ?", arguments: [bytes]) }
            await #expect(throws: StoreError.damaged) { try await table.receive(gesture, for: nil) }
            await #expect(throws: StoreError.damaged) { try await table.remember([gesture]) }
            let kept = try await database.read { try Data.fetchOne($0, sql: "SELECT bytes FROM drawn") }
            #expect(kept == bytes)
        }
        try database.close()
    }
}
