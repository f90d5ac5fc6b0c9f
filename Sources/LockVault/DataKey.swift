// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow

/// What opens an app's data: 32 random bytes that an accepted attempt gives, until they are forgotten.
///
/// Its holder may change the vault's unlock methods.
public final class DataKey: @unchecked Sendable {
    /// The vault that it came from.
    public let vault: VaultID
    /// The wrong attempts since the owner was last let in, to be told to the owner: "4 wrong attempts since you were last
    /// here". None for a key of a vault that has just been made, and for one that was renewed.
    public let failedAttempts: FailedAttempts
    let opener: Opener
    let epoch: KeyEpoch

    private let lock = NSLock()
    private var key: SymmetricKey?

    init(
        _ key: SymmetricKey, of record: VaultRecord, opener: Opener, failed: FailedAttempts = FailedAttempts(),
        epoch: KeyEpoch? = nil
    ) {
        self.key = key
        vault = record.id
        failedAttempts = failed
        self.opener = opener
        self.epoch = epoch ?? record.keyEpoch
        key.withUnsafeBytes { SecretMemory.lock($0) }
    }

    /// The key itself, 256 bits; `nil` once it has been forgotten. Copies live as long as a caller keeps them.
    public var symmetricKey: SymmetricKey? { lock.withLock { key } }

    /// A key of 256 bits for one purpose of the app's, so that no two uses share one: HKDF-SHA256 (RFC 5869) with `purpose`
    /// as info. `nil` once the key has been forgotten.
    public func key(for purpose: String) -> SymmetricKey? {
        symmetricKey.map {
            KeyDerivation.key($0, salt: vault.bytes, info: Array("InkLock app ".utf8) + Array(purpose.utf8))
        }
    }

    /// Lets go of the key, which is overwritten unless a caller still keeps a copy.
    public func forget() { lock.withLock { key = nil } }
}

extension DataKey: CustomStringConvertible, CustomReflectable {
    /// Not the key: that would end up in logs.
    public var description: String { "DataKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Which vault: 16 random bytes, no secret.
public struct VaultID: Hashable, Sendable {
    /// All 16 of them.
    public let bytes: [UInt8]

    static let byteCount = 16

    /// - Returns: `nil` unless there are 16.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
