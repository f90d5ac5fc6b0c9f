// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow

/// The key of an app's data: 32 random bytes that an accepted attempt returns and that stay in memory until
/// ``erase()``.
///
/// With the key, a caller may change the vault's unlock methods.
public final class DataKey: @unchecked Sendable {
    /// The vault that the key belongs to.
    public let vault: VaultID
    /// The wrong attempts since the owner last opened the vault, for a message such as "4 wrong attempts since you were
    /// last here". There are none for the key of a new vault or for a renewed key.
    public let failedAttempts: FailedAttempts
    /// The user who opened the vault.
    let role: WrappedKey.Role
    let epoch: KeyEpoch

    private let lock = NSLock()
    private var key: SymmetricKey?

    init(
        _ wrapped: WrappedKey, of record: VaultRecord, failed: FailedAttempts = FailedAttempts(),
        epoch: KeyEpoch? = nil
    ) {
        key = wrapped.key
        role = wrapped.role
        vault = record.id
        failedAttempts = failed
        self.epoch = epoch ?? record.keyEpoch
        wrapped.key.withUnsafeBytes { SecretMemory.lock($0) }
    }

    /// The key, 256 bits; `nil` after ``erase()``. Copies live as long as the caller keeps them.
    public var symmetricKey: SymmetricKey? { lock.withLock { key } }

    /// Returns a 256-bit key for one purpose, derived by HKDF-SHA256 (RFC 5869) with `purpose` as info, so that no two
    /// purposes share a key. Returns `nil` after ``erase()``.
    public func key(for purpose: String) -> SymmetricKey? {
        symmetricKey.map {
            KeyDerivation.key($0, salt: vault.bytes, info: Array("InkLock app ".utf8) + Array(purpose.utf8))
        }
    }

    /// Erases the key. It is overwritten unless the caller keeps a copy.
    public func erase() { lock.withLock { key = nil } }
}

extension DataKey: CustomStringConvertible, CustomReflectable {
    /// The type's name. The key must not appear in logs.
    public var description: String { "DataKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DataKey {
    /// A Boolean value that indicates whether the vault's owner opened the vault, not the user of the duress passcode.
    package var belongsToOwner: Bool { role == .owner }

    /// The user who opened the vault, as attempts are counted: the owner, or the user of a duress passcode.
    var vaultRole: VaultRole { belongsToOwner ? .owner : .duress }

    /// Returns a Boolean value that indicates whether the same user opened the vault for both keys: its owner, or the
    /// user of a duress passcode.
    package func hasSameRole(as other: DataKey) -> Bool { role == other.role }

    /// Returns the key in the form that a slot of `record` seals.
    func wrapped(for record: VaultRecord) throws(VaultError) -> WrappedKey {
        guard let key = symmetricKey else { throw .keyErased }
        guard vault == record.id, epoch == record.keyEpoch else { throw .keyFromOtherVault }
        return WrappedKey(role: role, key: key)
    }
}
