// SPDX-License-Identifier: MIT

/// An identifier of 16 random bytes, not secret. The type parameter keeps identifiers of different things apart.
public struct RandomID<Subject>: Hashable, Sendable {
    /// The 16 bytes of the identifier.
    public let bytes: [UInt8]

    static var byteCount: Int { 16 }

    /// Creates an identifier. Returns `nil` unless there are 16 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}

/// The identifier of one of a vault's data keys: 8 random bytes that are not secret. Renewing the data key changes it,
/// so an earlier data key can no longer change the vault.
struct KeyEpoch: Hashable, Sendable {
    let bytes: [UInt8]

    static let byteCount = 8

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
