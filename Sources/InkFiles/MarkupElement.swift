// SPDX-License-Identifier: MIT

/// An element of an XML file: its name without a prefix, its attributes, its text without that of its children.
final class MarkupElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [MarkupElement] = []
    private(set) var text: [UInt8] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    func append(_ child: MarkupElement) { children.append(child) }
    func append(text more: some Sequence<UInt8>) { text += more }

    /// What others refer to the element by.
    var id: String? { attributes["xml:id"] ?? attributes["id"] }

    /// The id that an attribute refers to, without the number sign.
    func reference(_ attribute: String) -> String? {
        attributes[attribute].map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    /// An attribute as a number; `nil` where it is none, or not finite.
    func number(_ attribute: String) -> Double? {
        attributes[attribute].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The text's first word as a number; `nil` where it is none, or not finite.
    var number: Double? {
        let word = text.split(maxSplits: 1) { $0 <= 0x20 }.first ?? []
        return Double(String(decoding: word, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
