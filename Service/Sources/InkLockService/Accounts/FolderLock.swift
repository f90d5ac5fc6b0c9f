// SPDX-License-Identifier: MIT
import Foundation

/// An exclusive lock on a folder of accounts, held until the value is deinitialised or the process ends. It excludes
/// other servers or other backups.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Parameter name: The name of the locked file. The default is the servers' file.
    /// - Throws: ``AccountServiceError/inUse(_:)``, ``AccountServiceError/refused(_:errorNumber:)``.
    init(folder: String, name: String = "serve.lock") throws(AccountServiceError) {
        let descriptor = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .refused("\(folder)/\(name)", errorNumber: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            throw number == EWOULDBLOCK ? .inUse(folder) : .refused(folder, errorNumber: number)
        }
        // Set last: if an initialiser throws with all properties set, `deinit` runs too and would close it again.
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
