// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// The files that this process has opened for reading, which no command overwrites.
enum FilesRead {
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
        /// The time of the last change in seconds and nanoseconds. A later file may have the number of a removed one.
        let changed: [Int]

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
            #if os(Linux)
                changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            #else
                changed = [status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec]
            #endif
        }
    }

    private static let identities = Mutex<Set<Identity>>([])

    /// Adds the file of a descriptor. Devices, pipes and folders are left out: they may be read and written.
    static func insert(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let identity = Identity(status)
        identities.withLock { _ = $0.insert(identity) }
    }

    /// Returns whether a path leads to a file that was read, even by another name.
    static func contains(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let identity = Identity(status)
        return identities.withLock { $0.contains(identity) }
    }
}
