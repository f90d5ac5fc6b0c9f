// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// A device key in a file beside the store, readable by its owner alone, for systems without a keychain. An attacker
/// who copies both files can guess at the vault on another machine.
public struct FileDeviceKey: DeviceKey {
    private let path: String

    /// Creates a device key.
    /// - Parameter path: The path of a file in an existing folder that is accessible to its owner alone; see
    ///   ``PrivateFolder``.
    public init(path: String) { self.path = path }

    public func load() async throws(VaultError) -> SecretBytes {
        try await secret { () throws(VaultError) in try read() }
    }

    public func loadOrMake() async throws(VaultError) -> SecretBytes {
        try await secret { () throws(VaultError) in
            try OpenFile.locking(path + ".lock") { () throws(VaultError) in
                do throws(VaultError) { return try read() } catch .deviceKeyMissing { return try make() }
            }
        }
    }

    private func secret(
        _ body: @escaping @Sendable () throws(VaultError) -> KeptSecret
    ) async throws(VaultError) -> SecretBytes {
        try await FileStorage.threads.run { () throws(VaultError) in
            do throws(VaultError) { try PrivateFolder.check(around: path) } catch .exposed { throw .deviceKeyUnusable }
            return try body()
        }.copy
    }

    private func make() throws(VaultError) -> KeptSecret {
        var random = SystemRandomNumberGenerator()
        let secret = KeptSecret(random.secret(DeviceSecrets.byteCount))
        try secret.withBytes { bytes throws(VaultError) in
            try DurableFile(path: path).write(UnsafeRawBufferPointer(bytes))
        }
        return secret
    }

    private func read() throws(VaultError) -> KeptSecret {
        do throws(VaultError) {
            let bytes = try OpenFile.reading(path).readSecret(limit: DeviceSecrets.byteCount)
            guard bytes.count == DeviceSecrets.byteCount else { throw .deviceKeyUnusable }
            return KeptSecret(bytes)
        } catch {
            switch error {
            case .missing: throw .deviceKeyMissing
            case .damaged, .exposed: throw .deviceKeyUnusable
            default: throw error
            }
        }
    }
}
