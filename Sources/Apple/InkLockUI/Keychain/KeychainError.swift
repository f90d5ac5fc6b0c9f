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

extension KeychainItem {
    /// Runs a blocking call outside Swift's cooperative threads, which must not block.
    static func runBlocking<Result: Sendable, Failure: Error>(
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

    /// The queue for blocking calls. It is concurrent, because a call may wait for the user.
    private static let threads = DispatchQueue(label: "InkLock keychain", qos: .userInitiated, attributes: .concurrent)
}
