// SPDX-License-Identifier: MIT
import Crypto
import Passcode

/// A type-erased random number generator.
struct RandomSource: RandomNumberGenerator, Sendable {
    private var base: any RandomNumberGenerator & Sendable

    init(_ base: any RandomNumberGenerator & Sendable) { self.base = base }

    mutating func next() -> UInt64 { base.next() }
}

extension RandomNumberGenerator {
    /// Returns random bytes without leaving a copy of them.
    mutating func secret(_ count: Int) -> SecretBytes {
        SecretBytes(capacity: count) { bytes in
            for offset in stride(from: 0, to: count, by: 8) {
                var number = next().littleEndian
                withUnsafeMutableBytes(of: &number) { drawn in
                    let part = min(8, count - offset)
                    UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + part])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: drawn[..<part]))
                    SecretMemory.overwrite(drawn)
                }
            }
        }
    }

    /// Returns a random key of 256 bits.
    mutating func key() -> SymmetricKey { secret(32).withBytes { SymmetricKey(data: $0) } }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            withUnsafeBytes(of: next().littleEndian) { bytes += $0.prefix(count - bytes.count) }
        }
        return bytes
    }
}
