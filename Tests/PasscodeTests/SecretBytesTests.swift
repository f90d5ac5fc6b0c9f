// SPDX-License-Identifier: MIT
import Testing

@testable import Passcode

@Suite struct SecretBytesTests {
    @Test("Erasing overwrites every byte") func wipingOverwritesEveryByte() {
        var secret = SecretBytes(Array("correct horse".utf8))
        #expect(secret.withStorage(Array.init) == Array("correct horse".utf8))
        secret.wipe()
        #expect(secret.count == 0 && secret.withStorage(Array.init) == [UInt8](repeating: 0, count: 13))
    }

    @Test("Truncation overwrites the removed bytes") func shorteningOverwritesWhatIsCutOff() {
        var secret = SecretBytes(Array("1234".utf8))
        secret.truncate(to: 1)
        #expect(secret.count == 1 && secret.withStorage(Array.init) == [0x31, 0, 0, 0])
    }

    @Test("Equality compares length and contents") func equalityLooksAtLengthAndContents() {
        let secret = SecretBytes(Array("1234".utf8))
        #expect(secret.isEqual(to: SecretBytes(Array("1234".utf8))) == true)
        #expect(secret.isEqual(to: SecretBytes(Array("1235".utf8))) == false)
        #expect(secret.isEqual(to: SecretBytes(Array("0234".utf8))) == false)
        #expect(secret.isEqual(to: SecretBytes(Array("12345".utf8))) == false)
        #expect(SecretBytes(capacity: 3).isEqual(to: SecretBytes(capacity: 0)) == true)
    }
}
