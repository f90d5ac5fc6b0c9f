// SPDX-License-Identifier: MIT

/// Any generator as one type.
struct RandomSource: RandomNumberGenerator, Sendable {
    private var base: any RandomNumberGenerator & Sendable

    init(_ base: any RandomNumberGenerator & Sendable) { self.base = base }

    mutating func next() -> UInt64 { base.next() }
}

extension RandomNumberGenerator {
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            withUnsafeBytes(of: next().littleEndian) { bytes += $0.prefix(count - bytes.count) }
        }
        return bytes
    }
}
