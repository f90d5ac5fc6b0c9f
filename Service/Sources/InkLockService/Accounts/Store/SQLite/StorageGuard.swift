// SPDX-License-Identifier: MIT
import Foundation

/// A guard that refuses growth of the database when disk space is short, and keeps a reserve for essential writes.
final class StorageGuard: Sendable {
    let limits: StorageLimits
    private let folder: String

    private static let reserveName = "reserve"

    init(folder: String, limits: StorageLimits) {
        self.folder = folder
        self.limits = limits
    }

    /// The number of bytes in the database's pages.
    static func usedBytes(_ database: any StoreTransaction) throws -> Int64 {
        let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        let count = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let free = try Int64.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
        return size * (count - free)
    }

    /// The bytes that an unprivileged program can still write to the folder's disk; `nil` if unknown.
    var freeBytes: Int64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail)).multipliedReportingOverflow(by: Int64(status.f_frsize))
            .partialValue
    }

    /// A Boolean value that indicates whether the folder's disk has less free space than the limits ask for.
    var isDiskShort: Bool {
        // The reserve does not count as free space.
        let missing = max(0, limits.reserveBytes - size(of: reserve))
        let (floor, isTooMuch) = limits.freeBytes.addingReportingOverflow(missing)
        return freeBytes.map { $0 < floor || isTooMuch } ?? false
    }

    /// Checks that the database may grow.
    /// - Throws: ``StoreError/full``.
    func checkGrowth(_ database: any StoreTransaction) throws {
        guard !isDiskShort, try Self.usedBytes(database) < limits.totalBytes else { throw StoreError.full }
    }

    /// Returns a Boolean value that indicates whether the database may grow.
    func hasRoom(_ database: any StoreTransaction) -> Bool { (try? checkGrowth(database)) != nil }

    /// Measures an account after it has grown. All young accounts together must fit in their share of the space,
    /// because creating accounts is free.
    /// - Throws: ``StoreError/full``.
    func checkShare(of account: AccountID, at now: Int64, _ database: any StoreTransaction) throws {
        let (table, times) = (StorageTable(database: database), limits.youngTimes(at: now))
        try table.recount(account)
        guard try table.contains(account, createdIn: times) else { return }
        let left = freeBytes.map { max(0, $0 - limits.freeBytes) } ?? limits.totalBytes
        let (room, isMore) = try Self.usedBytes(database).addingReportingOverflow(left)
        let capacity = isMore ? limits.totalBytes : min(limits.totalBytes, room)
        guard try table.bytes(createdIn: times) <= capacity / limits.youngParts else { throw StoreError.full }
    }

    /// Creates the reserve file if it is missing and there is space for it. The call blocks.
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

    /// Removes the reserve file, so that the database can use its space.
    /// - Returns: A Boolean value that indicates whether there was a reserve.
    func releaseReserve() -> Bool { unlink(reserve) == 0 }

    private var reserve: String { "\(folder)/\(Self.reserveName)" }

    private func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
