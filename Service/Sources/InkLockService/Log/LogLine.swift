// SPDX-License-Identifier: MIT
import Foundation
import Logging

/// The form of the lines in the log.
enum LogFormat: String, CaseIterable, Sendable {
    case text
    /// One JSON object per line.
    case json
}

/// A line of the log. Its length is bounded, and it has no control characters.
struct LogLine {
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata
    var time = Date()

    /// The maximum number of bytes of a line. A pipe takes as many in one piece, so that lines of several programs do
    /// not mix.
    static let byteLimit = 4096
    private static let messageLimit = 1024
    private static let valueLimit = 512

    /// Returns the bytes with the line's end.
    func bytes(_ format: LogFormat) -> [UInt8] {
        var text =
            switch format {
            case .text:
                "\(Self.stamp(time)) \(level) \(label): \(Self.escaped(message, Self.messageLimit))"
            case .json:
                "{\"time\":\"\(Self.stamp(time))\",\"level\":\"\(level)\",\"logger\":\"\(label)\","
                    + "\"message\":\"\(Self.escaped(message, Self.messageLimit))\""
            }
        let end = format == .json ? "}\n" : "\n"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let key = Self.escaped(key, 64)
            let member =
                switch format {
                case .text: " \(key)=\(Self.word(value))"
                case .json: ",\"\(key)\":\(Self.json(value))"
                }
            guard !Self.members.contains(key), text.utf8.count + member.utf8.count + end.utf8.count <= Self.byteLimit
            else { continue }
            text += member
        }
        return Array((text + end).utf8)
    }

    /// The names of the members that every line has.
    private static let members: Set<String> = ["time", "level", "logger", "message"]

    /// Returns a value as text, in quotation marks if it is not one plain word.
    private static func word(_ value: Logger.MetadataValue) -> String {
        let text = escaped("\(value)", valueLimit)
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x3D }
        return isPlain ? text : "\"\(text)\""
    }

    /// Returns a value as JSON. Numbers stay numbers.
    private static func json(_ value: Logger.MetadataValue) -> String {
        if case .stringConvertible(let number) = value {
            if let number = number as? Int { return "\(number)" }
            if let number = number as? Double, number.isFinite { return "\(number)" }
        }
        return "\"\(escaped("\(value)", valueLimit))\""
    }

    /// Returns the text between the quotation marks of a JSON string, without characters that control a terminal.
    private static func escaped(_ text: String, _ limit: Int) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            default:
                if isShown(scalar) {
                    escaped.unicodeScalars.append(scalar)
                } else {
                    for unit in String(scalar).utf16 {
                        escaped += "\\u" + Hexadecimal.text([UInt8(unit >> 8), UInt8(unit & 0xFF)])
                    }
                }
            }
            guard escaped.utf8.count <= limit else { return escaped + "…" }
        }
        return escaped
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// Returns the time in the form of RFC 3339, in UTC with milliseconds.
    private static func stamp(_ time: Date) -> String {
        let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded(.down))
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: some BinaryInteger, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))T"
            + "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))."
            + "\(digits(milliseconds % 1000, 3))Z"
    }
}
