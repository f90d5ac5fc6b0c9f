// SPDX-License-Identifier: MIT

/// A writer of JSON tokens. The caller writes commas and brackets.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes text that already is JSON.
    mutating func raw(_ text: String) { bytes += text.utf8 }

    /// Writes the shortest digits that parse to the same number; `null` for `nil` and for a number that is not finite.
    mutating func number(_ value: Double?) {
        guard let value, value.isFinite else { return raw("null") }
        raw(decimal(value))
    }

    /// Writes items separated by commas.
    mutating func list<T>(_ items: [T], separator: String = ",", _ item: (inout JSONWriter, T) -> Void) {
        for i in items.indices {
            if i > 0 { raw(separator) }
            item(&self, items[i])
        }
    }
}

/// The shortest decimal digits that read back as the same finite number, without a needless ".0".
func decimal(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
