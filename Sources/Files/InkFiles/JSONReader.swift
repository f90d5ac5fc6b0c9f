// SPDX-License-Identifier: MIT

/// A parser for untrusted JSON (RFC 8259).
///
/// Foundation's reader is not used because it needs several times the memory for a million rows, and because its
/// limits and messages differ between platforms.
struct JSONReader {
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var offset = 0

    /// Parses one value, or several values separated by white space as in newline-delimited JSON.
    ///
    /// Values nested deeper than ``maximumDepth`` and numbers of more than ``FileText/maximumNumberBytes`` bytes are
    /// refused. Duplicate members are all kept, in order.
    /// - Complexity: O(`bytes.count`) for all input.
    static func values(_ bytes: [UInt8]) throws(DrawingFileError) -> [JSONValue] {
        var reader = JSONReader(bytes)
        var values: [JSONValue] = []
        repeat {
            values.append(try reader.value(depth: 1))
            reader.skipSpace()
        } while reader.offset < bytes.count
        return values
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    private mutating func value(depth: Int) throws(DrawingFileError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw failure("the values are nested too deeply") }
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return .object(try members(depth))
        case UInt8(ascii: "["): return .array(try elements(depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw failure("the file ends where a value is expected; it may be cut short")
        default: return .number(try number())
        }
    }

    private mutating func members(_ depth: Int) throws(DrawingFileError) -> [JSONValue.Member] {
        offset += 1
        var members: [JSONValue.Member] = []
        guard !take("}") else { return members }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("a name in quotation marks is expected") }
            let key = try string()
            guard take(":") else { throw failure("a colon is expected") }
            members.append(JSONValue.Member(key: key, value: try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw failure("a comma or the object's end is expected") }
        return members
    }

    private mutating func elements(_ depth: Int) throws(DrawingFileError) -> [JSONValue] {
        offset += 1
        var elements: [JSONValue] = []
        guard !take("]") else { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw failure("a comma or the list's end is expected") }
        return elements
    }

    private mutating func string() throws(DrawingFileError) -> FileText {
        offset += 1
        let plain = skipPlainText()
        if current == UInt8(ascii: "\"") {
            offset += 1
            return FileText(bytes[plain])
        }
        var text = Array(bytes[plain])
        while let byte = current {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return FileText(text)
            case UInt8(ascii: "\\"): text += try escape().utf8
            case 0..<0x20: throw failure("a control character stands in a text")
            default:
                offset -= 1
                text += bytes[skipPlainText()]
            }
        }
        throw failure("the file ends in a text; it may be cut short")
    }

    /// Skips the characters of a string that are not escaped.
    private mutating func skipPlainText() -> Range<Int> {
        let start = offset
        offset = bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end] != 0x22, bytes[end] != 0x5C, bytes[end] >= 0x20 { end += 1 }
            return end
        }
        return start..<offset
    }

    private mutating func escape() throws(DrawingFileError) -> String {
        let byte = current
        offset += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var units = [try hexUnit()]
            // Only all units of a row show which surrogates are pairs. An unpaired one becomes U+FFFD.
            while bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
                offset += 2
                units.append(try hexUnit())
            }
            return String(decoding: units, as: UTF16.self)
        default: throw failure("an escape is unknown")
        }
    }

    private mutating func hexUnit() throws(DrawingFileError) -> UInt16 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("four hexadecimal digits are expected") }
        offset += 4
        return unit
    }

    private mutating func number() throws(DrawingFileError) -> Double {
        let start = offset
        if current == UInt8(ascii: "-") { offset += 1 }
        let hasLeadingZero = current == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole > 0 && !(hasLeadingZero && whole > 1) else { throw failure("a value is expected") }
        if current == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits() > 0 else { throw failure("a digit is expected") }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            offset += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
            guard skipDigits() > 0 else { throw failure("a digit is expected") }
        }
        guard offset - start <= FileText.maximumNumberBytes else { throw failure("the number is too long") }
        guard let value = FileText.number(bytes[start..<offset]) else { throw failure("the number is too large") }
        return value
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(DrawingFileError) -> JSONValue {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[offset...].starts(with: expected) else { throw failure("a value is expected") }
        offset += expected.count
        return value
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
        return offset - start
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard current == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private func failure(_ reason: String) -> DrawingFileError { .invalidSyntax(bytes, at: offset, reason) }
}
