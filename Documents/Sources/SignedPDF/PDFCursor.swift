// SPDX-License-Identifier: MIT

/// A place in a file at which the parts of its structure are read.
struct PDFCursor {
    private let bytes: [UInt8]
    private(set) var at: Int

    init(_ bytes: [UInt8], at place: Int) {
        self.bytes = bytes
        at = place
    }

    /// Skips white space. Returns whether there was some, and no more than `limit` bytes.
    @discardableResult
    mutating func skipSpace(limit: Int = .max) -> Bool {
        let start = at
        skip(while: Self.isSpace)
        return 1...limit ~= at - start
    }

    /// Skips the bytes for which a condition holds.
    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while at < bytes.count, isSkipped(bytes[at]) { at += 1 }
    }

    /// Skips the end of a line and a space before it, if they are here.
    mutating func takeLineEnd() -> Bool {
        _ = take(" ")
        let isReturn = take("\r")
        return take("\n") || isReturn
    }

    /// Skips white space and comments.
    mutating func skipComments() {
        skipSpace()
        while take("%") {
            skip { $0 != 10 && $0 != 13 }
            skipSpace()
        }
    }

    /// Skips a word if it is here.
    mutating func take(_ word: StaticString) -> Bool {
        guard isWord(word, at) else { return false }
        at += word.utf8CodeUnitCount
        return true
    }

    /// Goes to the next place of a word. Returns `false` if there is none.
    mutating func find(_ word: StaticString, before limit: Int) -> Bool {
        while at < min(limit, bytes.count) {
            if isWord(word, at) { return true }
            at += 1
        }
        return false
    }

    private func isWord(_ word: StaticString, _ place: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place >= 0, place + count <= bytes.count else { return false }
        let text = UnsafeBufferPointer(start: word.utf8Start, count: count)
        return bytes[place..<(place + count)].elementsEqual(text)
    }

    /// Reads a number of at most ten digits.
    mutating func number() -> Int? {
        let digits = bytes[at...].prefix(11).prefix(while: Self.isDigit)
        guard 1...10 ~= digits.count else { return nil }
        at += digits.count
        return digits.reduce(0) { 10 * $0 + Int($1 - 48) }
    }

    /// Reads the number of an object of the generation 0, and the word that begins it.
    /// - Parameter isPlain: A Boolean value that indicates whether there are only single spaces and no zeros at the
    ///   start.
    mutating func header(isPlain: Bool = false) -> Int? {
        let start = at
        guard let number = number(), skipSpace(), self.number() == 0, skipSpace(), take("obj") else { return nil }
        return !isPlain || bytes[start..<at].elementsEqual("\(number) 0 obj".utf8) ? number : nil
    }

    /// Skips the rest of an object, and the white space and the comments after it. Returns `false` if another one
    /// begins in it.
    mutating func takeObject(before end: Int) -> Bool {
        guard hasNoObject(before: end), skip(throughLast: "endobj", before: end) else { return false }
        skipComments()
        return at == end
    }

    /// Goes to the end of the last occurrence of a word before a place. Returns `false` if there is none.
    mutating func skip(throughLast word: StaticString, before end: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard let last = (at..<max(at, end - count + 1)).last(where: { isWord(word, $0) }) else { return false }
        at = last + count
        return true
    }

    /// Returns whether no object begins before a place, and no trailer after the one here. Programs that find a file
    /// damaged search for both.
    func hasNoObject(before end: Int) -> Bool {
        guard at...bytes.count ~= end else { return false }
        var trailers = 0
        for place in at..<end {
            if bytes[place] == UInt8(ascii: "t"), isWord("trailer", place) { trailers += 1 }
            guard bytes[place] == UInt8(ascii: "o"), isWord("obj", place), !isWord("endobj", place - 3) else {
                continue
            }
            if let last = bytes[at..<place].last(where: { !Self.isSpace($0) }), Self.isDigit(last) { return false }
        }
        return trailers <= (isWord("xref", at) ? 1 : 0)
    }

    /// A reference to an object.
    struct Reference {
        /// The object's number, or a larger one than there can be.
        let number: Int
        /// A Boolean value that indicates whether the generation is 0.
        let isOfFirst: Bool
    }

    /// Returns whether there is a reference for which a condition holds. What may be a comment is read in both ways.
    static func hasReference(_ bytes: ArraySlice<UInt8>, where isFound: (Reference) -> Bool) -> Bool {
        /// The word that follows white space and comments.
        enum Word { case reference, generation, zero, other }
        return bytes.withUnsafeBufferPointer { bytes in
            var (next, afterLine, afterNumber) = (Word.other, Word.other, Word.other)
            var (number, unit) = (0, 1)
            for place in bytes.indices.reversed() {
                let follower = place + 1 < bytes.count ? bytes[place + 1] : 32
                switch bytes[place] {
                case 10, 13: afterLine = next
                case 0, 9, 12, 32: break
                case UInt8(ascii: "%"): next = afterLine
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    if !isDigit(follower) {
                        afterNumber = isSpace(follower) || follower == UInt8(ascii: "%") ? next : .other
                        (number, unit) = (0, 1)
                    }
                    let digit = Int(bytes[place] - 48)
                    // Ten digits and more are as good as the largest number.
                    number = digit > 0 && unit > 1_000_000_000 ? .max : number == .max ? .max : number + digit * unit
                    if unit <= 1_000_000_000 { unit *= 10 }
                    let isFirst = place == 0 || !isDigit(bytes[place - 1])
                    let isNumber = afterNumber == .generation || afterNumber == .zero
                    if isFirst, isNumber, isFound(Reference(number: number, isOfFirst: afterNumber == .zero)) {
                        return true
                    }
                    next = afterNumber == .reference ? number == 0 ? .zero : .generation : .other
                case UInt8(ascii: "+"), UInt8(ascii: "-"): if !isDigit(follower) { next = .other }
                case UInt8(ascii: "R"): next = isRegular(follower) ? .other : .reference
                default: next = .other
                }
            }
            return false
        }
    }

    /// Returns whether a file is not linearized, or was while it had no more than `count` bytes.
    ///
    /// Programs begin with another section of a linearized file as soon as it has the length `L` (ISO 32000-2 Annex F).
    /// They find the dictionary at the start of the file, in different ways. So each `L` of the file counts, and
    /// none may have a comment before its number.
    static func isLinearized(_ bytes: [UInt8], within count: Int) -> Bool {
        var isLinearized = false
        var isWithin = true
        for place in bytes.indices where bytes[place] == UInt8(ascii: "/") {
            var cursor = PDFCursor(bytes, at: place)
            if cursor.takeName("Linearized") { isLinearized = true }
            cursor.at = place
            guard isWithin, cursor.takeName("L") else { continue }
            cursor.skipSpace()
            while cursor.take("+") || cursor.take("-") {}
            isWithin = !cursor.take("%") && cursor.digits(limit: count) <= count
        }
        return isWithin || !isLinearized
    }

    /// Skips a name if it is here. `#` and two digits may stand for each of its characters, or for a zero after it.
    private mutating func takeName(_ name: StaticString) -> Bool {
        guard take("/") else { return false }
        for i in 0...name.utf8CodeUnitCount {
            let isEnd = i == name.utf8CodeUnitCount
            guard at < bytes.count, !isEnd || Self.isRegular(bytes[at]) else { return isEnd }
            let isEscape = bytes[at] == UInt8(ascii: "#")
            // Most names have no escapes, and a file has many names.
            let found = isEscape ? escaped : bytes[at]
            guard found == (isEnd ? 0 : name.utf8Start[i]) else { return false }
            at += isEscape ? 3 : 1
        }
        return true
    }

    /// The character that the two digits after this one stand for.
    private var escaped: UInt8? {
        UInt8(String(decoding: bytes[min(at + 1, bytes.count)...].prefix(2), as: UTF8.self), radix: 16)
    }

    /// Reads digits of a number, up to the first one beyond `limit`.
    private mutating func digits(limit: Int) -> Int {
        var value = 0
        while at < bytes.count, Self.isDigit(bytes[at]), value <= limit {
            value = 10 * value + Int(bytes[at] - 48)
            at += 1
        }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 12, 13, 32: true
        default: false
        }
    }

    /// Returns whether a byte is part of a word, and not white space or a delimiter (ISO 32000-2 §7.2.3).
    private static func isRegular(_ byte: UInt8) -> Bool { !isSpace(byte) && !"()<>[]{}/%".utf8.contains(byte) }
}
