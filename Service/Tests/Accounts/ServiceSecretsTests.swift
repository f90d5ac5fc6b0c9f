// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
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
}
