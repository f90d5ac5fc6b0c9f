// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> [JSONValue] { try JSONReader.values(Array(text.utf8)) }

    @Test("Values of every kind are read") func valuesOfEveryKindAreRead() throws {
        let value = try read(#" {"a": [1, -2.5e+1, true, false, null], "b": {"c": "x"}, "a\u0041": {} } "#)[0]
        #expect(value["a"]?.array?.compactMap(\.number) == [1, -25])
        #expect(value["a"]?.array?.count == 5 && value["a"]?.array?[4].isNull == true)
        #expect(value["b"]?["c"]?.text == "x")
        #expect(value["aA"]?.isObject == true && value["z"] == nil)
        #expect(try read(#"{"k":1,"k":2}"#)[0]["k"]?.number == 2)
    }

    @Test("Escape sequences are decoded") func textsAreUnescaped() throws {
        #expect(try read(#""\"\\\/\b\f\n\r\té""#)[0].text == "\"\\/\u{8}\u{C}\n\r\té")
        #expect(try read(#""\ud83d\ude00 \ud83d x \ude00""#)[0].text == "😀 \u{FFFD} x \u{FFFD}")
        #expect(try read(#""\ud83d\ud83d\ude00\u0041""#)[0].text == "\u{FFFD}😀A")
        #expect(try read(#""\ude00\ud83d\ude00\ud83d\n""#)[0].text == "\u{FFFD}😀\u{FFFD}\n")
    }

    @Test(
        "Numbers keep every bit",
        arguments: [
            0.1, 1e-7, 123456.789, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -0.0, 1e21, 1700000000.123,
        ])
    func numbersKeepEveryBit(number: Double) throws {
        #expect(try read(decimal(number))[0].number?.bitPattern == number.bitPattern)
    }

    @Test(
        "Invalid JSON is rejected",
        arguments: [
            "", " ", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}",
            "{1:1}",
            "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"a\nb\"", "tru", "nul", "+1", ".5",
            "1.",
            "01", "-", "1e", "1e+", "0x1", "NaN", "Infinity", "1e999", "[1 2]", "'a'", "[1]x",
        ])
    func whatIsNotJSONIsRefused(text: String) {
        #expect(throws: DrawingFileError.self) { try read(text) }
    }

    @Test("Several values in one file are read") func severalValuesMayFollowEachOther() throws {
        #expect(try read("[1]\n[2]\r\n\n[3]\n").count == 3)
        #expect(try read("\u{FEFF}[1]").count == 1)
    }

    @Test("The depth of nesting is limited") func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try read(nested(64)).count == 1)
        #expect(throws: DrawingFileError.self) { try read(nested(65)) }
        #expect(throws: DrawingFileError.self) { try read(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: DrawingFileError.self) { try read(String(repeating: "{\"a\":", count: 300_000)) }
    }

    @Test("Syntax errors have their line and column") func faultsAreFoundByLineAndColumn() {
        #expect(throws: DrawingFileError.invalidSyntax(line: 3, column: 4, reason: "a value is expected.")) {
            try read("[1,\n2,\n3, x]")
        }
    }
}
