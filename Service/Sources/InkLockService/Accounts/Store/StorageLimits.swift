// SPDX-License-Identifier: MIT

/// The limits of the disk space that the accounts may take.
struct StorageLimits: Hashable, Sendable {
    /// The maximum size of the database in bytes, without free pages. The default is 4 GiB.
    var totalBytes: Int64 = 4 << 30
    /// The free bytes on the disk that new accounts, notes and unlock methods require. The default is 64 MiB.
    var freeBytes: Int64 = 64 << 20
    /// The reserve in bytes for ledgers, sign-ins and removals if another program fills the disk. The default is 8 MiB.
    var reserveBytes: Int64 = 8 << 20
    /// The age up to which an account is young. The default is a week.
    var youngMilliseconds: Int64 = 7 * 86_400_000
    /// The divisor of the space that all young accounts share, above 0. The default is 4: a quarter of the space.
    var youngParts: Int64 = 4
    /// The minimum interval between two measurements of a shared database. Between them, a server adds its own changes
    /// to the last result. The default is 5 s.
    var measuringInterval = Duration.seconds(5)
    /// The divisor of a server's time for measurements: it measures for at most this fraction of its time.
    var measuringShare = 100

    /// Returns the times of creation of the accounts that are young. They end as long after now as they begin before
    /// it: an account that was created while the clock was ahead is not young until the clock gets there.
    /// - Parameter now: The time in milliseconds since 1970.
    func youngTimes(at now: Int64) -> Range<Int64> { now - youngMilliseconds + 1..<now + youngMilliseconds }
}
