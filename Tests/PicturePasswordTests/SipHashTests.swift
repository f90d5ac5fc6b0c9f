// SPDX-License-Identifier: MIT
import Testing

@testable import PicturePassword

@Suite struct SipHashTests {
    private func hex(_ digest: SipHash.Digest) -> String {
        [digest.low, digest.high].map { word in
            let digits = String(word.byteSwapped, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// `vectors_sip128` of the authors' reference implementation (github.com/veorq/SipHash, vectors.h): the key is
    /// 0, 1 ... 15, the message 0, 1 ... up to its length.
    @Test(
        "SipHash agrees with the reference vectors",
        arguments: [
            (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
            (2, "8177228da4a45dc7fca38bdef60affe4"), (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
            (8, "3b62a9ba6258f5610f83e264f31497b4"), (9, "264499060ad9baabc47f8b02bb6d71ed"),
            (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
            (31, "2939b0183223fafc1723de4f52c43d35"), (63, "5150d1772f50834a503e069a973fbd7c"),
        ])
    func theReferencesVectorsHold(length: Int, expected: String) throws {
        let hash = try #require(SipHash(key: Array(0..<16)))
        #expect(hex(hash.digest(of: Array(0..<UInt8(length)))) == expected)
    }

    @Test("A key has exactly 16 bytes") func aKeyHas16Bytes() {
        #expect(SipHash(key: Array(0..<15)) == nil && SipHash(key: Array(0..<17)) == nil)
    }
}
