// SPDX-License-Identifier: MIT
import LockVault
import Passcode

/// The secrets that a chip seals for a folder: the device key, and the number and the password of its counter.
///
/// They are sealed together, so that files without the chip cannot bring another counter beside the same key.
struct ChipSecrets: Sendable {
    /// The numbers that the TCG leaves to the owner's programs, in the upper half.
    private static let handles: ClosedRange<UInt32> = 0x01A0_0000...0x01BF_FFFF
    private static let keyCount = 32
    private static let passwordCount = 32

    let key: SharedSecretBytes
    let handle: UInt32
    let password: [UInt8]

    /// Creates new ones.
    init() {
        var random = SystemRandomNumberGenerator()
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: .min ... .max, using: &random) } }
        key = SharedSecretBytes(SecretBytes(bytes(Self.keyCount)))
        handle = .random(in: Self.handles, using: &random)
        password = bytes(Self.passwordCount)
    }

    /// Reads unsealed ones; `nil` for any other bytes.
    init?(_ unsealed: SharedSecretBytes) {
        guard unsealed.count == Self.keyCount + 4 + Self.passwordCount else { return nil }
        (key, handle, password) = unsealed.withBytes { bytes in
            let rest = bytes.dropFirst(Self.keyCount)
            return (
                SharedSecretBytes(SecretBytes(bytes.prefix(Self.keyCount))),
                rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) },
                Array(rest.dropFirst(4))
            )
        }
        guard Self.handles.contains(handle) else { return nil }
    }

    /// The bytes to seal.
    var bytes: SharedSecretBytes {
        key.withBytes { key in
            let count = key.count + 4 + password.count
            return SharedSecretBytes(
                SecretBytes(capacity: count) { bytes in
                    bytes.copyBytes(from: key)
                    for place in 0..<4 {
                        bytes[key.count + place] = UInt8(truncatingIfNeeded: handle >> (24 - 8 * place))
                    }
                    UnsafeMutableRawBufferPointer(rebasing: bytes[(key.count + 4)...]).copyBytes(from: password)
                })
        }
    }
}
