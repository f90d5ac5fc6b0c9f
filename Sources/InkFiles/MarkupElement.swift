// SPDX-License-Identifier: MIT

/// An element of an XML file: its name without a prefix, its attributes, its text without that of its children.
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

    /// What others refer to the element by.
    var id: FileText? { attributes["xml:id"] ?? attributes["id"] }

    /// The id that an attribute refers to, without the number sign.
    func reference(_ attribute: FileText) -> FileText? {
        attributes[attribute].map { $0.hasPrefix("#") ? $0.dropFirst(1) : $0 }
    }

    /// An attribute as a number; `nil` where it is none, or not finite.
    func number(_ attribute: FileText) -> Double? { attributes[attribute]?.number }

    /// The text's first word as a number; `nil` where it is none, or not finite.
    var number: Double? { FileText.number(text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }) }
}
