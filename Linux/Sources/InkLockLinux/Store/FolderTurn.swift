// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The right to change the files of a folder, which one caller of one process has at a time.
///
/// It is a lock of the system on a file. The system releases it when the process ends.
struct FolderTurn: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Waits until no other caller has the turn.
    static func take(_ folder: String) async throws(VaultError) -> FolderTurn {
        FolderTurn(
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
