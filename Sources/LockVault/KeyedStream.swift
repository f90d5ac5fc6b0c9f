// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// Numbers that look random and are always the same for a key and a name: HMAC-SHA256 of name and counter, eight bytes at a
/// time.
struct KeyedStream: RandomNumberGenerator, Sendable {
    private let key: SymmetricKey
    private let name: [UInt8]
    private var counter: UInt64 = 0

    init(key: SymmetricKey, name: [UInt8]) {
        self.key = key
        self.name = name
    }

    mutating func next() -> UInt64 {
        counter += 1
        var message = withUnsafeBytes(of: counter.littleEndian) { Array($0) }
        message += name
        return HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
