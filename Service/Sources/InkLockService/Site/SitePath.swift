// SPDX-License-Identifier: MIT

/// The validated path of a request. No component leaves its folder, names a hidden file or has another meaning to the
/// file system.
struct SitePath: Sendable {
    /// The percent-decoded names of the folders and the file; empty for the site's front page.
    let components: [String]
    /// A Boolean value that indicates whether the path ends with a slash and names a folder.
    let namesFolder: Bool

    /// Parses the percent-encoded path of a request line.
    ///
    /// Returns `nil` for suspicious paths: an empty component, one that begins with a dot, an encoded slash or
    /// backslash, control characters, invalid percent-encoding, or bytes that are not UTF-8.
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

    /// The bytes of the components, joined by slashes. No component contains a slash.
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
