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

    /// Returns an attribute as a number; `nil` if it is not a finite number.
    func number(_ attribute: FileText) -> Double? { attributes[attribute]?.number }

    /// The first word of the text as a number; `nil` if it is not a finite number.
    var number: Double? { FileText.number(text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }) }
}
