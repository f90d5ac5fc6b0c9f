// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode
import Testing

@testable import InkLockService

@Suite struct ServiceSecretsTests {
    /// Stored rows were made with these keys, so another derivation would open nothing.
    @Test("Key derivation matches standard HKDF", arguments: [0, 13, 64, 200])
    func derivationIsThatOfTheStandard(saltCount: Int) {
        for info in ["", "InkLock service 1 names", String(repeating: "x", count: 100)] {
            let input = (0..<32).map { UInt8($0 * 7) }
            let salt = (0..<saltCount).map { UInt8(truncatingIfNeeded: $0) }
            let own = input.withUnsafeBytes { KeyDerivation.key($0, salt: salt, info: Array(info.utf8)) }
            let standard = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: input), salt: salt, info: Array(info.utf8), outputByteCount: 32)
            #expect(own == standard)
            #expect(KeyDerivation.key(SymmetricKey(data: input), salt: salt, info: Array(info.utf8)) == standard)
        }
    }

    private static func key(_ byte: UInt8) -> MemoryDeviceKey {
        MemoryDeviceKey(SecretBytes([UInt8](repeating: byte, count: 32)))
    }

    private static func bytes(_ key: MemoryDeviceKey) -> [UInt8] { key.load().withBytes { Array($0) } }

    private static func bytes(_ secret: SharedSecretBytes) -> [UInt8] { secret.withBytes { Array($0) } }

    @Test("A file of keys is read as it was written, and the keys of digests stay") func ringsAreReadBack() throws {
        let first = try KeyRing(SharedSecretBytes(SecretBytes([UInt8](repeating: 7, count: 32))))
        var ring = first
        for count in 2...KeyRing.limit {
            ring = ring.withNewKey()
            let read = try KeyRing(ring.encoded)
            #expect(read.keys.count == count && Self.bytes(read.encoded) == Self.bytes(ring.encoded))
            for (one, other) in zip(read.keys, ring.keys) { #expect(Self.bytes(one) == Self.bytes(other)) }
            #expect(Self.bytes(read.keys[count - 1]) == Self.bytes(first.keys[0]))
        }
        #expect(ring.encoded.count == KeyRing.byteLimit)
        let left = try KeyRing(ring.upTo(0).encoded)
        #expect(left.keys.count == 1 && Self.bytes(left.keys[0]) == Self.bytes(ring.keys[0]))
        #expect(left.encoded.count == 166)
        for (one, other) in [
            (left.digests.names, first.digests.names), (left.digests.drawings, first.digests.drawings),
            (left.digests.operations, first.digests.operations), (left.digests.limits, first.digests.limits),
        ] { #expect(one == other) }
        #expect(String(reflecting: ring) == "KeyRing")
    }

    @Test("Other contents are refused as a key file") func otherFilesAreRefused() throws {
        let whole = Self.bytes(KeyRing(Self.key(7)).withNewKey().encoded)
        var hostile = [[], [UInt8](repeating: 7, count: 31), [UInt8](repeating: 7, count: 33), whole + [0]]
        hostile += (0..<whole.count).filter { $0 != 32 }.map { Array(whole.prefix($0)) }
        for (index, byte) in [(0, 0), (4, 2), (5, 0), (5, 1), (5, 3), (5, 9), (5, 255)] as [(Int, UInt8)] {
            var changed = whole
            changed[index] = byte
            hostile.append(changed)
        }
        for bytes in hostile {
            #expect(throws: VaultError.deviceKeyUnusable) { try KeyRing(SharedSecretBytes(SecretBytes(bytes))) }
        }
    }
}
