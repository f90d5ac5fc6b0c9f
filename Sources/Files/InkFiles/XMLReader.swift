// SPDX-License-Identifier: MIT

/// A parser of untrusted XML 1.0 in UTF-8: elements, attributes, text, comments and CDATA sections. It does not support
/// document types, and therefore no entity declarations.
///
/// Foundation's parser is not used because on Linux it traps on names that are not valid UTF-8.
struct XMLReader {
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var offset = 0
    private var open: [(name: FileText, element: MarkupElement)] = []
    private var root: MarkupElement?

    /// Returns the root element of a file.
    /// - Complexity: O(`bytes.count`).
    static func root(of bytes: [UInt8]) throws(DrawingFileError) -> MarkupElement {
        var reader = XMLReader(bytes)
        return try reader.read()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    private mutating func read() throws(DrawingFileError) -> MarkupElement {
        try refuseOtherEncodings()
        while offset < bytes.count {
            if take("<!--") {
                try skip(past: "--")
                guard take(">") else { throw failure("a comment contains two hyphens") }
            } else if take("<?") {
                try skip(past: "?>")
            } else if take("<![CDATA[") {
                let start = offset
                try skip(past: "]]>")
                guard let element = open.last?.element else { throw failure("text is misplaced") }
                element.append(text: bytes[start..<offset - 3])
            } else if starts("<!") {
                throw failure("document types and entities are not accepted: remove them")
            } else if starts("</") {
                try endTag()
            } else if starts("<") {
                try startTag()
            } else {
                try text()
            }
        }
        guard let root, open.isEmpty else { throw failure("the file ends before its outermost element does") }
        return root
    }

    private mutating func startTag() throws(DrawingFileError) {
        guard open.count < Self.maximumDepth else { throw failure("the elements are nested too deeply") }
        guard root == nil || !open.isEmpty else { throw failure("a second outermost element begins") }
        offset += 1
        let name = try name()
        var attributes: [FileText: FileText] = [:]
        while true {
            let hasSpace = skipSpace()
            if starts("/>") || starts(">") { break }
            guard hasSpace else { throw failure("white space or the tag's end is expected") }
            let key = try self.name()
            skipSpace()
            guard take("=") else { throw failure("an equals sign is expected") }
            skipSpace()
            guard attributes.updateValue(try attributeValue(), forKey: key) == nil else {
                throw failure("an attribute stands twice")
            }
        }
        let local = localName(name)
        let element = MarkupElement(name: local, attributes: attributes)
        if let parent = open.last?.element { parent.append(element) } else { root = element }
        if take("/") {
            offset += 1
        } else {
            offset += 1
            open.append((name, element))
        }
    }

    /// Returns the name without its prefix.
    private func localName(_ name: FileText) -> FileText {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return FileText(stringLiteral: String(Substring(name.utf8[colon...].dropFirst())))
    }

    private mutating func endTag() throws(DrawingFileError) {
        offset += 2
        let name = try name()
        skipSpace()
        guard take(">") else { throw failure("the tag's end is expected") }
        guard open.popLast()?.name == name else { throw failure("an element ends that is not the innermost") }
    }

    private mutating func attributeValue() throws(DrawingFileError) -> FileText {
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw failure("a quotation mark is expected")
        }
        offset += 1
        let plain = run(upTo: Self.attributeEnds)
        if current == quote {
            offset += 1
            return FileText(plain)
        }
        var value = Array(plain)
        while let byte = current, byte != quote {
            switch byte {
            case UInt8(ascii: "<"): throw failure("a tag begins in an attribute")
            case UInt8(ascii: "&"): value += try reference().utf8
            default:
                // The other kind of quotation mark, and the text that follows it.
                value.append(byte)
                offset += 1
                value += run(upTo: Self.attributeEnds)
            }
        }
        guard current == quote else { throw failure("the file ends in an attribute") }
        offset += 1
        return FileText(value)
    }

    private mutating func text() throws(DrawingFileError) {
        if current == UInt8(ascii: "&") {
            guard let element = open.last?.element else { throw failure("text is misplaced") }
            return element.append(text: try reference().utf8)
        }
        let run = run(upTo: Self.textEnds)
        if let element = open.last?.element {
            element.append(text: run)
        } else {
            guard run.allSatisfy(Self.isSpace) else { throw failure("text is misplaced") }
        }
    }

    /// Skips and returns the bytes before the next one that ends the run.
    private mutating func run(upTo ends: [Bool]) -> ArraySlice<UInt8> {
        let start = offset
        offset = bytes.withUnsafeBufferPointer { bytes in
            ends.withUnsafeBufferPointer { ends in
                var end = start
                while end < bytes.count, !ends[Int(bytes[end])] { end += 1 }
                return end
            }
        }
        return bytes[start..<offset]
    }

    /// Returns a table that indicates for each byte whether it is one of the marks.
    private static func table(_ marks: String) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in marks.utf8 { table[Int(byte)] = true }
        return table
    }

    private static let textEnds = table("<&")
    private static let attributeEnds = table("<&\"'")
    private static let nameEnds = table("/>=<\"'& \t\n\r")

    /// Returns the text of a predefined entity or a numeric reference.
    private mutating func reference() throws(DrawingFileError) -> String {
        let inside = bytes[(offset + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
        let end = offset + 1 + inside.count
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";"),
            let text = Self.meaning(of: String(decoding: inside, as: UTF8.self))
        else { throw failure("an entity is unknown") }
        offset = end + 1
        return text
    }

    private static func meaning(of name: String) -> String? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"),
                let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
            else { return nil }
            return Unicode.Scalar(code).map { String(Character($0)) }
        }
    }

    /// Reads the name of an element or attribute, including its prefix.
    private mutating func name() throws(DrawingFileError) -> FileText {
        let name = run(upTo: Self.nameEnds)
        guard !name.isEmpty else { throw failure("a name is expected") }
        return FileText(name)
    }

    /// Rejects other encodings, in which the markup characters may have other bytes.
    private func refuseOtherEncodings() throws(DrawingFileError) {
        guard !bytes.contains(0) else { throw failure("the file is not in UTF-8: save it as UTF-8") }
        guard starts("<?xml") else { return }
        let declaration = String(
            decoding: bytes[offset...].prefix(400).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        let words = declaration.lowercased().split { $0.isWhitespace || "=?\"'".contains($0) }
        guard let index = words.firstIndex(of: "encoding") else { return }
        let encoding = words[index...].dropFirst().first
        guard encoding == "utf-8" || encoding == "us-ascii" else {
            throw failure("the file's encoding is not accepted: save it as UTF-8")
        }
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func starts(_ mark: StaticString) -> Bool {
        bytes[offset...].starts(with: UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount))
    }

    private mutating func take(_ mark: StaticString) -> Bool {
        guard starts(mark) else { return false }
        offset += mark.utf8CodeUnitCount
        return true
    }

    private mutating func skip(past mark: StaticString) throws(DrawingFileError) {
        while offset < bytes.count {
            if take(mark) { return }
            offset += 1
        }
        throw failure("the file ends in a comment, an instruction or a CDATA section")
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = offset
        while let byte = current, Self.isSpace(byte) { offset += 1 }
        return offset > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private func failure(_ reason: String) -> DrawingFileError { .invalidSyntax(bytes, at: offset, reason) }
}
