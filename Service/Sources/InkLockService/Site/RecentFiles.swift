// SPDX-License-Identifier: MIT
import Foundation

/// A cache of the files that paths named within the last half second, which limits file system accesses of a busy site.
final class RecentFiles: @unchecked Sendable {
    /// The lifetime of an entry. A file that is changed, removed or made private is served unchanged for this time, and
    /// for that of ``KeptAnswers``.
    static let age = Duration.milliseconds(500)
    /// The maximum number of paths. A file has several if there are links.
    static let limit = 1024

    private let lock = NSLock()
    /// The files by the bytes of their paths, because equal Unicode text may name different files.
    private var found: [[UInt8]: (file: SiteFile, time: ContinuousClock.Instant)] = [:]

    subscript(path: SitePath) -> SiteFile? {
        guard let (file, time) = lock.withLock({ found[path.bytes] }), ContinuousClock.now - time < Self.age else {
            return nil
        }
        return file
    }

    /// Stores the file of a path.
    /// - Parameter time: The time before the file system was accessed.
    func remember(_ file: SiteFile, at path: SitePath, since time: ContinuousClock.Instant) {
        lock.withLock {
            // Accesses to a slow disk may end out of order.
            if let known = found[path.bytes], known.time > time { return }
            if found.count >= Self.limit { found.removeAll(keepingCapacity: true) }
            found[path.bytes] = (file, time)
        }
    }
}
