// SPDX-License-Identifier: MIT
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads XML of unknown origin into elements, with Foundation's parser behind checks of its own: no document type,
/// so no entities; encodings in which those checks hold; bounded depth and number of elements.
final class InkMLTree: NSObject, XMLParserDelegate {
    static let maximumDepth = 64
    static let maximumElements = 2_000_000

    private var open: [InkMLElement] = []
    private var root: InkMLElement?
    private var count = 0
    private var failure: DrawingFileError?

    /// The document's outermost element. Complexity: O(`bytes.count`).
    static func root(of bytes: [UInt8]) throws(DrawingFileError) -> InkMLElement {
        try refuseWhatHides(bytes)
        let tree = InkMLTree()
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = tree
        let isParsed = parser.parse()
        if let failure = tree.failure { throw failure }
        guard isParsed, let root = tree.root, tree.open.isEmpty else {
            throw .syntax(
                line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
                reason: "the XML is not well formed.")
        }
        return root
    }

    private static func refuseWhatHides(_ bytes: [UInt8]) throws(DrawingFileError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].first(where: { $0 > 0x20 }) == UInt8(ascii: "<"), !bytes.contains(0) else {
            throw .syntax(line: 1, column: 1, reason: "this is not XML in UTF-8: save it as UTF-8.")
        }
        if let encoding = declaredEncoding(bytes[start...]) {
            guard ["utf-8", "us-ascii", "ascii", "iso-8859-1"].contains(encoding) else {
                throw .syntax(line: 1, column: 1, reason: "the XML's encoding is not accepted: save it as UTF-8.")
            }
        }
        let mark = Array("<!DOCTYPE".utf8)
        for i in bytes.indices where bytes[i] == mark[0] && bytes[i...].starts(with: mark) {
            let line = bytes[..<i].count { $0 == 0x0A } + 1
            throw .syntax(line: line, column: 1, reason: "document types and entities are not accepted: remove them.")
        }
    }

    private static func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
        let declaration = String(decoding: bytes.prefix { $0 != UInt8(ascii: ">") }.prefix(400), as: UTF8.self)
        guard let name = declaration.range(of: "encoding") else { return nil }
        let value = declaration[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return "" }
        return value.dropFirst().prefix { $0 != quote }.lowercased()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard failure == nil else { return }
        count += 1
        guard open.count < Self.maximumDepth && count <= Self.maximumElements else {
            failure = .syntax(
                line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
                reason: "the XML has too many elements, or nests them too deeply.")
            parser.abortParsing()
            return
        }
        let local = name.split(separator: ":").last.map(String.init) ?? name
        let element = InkMLElement(name: local, attributes: attributes)
        if let parent = open.last { parent.append(element) } else { root = root ?? element }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard failure == nil else { return }
        _ = open.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { take(text) }

    func parser(_ parser: XMLParser, foundCDATA data: Data) { take(String(decoding: data, as: UTF8.self)) }

    private func take(_ text: String) {
        guard failure == nil, let element = open.last else { return }
        if element.name == "trace" || element.name == "annotation" { element.append(text: text) }
    }
}
