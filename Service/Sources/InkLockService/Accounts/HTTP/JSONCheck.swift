// SPDX-License-Identifier: MIT

/// A check of JSON text from an untrusted sender, which bounds the cost of decoding it.
///
/// Accepted text is one JSON object as in RFC 8259, in valid UTF-8 without a byte order mark or NUL, within ``Limits``.
/// Normalising, comparing and hashing Unicode text takes quadratic time in the worst case, so strings with characters
/// outside ASCII have a lower limit.
struct JSONCheck {
    /// The limits of a request. Counts are of the whole text, lengths are bytes between the quotation marks.
    enum Limits {
        /// The maximum nesting of objects and arrays.
        static let depth = 8
        /// The maximum number of values of all kinds, including members and elements.
        static let values = 256
        static let nameLength = 64
        /// The maximum length of a string with characters outside ASCII or with `\u`.
        static let unicodeLength = 1024
        /// The maximum length of all such strings together.
        static let unicodeTotal = 4096
        static let numberLength = 24
    }

    private var bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var values = 0
    private var unicodeTotal = 0

    /// Returns a Boolean value that indicates whether the bytes are a JSON object within the limits.
    /// - Complexity: O(bytes), one pass.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            var check = JSONCheck(bytes: buffer)
            check.skipSpace()
            guard check.peek == UInt8(ascii: "{"), check.value(depth: 0) else { return false }
            check.skipSpace()
            return check.position == buffer.count
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> Bool {
        values += 1
        guard values <= Limits.values, let byte = peek else { return false }
        switch byte {
        case UInt8(ascii: "{"): return depth < Limits.depth && object(depth: depth + 1)
        case UInt8(ascii: "["): return depth < Limits.depth && array(depth: depth + 1)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> Bool {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return true }
        var names: [Range<Int>] = []
        while true {
            skipSpace()
            guard let name = name(), !names.contains(where: { isSame($0, name) }) else { return false }
            names.append(name)
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return false }
            skipSpace()
            guard value(depth: depth) else { return false }
            skipSpace()
            if take(UInt8(ascii: "}")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func array(depth: Int) -> Bool {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return true }
        while true {
            skipSpace()
            guard value(depth: depth) else { return false }
            skipSpace()
            if take(UInt8(ascii: "]")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    /// Reads a member's name: printable ASCII without escapes. A name must not occur twice in an object, because
    /// readers differ on which one counts.
    private mutating func name() -> Range<Int>? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while position < bytes.count, position - start <= Limits.nameLength {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return start..<position - 1 }
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
        }
        return nil
    }

    private func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        for offset in 0..<a.count where bytes[a.lowerBound + offset] != bytes[b.lowerBound + offset] { return false }
        return true
    }

    private mutating func string() -> Bool {
        position += 1
        let start = position
        var isUnicode = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let length = position - start
                position += 1
                guard isUnicode else { return true }
                unicodeTotal += length
                return length <= Limits.unicodeLength && unicodeTotal <= Limits.unicodeTotal
            }
            if byte == UInt8(ascii: "\\") {
                guard let unicode = escape() else { return false }
                isUnicode = isUnicode || unicode
            } else if byte >= 0x80 {
                guard scalar() else { return false }
                isUnicode = true
            } else {
                guard byte >= 0x20 else { return false }
                position += 1
            }
            guard !isUnicode || position - start <= Limits.unicodeLength else { return false }
        }
        return false
    }

    /// Reads an escape.
    /// - Returns: `true` if the escape is `\u`; `nil` if it is not an escape, or is half a surrogate pair or NUL.
    private mutating func escape() -> Bool? {
        position += 1
        guard let byte = peek else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return false
        case UInt8(ascii: "u"):
            guard let unit = hexUnit(), unit != 0, !(0xDC00...0xDFFF).contains(unit) else { return nil }
            guard (0xD800...0xDBFF).contains(unit) else { return true }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = hexUnit(),
                (0xDC00...0xDFFF).contains(low)
            else { return nil }
            return true
        default: return nil
        }
    }

    private mutating func hexUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return unit
    }

    /// Reads a character of two to four bytes as UTF-8 allows it (RFC 3629 §4): in its shortest form, and not a
    /// surrogate.
    private mutating func scalar() -> Bool {
        let first = bytes[position]
        let (count, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return false
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else { return false }
        for offset in 2..<max(count, 2) where bytes[position + offset] & 0xC0 != 0x80 { return false }
        position += count
        return true
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[position + offset] != word.utf8Start[offset] {
            return false
        }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func number() -> Bool {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard digits() else { return false }
        }
        if take(UInt8(ascii: ".")) {
            guard digits() else { return false }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return false }
        }
        return position - start <= Limits.numberLength
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
            guard position - start <= Limits.numberLength else { return false }
        }
        return position > start
    }
}
