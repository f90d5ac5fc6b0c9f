// SPDX-License-Identifier: MIT

/// An element of an InkML file: its name without a prefix, its attributes, and the text of those whose text counts.
final class InkMLElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [InkMLElement] = []
    private(set) var text: [UInt8] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    func append(_ child: InkMLElement) { children.append(child) }
    func append(text more: String) { text += more.utf8 }

    /// What others refer to the element by.
    var id: String? { attributes["xml:id"] ?? attributes["id"] }

    /// The id that an attribute refers to, without the number sign.
    func reference(_ attribute: String) -> String? {
        attributes[attribute].map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    func number(_ attribute: String) -> Double? {
        attributes[attribute].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The text as a number.
    var number: Double? {
        let word = text.split { $0 <= 0x20 }.first ?? []
        return Double(String(decoding: word, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
