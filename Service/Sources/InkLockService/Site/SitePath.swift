// SPDX-License-Identifier: MIT

/// The path of a request, taken apart and found harmless: no component can climb out of a folder, name a hidden file
/// or mean something else to the file system than it says.
struct SitePath: Sendable {
    /// Names of folders and at last of a file, percent-decoded; empty for the site's front page.
    let components: [String]
    /// The path ended in a slash: a folder is asked for.
    let namesFolder: Bool

    /// Takes apart the path of a request line, still percent-encoded.
    ///
    /// Gives `nil` for all that could be meant to trick: an empty component, one that begins with a dot, a slash or
    /// backslash in disguise, control characters, broken percent signs, bytes that are not UTF-8.
    init?(percentEncoded path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        namesFolder = parts.last?.isEmpty ?? true
        if namesFolder { parts = parts.dropLast() }
        var components: [String] = []
        for part in parts {
            guard let name = Self.decoded(part), Self.isHarmless(name) else { return nil }
            components.append(name)
        }
        self.components = components
    }

    /// A Boolean value that indicates whether the file's name contains a hash of its contents, as `scripts/build-site`
    /// names the files in `assets`: `NAME-` and eight letters and digits of base 32 (RFC 4648 §6).
    var isNamedByContents: Bool {
        guard components.count == 2, components[0] == "assets", !namesFolder else { return false }
        let parts = components[1].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let hash = parts[0].split(separator: UInt8(ascii: "-")).last, hash.count == 8 else {
            return false
        }
        let digits = UInt8(ascii: "2")...UInt8(ascii: "7")
        return hash.startIndex > parts[0].startIndex
            && hash.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || digits.contains($0) }
    }

    /// The bytes of the components with slashes between them. No component has one inside.
    var bytes: [UInt8] {
        let slash = [UInt8(ascii: "/")]
        return Array(components.map { Array($0.utf8) }.joined(separator: slash)) + (namesFolder ? slash : [])
    }

    private static func decoded(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    private static func isHarmless(_ name: String) -> Bool {
        let forbidden = [UInt8(ascii: "/"), UInt8(ascii: "\\"), 0x7F]
        return !name.isEmpty && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { $0 >= 0x20 && !forbidden.contains($0) }
    }
}
