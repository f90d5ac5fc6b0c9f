// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Security

/// What the keychain answered instead of doing it.
struct KeychainRefusal: Error, Hashable, Sendable {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }
}

extension VaultError {
    /// The keychain's code is kept; what is not there is `VaultError.missing`.
    init(_ refusal: KeychainRefusal) {
        switch refusal.status {
        case errSecItemNotFound: self = .missing
        case errSecDuplicateItem: self = .exists
        case let code: self = .storage(.keyService, code: code)
        }
    }

    /// Whether it is only that the device is locked, or has not been unlocked since it started: everything is still there,
    /// and can be read later. This is never `VaultError.missing`.
    public var isDeviceLocked: Bool {
        self == .storage(.keyService, code: errSecInteractionNotAllowed)
            || self == .storage(.keyService, code: errSecNotAvailable)
    }
}

extension KeychainItem {
    /// Does what blocks on a thread that may wait; Swift's own must not.
    static func off<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await withCheckedContinuation { waiter in
            threads.async {
                let result: Swift.Result<Result, Failure>
                do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Several at once: one call may wait for a person.
    private static let threads = DispatchQueue(label: "InkLock keychain", qos: .userInitiated, attributes: .concurrent)
}
