// SPDX-License-Identifier: MIT
import Foundation

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
    static func usedBytes(_ database: any StoreTransaction) throws -> Int64 {
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
    func checkGrowth(_ database: any StoreTransaction) throws {
        // What was kept back is not there to be used up by growth.
        let missing = max(0, limits.reserveBytes - size(of: reserve))
        let (floor, isTooMuch) = limits.freeBytes.addingReportingOverflow(missing)
        guard freeBytes.map({ $0 >= floor && !isTooMuch }) ?? true,
            try Self.usedBytes(database) < limits.totalBytes
        else { throw StoreError.full }
    }

    /// Tells whether the database may become larger.
    func hasRoom(_ database: any StoreTransaction) -> Bool { (try? checkGrowth(database)) != nil }

    /// Measures an account that has grown. If it is young, all young accounts together have to fit in their part: making
    /// accounts is free, and what they take is kept from the others.
    /// - Throws: ``StoreError/full``.
    func checkShare(of account: AccountID, at now: Int64, _ database: any StoreTransaction) throws {
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
