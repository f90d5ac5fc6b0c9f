// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// The limits of the disk space that the accounts may take.
struct StorageLimits: Hashable, Sendable {
    /// The most bytes of the database, free pages left aside. 4 GiB by default.
    var totalBytes: Int64 = 4 << 30
    /// The least bytes that have to be free on the disk for new accounts, notes and unlock methods. 64 MiB by default.
    var freeBytes: Int64 = 64 << 20
    /// The space kept for ledgers, sign-ins and removals if another program fills the disk. 8 MiB by default.
    var reserveBytes: Int64 = 8 << 20
    /// The time that an account is young: a week by default.
    var youngMilliseconds: Int64 = 7 * 86_400_000
    /// The number of parts that the room is divided into; young accounts together get one. Above 0, by default 4.
    var youngParts: Int64 = 4
}

/// Refuses what makes the database larger while there is little room, and keeps a reserve for what must be written even
/// then.
final class StorageGuard: Sendable {
    let limits: StorageLimits
    private let folder: String

    private static let reserveName = "reserve"

    init(folder: String, limits: StorageLimits) {
        self.folder = folder
        self.limits = limits
    }

    /// Bytes that the database's pages hold.
    static func usedBytes(_ database: Database) throws -> Int64 {
        let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        let count = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let free = try Int64.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
        return size * (count - free)
    }

    /// Bytes that an unprivileged program may still write to the folder's disk; `nil` if the system does not tell.
    var freeBytes: Int64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail)).multipliedReportingOverflow(by: Int64(status.f_frsize))
            .partialValue
    }

    /// - Throws: ``StoreError/full``.
    func checkGrowth(_ database: Database) throws {
        // What was kept back is not there to be used up by growth.
        let missing = max(0, limits.reserveBytes - size(of: reserve))
        let (floor, isTooMuch) = limits.freeBytes.addingReportingOverflow(missing)
        guard freeBytes.map({ $0 >= floor && !isTooMuch }) ?? true,
            try Self.usedBytes(database) < limits.totalBytes
        else { throw StoreError.full }
    }

    /// Tells whether the database may become larger.
    func hasRoom(_ database: Database) -> Bool { (try? checkGrowth(database)) != nil }

    /// Measures an account that has grown. If it is young, all young accounts together have to fit in their part: making
    /// accounts is free, and what they take is kept from the others.
    /// - Throws: ``StoreError/full``.
    func checkShare(of account: AccountID, at now: Int64, _ database: Database) throws {
        let (table, time) = (StorageTable(database: database), now - limits.youngMilliseconds)
        try table.recount(account)
        guard try table.isYoung(account, since: time) else { return }
        let left = freeBytes.map { max(0, $0 - limits.freeBytes) } ?? limits.totalBytes
        let (room, isMore) = try Self.usedBytes(database).addingReportingOverflow(left)
        let capacity = isMore ? limits.totalBytes : min(limits.totalBytes, room)
        guard try table.bytes(since: time) <= capacity / limits.youngParts else { throw StoreError.full }
    }

    /// Takes the reserve from the disk if it is not there and there is room for it. Blocks while the disk answers.
    func fillReserve() {
        guard limits.reserveBytes > 0, size(of: reserve) < limits.reserveBytes else { return }
        guard freeBytes.map({ $0 >= 2 * limits.reserveBytes }) ?? false else { return }
        let descriptor = open(reserve, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        #if canImport(Darwin)
            _ = ftruncate(descriptor, limits.reserveBytes)
        #else
            _ = posix_fallocate(descriptor, 0, Int(limits.reserveBytes))
        #endif
    }

    /// Gives the reserve to the database.
    /// - Returns: whether there was one.
    func releaseReserve() -> Bool { unlink(reserve) == 0 }

    private var reserve: String { "\(folder)/\(Self.reserveName)" }

    private func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
