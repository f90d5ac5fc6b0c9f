// SPDX-License-Identifier: MIT

/// An element of an XML file: its name without a prefix, its attributes, and its text without that of its children.
final class MarkupElement {
    let name: FileText
    let attributes: [FileText: FileText]
    private(set) var children: [MarkupElement] = []
    private(set) var text: [UInt8] = []

    init(name: FileText, attributes: [FileText: FileText]) {
        self.name = name
        self.attributes = attributes
    }

    func append(_ child: MarkupElement) { children.append(child) }
    func append(text more: some Sequence<UInt8>) { text += more }

    /// The ID for references to the element.
    var id: FileText? { attributes["xml:id"] ?? attributes["id"] }

    /// Returns the ID that an attribute refers to, without the number sign.
    func reference(_ attribute: FileText) -> FileText? {
        attributes[attribute].map { $0.hasPrefix("#") ? $0.dropFirst(1) : $0 }
    }

    /// Returns an attribute as a number; `nil` if it is not a finite decimal number.
    ///
    /// The attributes are of the type `xsd:decimal`, around which white space is allowed. It has no exponents, but some
    /// programs write them.
    func number(_ attribute: FileText) -> Double? { attributes[attribute].flatMap { Self.number($0.utf8) } }

    /// The first word of the text as a number; `nil` if it is not a finite decimal number.
    var number: Double? { Self.number(text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }) }

    private static func number(_ text: some Collection<UInt8>) -> Double? {
        let word = text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        // `Double` accepts hexadecimal digits too.
        guard word.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            text[word.endIndex...].allSatisfy({ $0 <= 0x20 })
        else { return nil }
        return FileText.number(Array(word)[...])
    }
}
