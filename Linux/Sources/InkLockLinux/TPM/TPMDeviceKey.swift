// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode

/// A device key that is sealed by a chip. The sealed form is a file, which only this chip can open.
///
/// A copy of the file is useless on another machine, and the file itself is useless once the chip was cleared.
public struct TPMDeviceKey: DeviceKey {
    private let file: FileStorage
    private let tpm: TPM

    /// Creates a device key.
    /// - Parameters:
    ///   - path: The path of the file in an existing folder that is accessible to its owner alone.
    ///   - tpm: The chip.
    public init(path: String, tpm: TPM) {
        file = FileStorage(path: path)
        self.tpm = tpm
    }

    /// Returns the key.
    /// - Throws: `VaultError.deviceKeyMissing` if there is no file, if a different chip sealed it, or if the chip was
    ///   cleared; `VaultError.storage(_:code:)` with `ENODEV` if the chip cannot be reached.
    public func load() async throws(VaultError) -> SecretBytes { try await secrets().key.copy }

    public func loadOrCreate() async throws(VaultError) -> SecretBytes {
        for _ in 0..<3 {
            let stored = try await stored()
            if let stored {
                do throws(VaultError) { return try await open(stored.bytes).key.copy } catch .deviceKeyMissing {}
            }
            let new = ChipSecrets()
            let sealed: [UInt8]
            do throws(TPMError) {
                sealed = try await tpm.use { session throws(TPMError) in try session.seal(new.bytes) }
            } catch {
                throw error.vaultError
            }
            do throws(VaultError) {
                let version = StoredBytes.nextVersion(after: stored?.version)
                try await file.save(StoredBytes(version: version, bytes: sealed), replacing: stored?.version)
                return new.key.copy
            } catch .conflict, .exists {
                // Another process has made one. All use the same.
            }
        }
        throw .conflict
    }

    /// Removes the key, and its counter from the chip, which has room for only a few. If the chip cannot be reached,
    /// the counter stays there unused.
    public func remove() async throws(VaultError) {
        if let secrets = try? await secrets() {
            _ = try? await tpm.use { session throws(TPMError) in
                try session.removeCounter(secrets.handle, secrets.password)
            }
        }
        try await file.remove()
    }

    /// Returns the key and the other secrets that are sealed with it.
    /// - Throws: The errors of ``load()``.
    func secrets() async throws(VaultError) -> ChipSecrets {
        guard let stored = try await stored() else { throw .deviceKeyMissing }
        return try await open(stored.bytes)
    }

    private func stored() async throws(VaultError) -> StoredBytes? {
        do throws(VaultError) { return try await file.load() } catch {
            switch error {
            case .missing: return nil
            case .damaged, .insecurePermissions: throw .deviceKeyUnusable
            default: throw error
            }
        }
    }

    private func open(_ sealed: [UInt8]) async throws(VaultError) -> ChipSecrets {
        let bytes: SharedSecretBytes
        do throws(TPMError) {
            bytes = try await tpm.use { session throws(TPMError) in try session.unseal(sealed) }
        } catch {
            throw error.isForeign ? .deviceKeyMissing : error.vaultError
        }
        guard let secrets = ChipSecrets(bytes) else { throw .deviceKeyUnusable }
        return secrets
    }
}
