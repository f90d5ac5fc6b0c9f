// SPDX-License-Identifier: MIT

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
    /// The shortest time for which a server that shares its database goes by what all accounts took, and by what it
    /// has added itself: 5 s by default.
    var measuringInterval = Duration.seconds(5)
    /// A server measures for at most one part in this many of its time, however many accounts there are.
    var measuringShare = 100
}
