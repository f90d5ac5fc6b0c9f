// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

@Suite struct JSONCheckTests {
    @Test(
        "Valid JSON objects are accepted",
        arguments: [
            "{}", " {\n\t\"a\" : [ 1 , -0.5e+3, true, false, null, \"\" ] , \"b\":{}}\r\n", "{\"a\":\"Ωμέγα 李 😀\"}",
            #"{"a":"\" \\ \/ \b \f \n \r \t \u00e9 \ud83d\ude00"}"#, "{\"a\":[[[[[[[]]]]]]]}", "{\"a\":\"é\"}",
        ])
    func objectsPass(text: String) { #expect(JSONCheck.accepts(Array(text.utf8))) }

    @Test(
        "Invalid or oversized JSON is refused",
        arguments: [
            "", " ", "[]", "1", "\"a\"", "null", "{", "}", "{}}", "{} {}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}",
            "{a:1}", "{'a':1}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":NaN}",
            "{\"a\":Infinity}", "{\"a\":0x1}", "{\"a\":tru}", "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":\"\n\"}",
            "{\"a\":\"\u{0}\"}", #"{"a":"\u0000"}"#, #"{"a":"\ud800"}"#, #"{"a":"\udc00\ud800"}"#,
            #"{"a":"\ud800\u0041"}"#,
            #"{"a":"\x41"}"#, #"{"a":"\u12"}"#, "{\"a\":1,\"a\":2}", "{\"é\":1}", #"{"\u0061":1}"#,
            "{\"a\":[[[[[[[[]]]]]]]]}",
            "\u{FEFF}{}", "{}\u{0}", "{\"a\":1}//", "{\"\(String(repeating: "a", count: 65))\":1}",
            "{\"a\":1234567890123456789012345}", "{\"a\":\"\(String(repeating: "é", count: 513))\"}",
            "{\"a\":\"\(String(repeating: "a", count: 1023))é\"}",
            "{\"a\":\"\(String(repeating: "\\u0041", count: 171))\"}",
            "{\"a\":[\(Array(repeating: "1", count: 256).joined(separator: ","))]}",
            "{\"a\":[\(Array(repeating: "\"\(String(repeating: "é", count: 500))\"", count: 5).joined(separator: ","))]}",
        ])
    func everythingElseIsRefused(text: String) { #expect(!JSONCheck.accepts(Array(text.utf8)), "\(text.prefix(60))") }

    /// Bytes that are not UTF-8, and JSON in other encodings.
    @Test("Only UTF-8 is accepted") func onlyUTF8Passes() {
        for bytes: [UInt8] in [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xE2, 0x28, 0xA1],
        ] {
            #expect(!JSONCheck.accepts(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)), "\(bytes)")
        }
        let text = "{\"name\":\"\u{2200}\",\"x\":1}"
        for encoding in [
            String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
        ] {
            #expect(!JSONCheck.accepts(Array(text.data(using: encoding) ?? Data())), "\(encoding)")
        }
    }

    @Test("Long ASCII strings are accepted") func longTextInASCIIPasses() {
        let long = String(repeating: "A/+", count: 80_000).replacingOccurrences(of: "/", with: "\\/")
        #expect(JSONCheck.accepts(Array("{\"a\":\"\(long)\"}".utf8)))
    }

    /// Every text that passes is read by Foundation, so that the two never disagree about where a string ends.
    @Test("Foundation parses every accepted text", arguments: 1...3 as ClosedRange<UInt64>)
    func foundationReadsWhatPasses(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let seedText = Array(#"{"a":[1,"é\u00e9\n",{"b":null}],"c":-1.5e3,"d":"\ud83d\ude00"}"#.utf8)
        var passed = 0
        for _ in 0..<20_000 {
            var bytes = seedText
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = seedText.randomElement(using: &random)!
            }
            guard JSONCheck.accepts(bytes) else { continue }
            passed += 1
            let text = String(decoding: bytes, as: UTF8.self)
            #expect((try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any], "seed \(seed): \(text)")
        }
        #expect(passed > 100)
    }
}
