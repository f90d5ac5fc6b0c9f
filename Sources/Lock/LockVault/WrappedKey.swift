// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode

/// The contents of a slot: a data key and the role that it opens the vault in.
struct WrappedKey: Sendable {
    /// The user for whom a slot has a key.
    enum Role: UInt8, Sendable {
        case owner = 0
        case duress = 1
        /// No user: the record of an account that does not exist.
        case none = 2
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
            plain[0] = role.rawValue
            self.key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: plain[1..<33]).copyMemory(from: $0) }
            if !more.isEmpty { UnsafeMutableRawBufferPointer(rebasing: plain[33...]).copyBytes(from: more) }
        }
        return plain.withBytes { Seal.seal(UnsafeRawBufferPointer($0), under: key, context: context, random: &random) }
    }

    /// Opens a sealed key.
    /// - Returns: The key and the bytes that follow it; `nil` if `sealed` was not sealed under this key and context.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, context: [UInt8]) -> (WrappedKey, [UInt8])? {
        Seal.withOpened(sealed, under: key, context: context) { plain in
            guard plain.count >= byteCount, let role = Role(rawValue: plain[0]) else { return nil }
            let key = SymmetricKey(data: UnsafeRawBufferPointer(rebasing: plain[1..<33]))
            return (WrappedKey(role: role, key: key), Array(plain[33...]))
        }
    }
}

extension VaultRole {
    init?(_ role: WrappedKey.Role) {
        switch role {
        case .owner: self = .owner
        case .duress: self = .duress
        case .none: return nil
        }
    }
}
