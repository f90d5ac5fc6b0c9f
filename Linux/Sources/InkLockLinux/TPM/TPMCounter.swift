// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// A counter in a chip for a vault's ledger: an NV index that only rises.
///
/// The file of the device key contains the number of the index, sealed by the chip, so that an attacker without the
/// chip cannot replace it. If an index is removed and defined again, the chip does not start it below its last number.
/// An older ledger is then out of date: the vault refuses guesses, and the recovery code opens it.
public struct TPMCounter: MonotonicCounter {
    private let key: TPMDeviceKey
    private let tpm: TPM
    private let folder: String

    /// Creates a counter.
    /// - Parameters:
    ///   - path: The path of the file of the ``TPMDeviceKey`` that the counter belongs to.
    ///   - tpm: The chip.
    public init(besideKey path: String, tpm: TPM) {
        key = TPMDeviceKey(path: path, tpm: tpm)
        folder = PrivateFolder.parent(of: path)
        self.tpm = tpm
    }

    /// Returns the number; 0 if there is no key, because no attempt is possible without it.
    /// - Throws: `VaultError.storage(_:code:)` with `EEXIST` if another program has taken the index.
    public func value() async throws(VaultError) -> UInt64 {
        let secrets: ChipSecrets
        do throws(VaultError) { secrets = try await key.secrets() } catch .deviceKeyMissing { return 0 }
        let turn = try await SecretFolderLock.acquire(folder)
        let value = try await value(secrets)
        _ = consume turn
        return value
    }

    public func advance(to least: UInt64) async throws(VaultError) {
        let secrets = try await key.secrets()
        let turn = try await SecretFolderLock.acquire(folder)
        if try await value(secrets) < least {
            try await use { session throws(TPMError) in
                try session.raise(secrets.handle, secrets.password, to: least)
            }
        }
        _ = consume turn
    }

    /// Returns the number of the index, which is defined if there is none.
    private func value(_ secrets: ChipSecrets) async throws(VaultError) -> UInt64 {
        let index = try await use { session throws(TPMError) in
            let found = try session.counter(secrets.handle, secrets.password)
            guard case .absent = found else { return found }
            try session.defineCounter(secrets.handle, secrets.password)
            return try session.counter(secrets.handle, secrets.password)
        }
        guard case .counter(let value) = index else { throw .storage(.keyService, code: EEXIST) }
        return value
    }

    private func use<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing TPMSession) throws(TPMError) -> Result
    ) async throws(VaultError) -> Result {
        do throws(TPMError) { return try await tpm.use(body) } catch { throw error.vaultError }
    }
}
