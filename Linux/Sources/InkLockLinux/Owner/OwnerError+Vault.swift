// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockVault

extension OwnerError {
    /// Creates an error from an error of the files that secrets are in.
    init(_ error: VaultError) {
        switch error {
        case .missing: self = .absent
        case .exists: self = .exists
        case .cancelled: self = .cancelled
        case .deviceKeyMissing: self = .invalidated(.deviceKeyRemoved)
        case .deviceKeyUnusable: self = .system(code: EKEYREJECTED)
        case .insecurePermissions: self = .system(code: EACCES)
        case .damaged: self = .system(code: EBADMSG)
        case .conflict, .busy: self = .system(code: EAGAIN)
        case .storage(_, let code): self = .system(code: code)
        default: self = .system(code: EIO)
        }
    }

    /// Calls `body` and converts its error.
    static func from<Result>(
        _ body: () async throws(VaultError) -> Result
    ) async throws(OwnerError) -> Result {
        do throws(VaultError) { return try await body() } catch { throw OwnerError(error) }
    }
}
