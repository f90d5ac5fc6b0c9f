// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow

/// What a slot seals: whose key, and the key.
struct WrappedKey {
    /// Whose key a slot holds.
    enum Holder: UInt8 {
        case owner = 0
        case duress = 1
        /// Nobody's: in the record of an account that does not exist.
        case nobody = 2
    }

    let holder: Holder
    let key: SymmetricKey

    static let byteCount = 33
    /// As many as a slot that holds one takes.
    static let sealedByteCount = byteCount + Seal.overhead

    func sealed(
        under key: SymmetricKey, context: [UInt8], followedBy more: [UInt8] = [],
        random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var plain = self.key.withUnsafeBytes { Data([holder.rawValue]) + $0 + more }
        defer { plain.resetBytes(in: plain.indices) }
        return Seal.seal(plain, under: key, context: context, random: &random)
    }

    /// - Returns: the key and what followed it; `nil` if these bytes were not sealed under this key as this.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> (WrappedKey, [UInt8])? {
        guard var plain = Seal.open(sealed, under: key, context: context) else { return nil }
        defer { plain.resetBytes(in: plain.indices) }
        guard plain.count >= byteCount, let holder = Holder(rawValue: plain[plain.startIndex]) else { return nil }
        let body = plain.dropFirst()
        return (WrappedKey(holder: holder, key: SymmetricKey(data: body.prefix(32))), Array(body.dropFirst(32)))
    }
}
