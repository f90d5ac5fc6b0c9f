// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkTestSupport
import Passcode
import Testing

@testable import LockVault

/// The primitives give what their standards print, through the very calls that the vault makes.
@Suite struct KnownAnswerTests {
    /// RFC 7914, section 12. Its first vector has an empty passcode and its fourth takes a gigabyte.
    @Test(
        "scrypt agrees with RFC 7914",
        arguments: [
            (
                "password", "NaCl", 10 as UInt8, 8 as UInt8, 16 as UInt8,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            ),
        ])
    func scryptGivesTheAnswersOfRFC7914(
        passcode: String, salt: String, logN: UInt8, blockSize: UInt8, parallelism: UInt8, expected: String
    ) throws {
        // The RFC's salts do not have the vault's length, so PasscodeHash would reject them.
        let cost = try #require(ScryptCost(logN: logN, blockSize: blockSize, parallelism: parallelism))
        let input = try PasscodeInput(passcode.secret)
        let key = try input.derived(cost: cost, salt: Array(salt.utf8))
        #expect(key.hex == expected)
    }

    /// RFC 5869, appendix A.1.
    @Test("HKDF agrees with RFC 5869") func hkdfGivesTheAnswerOfRFC5869() {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)), salt: Array(0...12),
            info: Array(0xF0...0xF9), outputByteCount: 42)
        #expect(
            key.hex == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    }

    /// RFC 8439, section 2.8.2.
    @Test("Sealing agrees with RFC 8439") func sealingGivesTheAnswerOfRFC8439() throws {
        let plain = Array(
            """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would \
            be it.
            """.utf8)
        let key = SymmetricKey(data: Array(0x80...0x9F as ClosedRange<UInt8>))
        let context: [UInt8] = [0x50, 0x51, 0x52, 0x53, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7]
        let nonce: [UInt8] = [7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47]
        var random = Dictated(bytes: nonce)
        let sealed = Seal.seal(plain, under: key, context: context, random: &random)
        let hex = sealed.map { String(format: "%02x", $0) }.joined()
        #expect(
            hex == "070000004041424344454647"
                + "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                + "3ff4def08e4b7a9de576d26586cec64b6116" + "1ae10b594f09e26a7e902ecbd0600691")
        #expect(Seal.open(sealed, under: key, context: context).map { Array($0) } == plain)
    }

    @Test("Sealed bytes open only whole, with their own key and context") func whatWasSealedOpensOnlyAsWhatItWas() {
        var random = SplitMix64(seed: 5)
        let key = SymmetricKey(size: .bits256)
        let sealed = Seal.seal([1, 2, 3] as [UInt8], under: key, context: [1], random: &random)
        #expect(sealed.count == 3 + Seal.overhead)
        #expect(Seal.open(sealed, under: key, context: [2]) == nil)
        #expect(Seal.open(sealed, under: SymmetricKey(size: .bits256), context: [1]) == nil)
        #expect(Seal.open(Array(sealed.dropLast()), under: key, context: [1]) == nil)
        #expect(Seal.open([], under: key, context: [1]) == nil)
    }

    @Test("Only canonical PHC strings are read") func phcStringsReadBackAndNothingElseIsRead() throws {
        let hash = try #require(PasscodeHash(cost: .standard, salt: Array(0...15)))
        #expect(hash.text == "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODw")
        #expect(PasscodeHash(text: hash.text) == hash)
        let salt = "AAECAwQFBgcICQoLDA0ODw"
        for text in [
            "", "$", "$scrypt$", "scrypt$ln=15,r=8,p=3$\(salt)", "$scrypt$ln=15,r=8,p=3$\(salt)$",
            "$argon2id$ln=15,r=8,p=3$\(salt)", "$scrypt$ln=015,r=8,p=3$\(salt)", "$scrypt$ln=+15,r=8,p=3$\(salt)",
            "$scrypt$r=8,ln=15,p=3$\(salt)", "$scrypt$ln=15,r=8,p=3,x=1$\(salt)", "$scrypt$ln=15,r=8$\(salt)",
            "$scrypt$ln=21,r=8,p=3$\(salt)", "$scrypt$ln=0,r=8,p=3$\(salt)", "$scrypt$ln=15,r=17,p=3$\(salt)",
            "$scrypt$ln=15,r=8,p=0$\(salt)", "$scrypt$ln=16,r=1,p=1$\(salt)", "$scrypt$ln=15,r=8,p=3$\(salt)==",
            "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0OD", "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODx",
            "$scrypt$ln=15,r=8,p=3$AAEC", "$scrypt$ln=15,r=8,p=3$!!ECAwQFBgcICQoLDA0ODw",
        ] {
            #expect(PasscodeHash(text: text) == nil, "\(text)")
        }
    }

    @Test("The standard cost meets the recommendation of OWASP") func theStandardCostIsAsHardAsOWASPs() throws {
        #expect(ScryptCost.standard.memoryBytes == 32 << 20)
        #expect(ScryptCost.standard.work * 4 == 3 * (1 << 20), "three quarters of 2^17, 8, 1")
    }
}

/// Gives out certain bytes, eight a number.
private struct Dictated: RandomNumberGenerator {
    var bytes: [UInt8]

    mutating func next() -> UInt64 {
        let number = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        bytes.removeFirst(min(8, bytes.count))
        return number
    }
}

extension SymmetricKey {
    fileprivate var hex: String { withUnsafeBytes { $0.map { String(format: "%02x", $0) }.joined() } }
}
