// SPDX-License-Identifier: MIT
import Foundation
import LockVault

@testable import InkLockService

extension AccountBench {
    /// The file of the device keys.
    func keyFile() async throws -> String { Self.server == nil ? "\(data)/device.key" : try await key() }

    func keys() async throws -> KeyRing { try await KeyRing.load(try await keyFile()) }

    /// Reads the file of the keys and the accounts again, as each command does.
    func rotation() async throws -> KeyRotation { KeyRotation(try await operatorAccounts()) }

    /// Adds a key and lets the servers use it. A server that runs goes on with what it has read.
    func rotateKey() async throws {
        try await rotation().addKey()
        if Self.server != nil { try await rotation().useNewestKey() }
    }

    /// Removes the earlier keys if no account depends on them.
    /// - Returns: The number of accounts that do.
    @discardableResult
    func finishRotation(removingPasscodes: Bool = false) async throws -> Int {
        let rotation = try await rotation()
        let left = try await rotation.moveAccounts(removingPasscodes: removingPasscodes).left
        if left == 0 { try await rotation.removeEarlierKeys() }
        return left
    }

    /// The number of accounts that depend on an earlier key.
    func dependents() async throws -> Int { try await rotation().count().onEarlierKeys }

    /// Reads and writes the accounts' tables beside the service.
    func tables<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await operatorAccounts().write(body)
    }
}

/// The cookies and the recovery code of a browser that outlives its service.
struct KeptBrowser: Sendable {
    let cookies: [String: String]
    let recoveryCode: String?

    init(_ browser: Browser) { (cookies, recoveryCode) = (browser.cookies, browser.recoveryCode) }

    /// Returns the browser at another service.
    func again(_ browser: Browser) -> Browser {
        browser.cookies = cookies
        return browser
    }
}
