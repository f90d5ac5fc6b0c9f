// SPDX-License-Identifier: MIT

/// The identifier of one of a vault's data keys: 8 random bytes that are not secret. Renewing the data key changes it,
/// so an earlier data key can no longer change the vault.
struct KeyEpoch: Hashable, Sendable {
    let bytes: [UInt8]

    static let byteCount = 8

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
