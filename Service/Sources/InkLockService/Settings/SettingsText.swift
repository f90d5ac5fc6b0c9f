// SPDX-License-Identifier: MIT

/// A line of a settings file that cannot be parsed.
struct SettingsTextError: Error, Hashable {
    let line: Int
}

/// A parser of settings files, which use a subset of TOML 1.0.0 (toml.io).
///
/// A line is a bare key, an equals sign and a value: a string, a decimal integer, `true`, `false`, or an array of
/// strings, which may span lines. Tables, dates, floats, quoted keys and multi-line strings are refused.
///
/// The parser is our own, because the common C++ parser ends the process for some malformed files.
struct SettingsText {
    private let bytes: [UInt8]
    private var index = 0
    /// The number of the current line, counted from 1.
    private(set) var line = 1

    /// Returns the keys and values of a file in order.
    /// - Complexity: O(bytes).
    /// - Throws: ``SettingsTextError`` at the first line that cannot be read, or that repeats a key.
    static func read(_ bytes: [UInt8]) throws(SettingsTextError) -> [(key: String, value: SettingValue)] {
        var text = SettingsText(bytes: bytes)
        var found: [(key: String, value: SettingValue)] = []
        var keys: Set<String> = []
        while true {
            try text.skipLines()
            guard text.next != nil else { return found }
            let key = try text.key()
            guard keys.insert(key).inserted else { throw text.fault }
            found.append((key, try text.value()))
            try text.endLine()
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var fault: SettingsTextError { SettingsTextError(line: line) }
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(SettingsTextError) {
        guard take(byte) else { throw fault }
    }

    private mutating func skipBlanks() { while take(0x20) || take(0x09) {} }

    /// Skips empty lines and comments.
    private mutating func skipLines() throws(SettingsTextError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while try takeLineEnd()
    }

    private mutating func skipComment() throws(SettingsTextError) {
        guard take(UInt8(ascii: "#")) else { return }
        while let byte = next, byte != 0x0A, byte != 0x0D {
            guard !Self.isControl(byte) else { throw fault }
            index += 1
        }
    }

    private mutating func takeLineEnd() throws(SettingsTextError) -> Bool {
        if take(0x0D) {
            try expect(0x0A)
        } else if !take(0x0A) {
            return false
        }
        line += 1
        return true
    }

    private mutating func endLine() throws(SettingsTextError) {
        skipBlanks()
        try skipComment()
        guard try takeLineEnd() || next == nil else { throw fault }
    }

    private mutating func key() throws(SettingsTextError) -> String {
        let start = index
        while let byte = next, Self.isBare(byte) { index += 1 }
        guard index > start else { throw fault }
        let key = String(decoding: bytes[start..<index], as: UTF8.self)
        skipBlanks()
        try expect(UInt8(ascii: "="))
        skipBlanks()
        return key
    }

    private mutating func value() throws(SettingsTextError) -> SettingValue {
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try text())
        case UInt8(ascii: "["): return .texts(try texts())
        default: return try word()
        }
    }

    /// Parses a number, `true` or `false`.
    private mutating func word() throws(SettingsTextError) -> SettingValue {
        let start = index
        while let byte = next, Self.isBare(byte) || byte == UInt8(ascii: "+") { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if let value = Bool(word) { return .boolean(value) }
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard word.utf8.count - digits.count <= 1, digits.count == 1 || digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word)
        else { throw fault }
        return .number(number)
    }

    private mutating func texts() throws(SettingsTextError) -> [String] {
        try expect(UInt8(ascii: "["))
        var texts: [String] = []
        while true {
            try skipLines()
            if take(UInt8(ascii: "]")) { return texts }
            texts.append(try text())
            try skipLines()
            guard !take(UInt8(ascii: ",")) else { continue }
            try expect(UInt8(ascii: "]"))
            return texts
        }
    }

    /// Parses a basic string in quotation marks, which has escapes, or a literal string in apostrophes.
    private mutating func text() throws(SettingsTextError) -> String {
        let isLiteral = take(UInt8(ascii: "'"))
        if !isLiteral { try expect(UInt8(ascii: "\"")) }
        var found: [UInt8] = []
        while let byte = next, !Self.isControl(byte) {
            index += 1
            switch byte {
            case UInt8(ascii: "'") where isLiteral, UInt8(ascii: "\"") where !isLiteral:
                // Two quotation marks in a row may begin a multi-line string.
                guard !found.isEmpty || next != byte, let text = String(validating: found, as: UTF8.self) else {
                    throw fault
                }
                return text
            case UInt8(ascii: "\\") where !isLiteral: found += String(try escaped()).utf8
            default: found.append(byte)
            }
        }
        throw fault
    }

    private mutating func escaped() throws(SettingsTextError) -> Unicode.Scalar {
        guard let byte = next else { throw fault }
        index += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = bytes[index...].prefix(byte == UInt8(ascii: "u") ? 4 : 8)
            guard digits.count == (byte == UInt8(ascii: "u") ? 4 : 8), digits.allSatisfy(Self.isHexadecimal),
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(number)
            else { throw fault }
            index += digits.count
            return scalar
        default: throw fault
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
