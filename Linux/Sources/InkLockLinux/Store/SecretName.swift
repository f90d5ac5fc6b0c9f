// SPDX-License-Identifier: MIT

/// The name of a secret, and the name of its file.
public struct SecretName: Hashable, Sendable, Comparable {
    /// The maximum length of a name in bytes of UTF-8.
    public static let byteLimit = 64
    static let suffix = ".secret"

    /// The name as the app passed it.
    public let text: String

    /// Creates a name. Returns `nil` if the text is empty, too long, or has control characters.
    public init?(_ text: String) {
        guard 1...Self.byteLimit ~= text.utf8.count,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.text = text
    }

    /// Creates the name that a file's name stands for; `nil` for any other file.
    init?(file: String) {
        guard file.hasSuffix(Self.suffix) else { return nil }
        var bytes: [UInt8] = []
        var rest = file.utf8.dropLast(Self.suffix.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        // Each name has one file.
        guard let text = String(validating: bytes, as: UTF8.self), let name = SecretName(text), name.file == file
        else { return nil }
        self = name
    }

    /// The name of the file: letters, digits, `-` and `_` as they are, and any other byte as `%` with two digits.
    var file: String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result + Self.suffix
    }

    public static func < (a: SecretName, b: SecretName) -> Bool { a.text < b.text }
}
