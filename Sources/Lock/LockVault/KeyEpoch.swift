// SPDX-License-Identifier: MIT

/// The identifier of one of a vault's data keys: 8 random bytes, no secret. It changes when the data key is renewed, so
/// that a key from before changes nothing.
struct KeyEpoch: Hashable, Sendable {
    let bytes: [UInt8]

    static let byteCount = 8

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
