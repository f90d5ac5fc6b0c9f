// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode

/// The contents of a slot: a data key and the role that it opens the vault in.
struct WrappedKey: Sendable {
    /// The user for whom a slot has a key. The number is stored.
    ///
    /// The user of a duress passcode can set another one, which opens a vault inside the empty one. A greater number is
    /// further inside.
    struct Role: Hashable, Sendable {
        let number: UInt8

        static let owner = Role(number: 0)
        static let duress = Role(number: 1)
        /// No user: the record of an account that does not exist.
        static let none = Role(number: 2)

        /// The number of duress passcodes from the owner to this user.
        var depth: UInt8 { number > Self.none.number ? number - 1 : number }

        /// The user of the duress passcode that this user sets; `nil` at a depth of 254.
        var inner: Role? {
            guard number < .max else { return nil }
            return Role(number: number == Self.duress.number ? 3 : number + 1)
        }

        /// Returns a Boolean value that indicates whether this user's vault is inside that of another one.
        func isInside(_ outer: Role) -> Bool { number > outer.number }
    }

    let role: Role
    let key: SymmetricKey

    static let byteCount = 33
    /// The number of bytes of a sealed key.
    static let sealedByteCount = byteCount + Seal.overhead

    func sealed(
        under key: SymmetricKey, context: [UInt8], followedBy more: [UInt8] = [],
        random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let plain = SecretBytes(capacity: Self.byteCount + more.count) { plain in
            plain[0] = role.number
            self.key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: plain[1..<33]).copyMemory(from: $0) }
            if !more.isEmpty { UnsafeMutableRawBufferPointer(rebasing: plain[33...]).copyBytes(from: more) }
        }
        return plain.withBytes { Seal.seal(UnsafeRawBufferPointer($0), under: key, context: context, random: &random) }
    }

    /// Opens a sealed key.
    /// - Returns: The key and the bytes that follow it; `nil` if `sealed` was not sealed under this key and context.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> (WrappedKey, [UInt8])? {
        Seal.withOpened(sealed, under: key, context: context) { plain in
            guard plain.count >= byteCount else { return nil }
            let key = SymmetricKey(data: UnsafeRawBufferPointer(rebasing: plain[1..<33]))
            return (WrappedKey(role: Role(number: plain[0]), key: key), Array(plain[33...]))
        }
    }
}

extension VaultRole {
    init?(_ role: WrappedKey.Role) {
        guard role != .none else { return nil }
        self = role == .owner ? .owner : .duress
    }
}
