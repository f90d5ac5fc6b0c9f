// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// A deterministic random number generator: HMAC-SHA256 of a counter and a name under a key, four numbers for each
/// digest.
struct KeyedStream: RandomNumberGenerator, Sendable {
    private let key: SymmetricKey
    private let name: [UInt8]
    private var counter: UInt64 = 0
    private var rest: [UInt64] = []

    init(key: SymmetricKey, name: [UInt8]) {
        self.key = key
        self.name = name
    }

    mutating func next() -> UInt64 {
        if let number = rest.popLast() { return number }
        counter += 1
        let message = withUnsafeBytes(of: counter.littleEndian) { Array($0) } + name
        let block = Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        rest = (0..<4).map { word in block[8 * word..<8 * word + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        return rest.removeLast()
    }
}
