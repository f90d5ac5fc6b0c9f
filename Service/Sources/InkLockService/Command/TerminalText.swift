// SPDX-License-Identifier: MIT

/// Functions that make text from files and arguments safe for a terminal.
enum TerminalText {
    /// The maximum number of Unicode scalars of a drawing's name that are shown.
    static let nameLimit = 80

    /// Returns the text with characters that could control a terminal or reorder the line escaped as `\u{…}`: control
    /// and format characters, line separators, and unassigned code points.
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

    /// Returns a drawing's name as ``printable(_:)`` text of at most ``nameLimit`` scalars.
    static func name(_ name: String) -> String {
        let shown = name.unicodeScalars.prefix(nameLimit)
        let isCut = shown.endIndex < name.unicodeScalars.endIndex
        return printable(String(String.UnicodeScalarView(shown))) + (isCut ? "…" : "")
    }

    /// Returns a ``name(_:)`` in quotation marks. Quotation marks in the name are escaped, so that it cannot imitate
    /// the report.
    static func quoted(_ text: String) -> String {
        "\"" + name(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")) + "\""
    }

    /// Returns JSON in which the characters beyond ASCII that ``printable(_:)`` escapes are JSON escapes.
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
