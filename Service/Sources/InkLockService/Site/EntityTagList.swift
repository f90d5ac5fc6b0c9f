// SPDX-License-Identifier: MIT

/// The value of an `If-Match` or `If-None-Match` field: tags with commas between them, or `*` for any (RFC 9110 §13.1).
/// Tags are bytes.
struct EntityTagList {
    private let tags: [Substring.UTF8View]

    /// Creates a list from the values of all fields with the name.
    init(_ values: [String]) {
        tags = values.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { tag in
            var trimmed = tag.drop { $0 == 0x20 || $0 == 0x09 }
            while let last = trimmed.last, last == 0x20 || last == 0x09 { trimmed.removeLast() }
            return trimmed
        }
    }

    /// Compares weakly, as `If-None-Match` requires, because a proxy that compressed the file may have marked the tag
    /// as weak.
    ///
    /// - Complexity: O(length of the field).
    func matches(_ tag: String) -> Bool {
        tags.contains { $0.elementsEqual("*".utf8) || $0.elementsEqual(tag.utf8) || $0.elementsEqual("W/\(tag)".utf8) }
    }

    /// Compares strongly, as `If-Match` requires.
    ///
    /// - Complexity: O(length of the field).
    func matchesStrongly(_ tag: String) -> Bool {
        tags.contains { $0.elementsEqual("*".utf8) || $0.elementsEqual(tag.utf8) }
    }
}
