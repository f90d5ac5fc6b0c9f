// SPDX-License-Identifier: MIT

/// Text from files and arguments as it may be shown on a terminal.
enum TerminalText {
    /// The most Unicode scalars of a drawing's name that are shown.
    static let nameLimit = 80

    /// The text with what could command a terminal or reorder its line escaped as `\u{…}`: control and format
    /// characters, line separators, and code points without a meaning.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isPlain(scalar) {
                result.append(scalar)
            } else {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(result)
    }

    /// A drawing's name, ``printable(_:)`` and cut to ``nameLimit`` scalars.
    static func name(_ name: String) -> String {
        let shown = name.unicodeScalars.prefix(nameLimit)
        let isCut = shown.endIndex < name.unicodeScalars.endIndex
        return printable(String(String.UnicodeScalarView(shown))) + (isCut ? "…" : "")
    }

    /// A ``name(_:)`` in quotation marks, which its own cannot end: what a name says is told from what a report says.
    static func quoted(_ text: String) -> String {
        "\"" + name(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")) + "\""
    }

    /// JSON with the characters of ``printable(_:)`` beyond ASCII, which stand in texts only, as JSON's escapes.
    static func json(_ json: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if scalar.value < 0x7F || isPlain(scalar) {
                result.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar)! {
                let digits = String(unit, radix: 16)
                let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                result.append(contentsOf: escape.unicodeScalars)
            }
        }
        return String(result)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
