// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Security

/// An error status of the keychain.
struct KeychainError: Error, Hashable, Sendable {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }
}

extension VaultError {
    /// Keeps the keychain's code, except that a missing item becomes `VaultError.missing`.
    init(_ refusal: KeychainError) {
        switch refusal.status {
        case errSecItemNotFound: self = .missing
        case errSecDuplicateItem: self = .exists
        case let code: self = .storage(.keyService, code: code)
        }
    }

    /// A Boolean value that indicates whether the error occurred only because the device is locked, or has not been
    /// unlocked since it started. The data still exists and can be read later. The value is never `true` for
    /// `VaultError.missing`.
    public var isDeviceLocked: Bool {
        self == .storage(.keyService, code: errSecInteractionNotAllowed)
            || self == .storage(.keyService, code: errSecNotAvailable)
    }
}
