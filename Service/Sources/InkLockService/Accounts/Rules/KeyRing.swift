// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode

/// The contents of the file of the device key: one key, or several of which only the newest seals, and the keys of
/// digests. docs/SPEC.md describes the bytes.
struct KeyRing: Sendable {
    /// The keys of digests that cannot be made again. They come from the first device key and stay when it is replaced,
    /// because they open nothing.
    struct DigestKeys: Sendable {
        /// The key of the digests of names that unknown devices tried.
        let names: SymmetricKey
        /// The key of the digests of drawings.
        let drawings: SymmetricKey
        /// The key of the digests of repeated requests.
        let operations: SymmetricKey
        /// The key of the digests of clients under rate limits.
        let limits: SymmetricKey

        fileprivate var all: [SymmetricKey] { [names, drawings, operations, limits] }
        fileprivate static let count = 4
    }

    /// The device keys, the newest one first.
    let keys: [MemoryDeviceKey]
    let digests: DigestKeys

    /// The maximum number of device keys. Each replacement adds one, and finishing the replacement removes the others.
    static let limit = 8
    /// The maximum number of bytes of the file.
    static let byteLimit = headByteCount + keyByteCount * (limit + DigestKeys.count)
    static let keyByteCount = 32
    private static let magic = Array("INKK".utf8) + [1]
    private static let headByteCount = magic.count + 1

    /// Creates a ring of one key.
    init(_ key: MemoryDeviceKey) {
        keys = [key]
        digests = DigestKeys(
            names: Self.derived(key, "names"), drawings: Self.derived(key, "drawings"),
            operations: Self.derived(key, "operations"), limits: Self.derived(key, "limits"))
    }

    private init(_ keys: [MemoryDeviceKey], _ digests: DigestKeys) {
        self.keys = keys
        self.digests = digests
    }

    /// Reads the contents of the file.
    /// - Throws: `VaultError.deviceKeyUnusable` if they are not a ring.
    init(_ secret: SharedSecretBytes) throws(VaultError) {
        guard secret.count != Self.keyByteCount else {
            self.init(MemoryDeviceKey(secret.copy))
            return
        }
        let parsed = secret.withBytes { Self.parsed($0) }
        guard let parsed else { throw .deviceKeyUnusable }
        self = parsed
    }

    private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> KeyRing? {
        guard bytes.count > headByteCount, bytes.starts(with: magic) else { return nil }
        let count = Int(bytes[magic.count])
        guard 1...limit ~= count, bytes.count == headByteCount + keyByteCount * (count + DigestKeys.count) else {
            return nil
        }
        func part(_ index: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
            bytes[(headByteCount + index * keyByteCount)..<(headByteCount + (index + 1) * keyByteCount)]
        }
        func digestKey(_ index: Int) -> SymmetricKey {
            SymmetricKey(data: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part(count + index))))
        }
        return KeyRing(
            (0..<count).map { MemoryDeviceKey(SecretBytes(part($0))) },
            DigestKeys(
                names: digestKey(0), drawings: digestKey(1), operations: digestKey(2), limits: digestKey(3)))
    }

    /// The contents of the file for several keys, or for one key that has replaced another.
    var encoded: SharedSecretBytes {
        let size = Self.headByteCount + Self.keyByteCount * (keys.count + DigestKeys.count)
        return SharedSecretBytes(
            SecretBytes(capacity: size) { bytes in
                bytes.copyBytes(from: Self.magic + [UInt8(keys.count)])
                var offset = Self.headByteCount
                func append(_ part: UnsafeRawBufferPointer) {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + part.count]).copyMemory(from: part)
                    offset += part.count
                }
                for key in keys { key.load().withBytes { append(UnsafeRawBufferPointer($0)) } }
                for key in digests.all { key.withUnsafeBytes { append($0) } }
            })
    }

    /// Returns a ring with a new random key in front of the others.
    func withNewKey() -> KeyRing {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { MemoryDeviceKey(SecretBytes($0)) }
        return KeyRing([key] + keys, digests)
    }

    /// Returns a ring without the keys after a position.
    func upTo(_ position: Int) -> KeyRing { KeyRing(Array(keys[...position]), digests) }

    /// Reads the file.
    /// - Throws: `VaultError.deviceKeyMissing`, `VaultError.deviceKeyUnusable`.
    static func load(_ path: String) async throws(VaultError) -> KeyRing {
        try KeyRing(try await SecretFile(path: path).load(limit: byteLimit))
    }

    /// Derives a key for a purpose from a device key.
    static func derived(_ key: MemoryDeviceKey, _ purpose: String) -> SymmetricKey {
        key.load().withBytes {
            KeyDerivation.key(
                UnsafeRawBufferPointer($0), salt: [], info: Array("InkLock service 1 \(purpose)".utf8))
        }
    }
}

extension KeyRing: CustomStringConvertible, CustomReflectable {
    /// Omits the keys, which would otherwise appear in logs.
    var description: String { "KeyRing" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
