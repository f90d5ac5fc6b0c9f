// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// A device key in a file beside the store, readable by its owner alone, for systems without a keychain. An attacker
/// who copies both files can guess the passcode on another machine.
public struct FileDeviceKey: DeviceKey {
    private let file: SecretFile

    /// Creates a device key.
    /// - Parameter path: The path of a file in an existing folder that is accessible to its owner alone; see
    ///   ``PrivateFolder``.
    public init(path: String) { file = SecretFile(path: path) }

    public func load() async throws(VaultError) -> SecretBytes {
        try await file.run { () throws(VaultError) in try read() }.copy
    }

    public func loadOrCreate() async throws(VaultError) -> SecretBytes {
        try await file.run { () throws(VaultError) in
            try StorageFile.locking(file.path + ".lock") { () throws(VaultError) in
                do throws(VaultError) { return try read() } catch .deviceKeyMissing { return try make() }
            }
        }.copy
    }

    public func remove() async throws(VaultError) { try await FileStorage(path: file.path).remove() }

    private func make() throws(VaultError) -> SharedSecretBytes {
        var random = SystemRandomNumberGenerator()
        let secret = SharedSecretBytes(random.secret(DeviceSecrets.byteCount))
        try secret.withBytes { bytes throws(VaultError) in
            try DurableFile(path: file.path).write(UnsafeRawBufferPointer(bytes))
        }
        return secret
    }

    private func read() throws(VaultError) -> SharedSecretBytes {
        let secret = try file.read(limit: DeviceSecrets.byteCount)
        guard secret.count == DeviceSecrets.byteCount else { throw .deviceKeyUnusable }
        // Zeros are what overwriting or a file system leaves of a key that is gone.
        guard secret.withBytes({ $0.contains { $0 != 0 } }) else { throw .deviceKeyMissing }
        return secret
    }
}
