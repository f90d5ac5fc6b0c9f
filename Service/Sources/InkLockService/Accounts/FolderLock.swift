// SPDX-License-Identifier: MIT
import Foundation

/// Keeps other servers, or other backups, out of a folder of accounts for as long as this value lives and the process
/// with it.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Parameter name: the file that is locked; by default a server's.
    /// - Throws: ``AccountServiceError/inUse(_:)``, ``AccountServiceError/refused(_:errorNumber:)``.
    init(folder: String, name: String = "serve.lock") throws(AccountServiceError) {
        let descriptor = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .refused("\(folder)/\(name)", errorNumber: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            throw number == EWOULDBLOCK ? .inUse(folder) : .refused(folder, errorNumber: number)
        }
        // Only now: an initializer that throws with all properties set runs `deinit` too, which would close again.
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
