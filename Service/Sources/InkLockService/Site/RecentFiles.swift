// SPDX-License-Identifier: MIT
import Foundation

/// The files that paths named within the last second, so that a busy site asks the disk once a second for each.
final class RecentFiles: @unchecked Sendable {
    /// The time until the disk is asked again. A file that is changed, removed or closed to other users is served as it was
    /// for this long.
    static let age = Duration.seconds(1)
    /// The maximum number of paths. Links give a file more than one.
    static let limit = 1024

    private let lock = NSLock()
    /// Files by the bytes of their paths: two spellings of one text are two names.
    private var found: [[UInt8]: (file: SiteFile, time: ContinuousClock.Instant)] = [:]

    subscript(path: SitePath) -> SiteFile? {
        guard let (file, time) = lock.withLock({ found[path.bytes] }), ContinuousClock.now - time < Self.age else {
            return nil
        }
        return file
    }

    /// Remembers the file that a path named at a time before the disk was asked.
    func remember(_ file: SiteFile, at path: SitePath, since time: ContinuousClock.Instant) {
        lock.withLock {
            // Looks at a slow disk may end out of order.
            if let known = found[path.bytes], known.time > time { return }
            if found.count >= Self.limit { found.removeAll(keepingCapacity: true) }
            found[path.bytes] = (file, time)
        }
    }
}
