// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import Passkey

@Suite struct CBORTests {
    /// RFC 8949, appendix A, as far as authenticators use it.
    @Test(
        "The examples of RFC 8949 are decoded",
        arguments: [
            ("00", CBORValue.unsigned(0)), ("0a", .unsigned(10)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
            ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)),
            ("20", .negative(0)), ("3863", .negative(99)), ("3903e7", .negative(999)),
            ("3bffffffffffffffff", .negative(.max)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
            ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6449455446", .text("IETF")),
            ("62c3bc", .text("ü")), ("64f0908591", .text("𐅑")), ("80", .array([])),
            ("8301820203820405", .array([1, [2, 3], [4, 5]].map(CBORValue.init(json:)))), ("a0", .map([:])),
            ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
            (
                "a26161016162820203",
                .map([.text("a"): .unsigned(1), .text("b"): .array([.unsigned(2), .unsigned(3)])])
            ),
        ])
    func theStandardsExamplesAreRead(_ hex: String, _ value: CBORValue) throws {
        #expect(try CBORValue(decoding: .init(hex: hex)) == value)
    }

    /// The same appendix: tags, floating point, other simple values, indefinite lengths; and what is not well formed.
    @Test(
        "Unsupported and malformed CBOR is rejected",
        arguments: [
            "c249010000000000000000", "f90000", "fb3ff199999999999a", "f7", "f0", "f818", "5f42010243030405ff", "7fff",
            "9fff", "bf61610161629f0203ffff", "", "18", "1c", "1f", "41", "6261", "81", "a101", "ff", "0000", "61ff",
            "a201010102", "5bffffffffffffffff", "9bffffffffffffffff", "bb7fffffffffffffff", "818181818100",
        ])
    func everythingElseIsRefused(_ hex: String) {
        #expect(throws: PasskeyError.self) { try CBORValue(decoding: .init(hex: hex)) }
    }

    @Test("Text keys are short and ASCII") func textKeysAreShort() throws {
        func map(_ key: String) -> [UInt8] {
            let bytes = Array(key.utf8)
            return [0xA1, 0x79, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes + [1]
        }
        let longest = String(repeating: "k", count: CBORValue.keyLimit)
        #expect(try CBORValue(decoding: map(longest)) == .map([.text(longest): .unsigned(1)]))
        // Hashing the last one takes time by the square of its length.
        let marks = String(repeating: "\u{301}\u{323}", count: 8000)
        for key in [longest + "k", "\u{FC}", marks] {
            #expect(throws: PasskeyError.malformed(offset: 1)) { try CBORValue(decoding: map(key)) }
        }
        // So does hashing a list or a map with it.
        let text = map(marks)[1...].dropLast()
        for key in [[0x81] + text, [0xA1, 0] + text, [0xA1] + text + [0]] {
            #expect(throws: PasskeyError.self) { try CBORValue(decoding: [0xA1] + key + [1]) }
        }
    }

    @Test("Keys are numbers or text", arguments: ["a14000", "a1f500", "a1f600", "a1810000", "a1a000"])
    func otherKeysAreRefused(_ hex: String) {
        #expect(throws: PasskeyError.malformed(offset: 1)) { try CBORValue(decoding: .init(hex: hex)) }
    }

    @Test("Numbers need not have their shortest encoding") func lengthsNeedNotBeShortest() throws {
        #expect(try CBORValue(decoding: .init(hex: "1800")) == .unsigned(0))
    }

    @Test("Decoding random bytes terminates", arguments: 1...20 as ClosedRange<UInt64>)
    func anyBytesEndInAValueOrARefusal(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int(random.next() % 64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // Whatever comes, it comes to an end.
            _ = try? CBORValue(decoding: bytes)
        }
        // The same lengths again and again, which is where counts could be believed.
        let nest = [UInt8](repeating: 0x9A, count: 4096)
        #expect(throws: PasskeyError.self, "seed \(seed)") { try CBORValue(decoding: nest) }
    }
}

extension CBORValue {
    fileprivate init(json: Any) {
        switch json {
        case let number as Int: self = .init(number)
        case let list as [Any]: self = .array(list.map(CBORValue.init(json:)))
        default: self = .null
        }
    }
}
