// SPDX-License-Identifier: MIT

/// The value of an `If-None-Match` field: tags with commas between them, or `*` for any (RFC 9110 §13.1.2).
struct EntityTagList {
    private let tags: [Substring]

    /// From the values of all fields of that name.
    init(_ values: [String]) {
        tags = values.flatMap { $0.split(separator: ",") }.map { tag in
            let trimmed = tag.drop { $0 == " " || $0 == "\t" }
            return trimmed[
                ..<(trimmed.lastIndex { $0 != " " && $0 != "\t" }.map(trimmed.index(after:)) ?? trimmed.startIndex)]
        }
    }

    /// Compares weakly, as this field asks: a proxy that compressed the file may have marked our tag as weak.
    /// Complexity: O(length of the field).
    func matches(_ tag: String) -> Bool {
        tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}
