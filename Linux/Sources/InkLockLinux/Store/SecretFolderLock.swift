// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// An exclusive lock on a folder, held by one caller of one process at a time.
///
/// It is a `flock` on a file in the folder. The system releases it when the process ends.
struct SecretFolderLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Waits for the lock and acquires it.
    static func acquire(_ folder: String) async throws(VaultError) -> SecretFolderLock {
        SecretFolderLock(
            descriptor: try await BlockingWork.run { () throws(VaultError) in
                let descriptor = open(
                    folder + "/changes.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600 as mode_t)
                guard descriptor >= 0 else { throw .storage(.lock, code: errno) }
                while flock(descriptor, LOCK_EX) != 0 {
                    guard errno == EINTR else {
                        let code = errno
                        close(descriptor)
                        throw .storage(.lock, code: code)
                    }
                }
                return descriptor
            })
    }

    deinit { close(descriptor) }
}
