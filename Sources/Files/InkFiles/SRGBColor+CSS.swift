// SPDX-License-Identifier: MIT
import InkStroke

extension SRGBColor {
    /// The maximum length of a colour in bytes.
    private static let maximumTextBytes = 128

    /// Parses a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `rgba()` with commas or spaces, the
    /// sixteen basic names, and orange, grey and transparent.
    ///
    /// Returns `nil` for any other text, and for text of more than 128 bytes.
    /// - Complexity: O(1).
    public init?(css text: String) {
        guard text.utf8.count <= Self.maximumTextBytes else { return nil }
        var word = text.utf8.filter { !(0x09...0x0D ~= $0) }.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        while word.last == 0x20 { word.removeLast() }
        let trimmed = word.drop { $0 == 0x20 }
        if trimmed.first == UInt8(ascii: "#") {
            guard let color = Self.hexadecimal(trimmed.dropFirst()) else { return nil }
            self = color
        } else if trimmed.starts(with: "rgb".utf8) {
            guard let color = Self.functional(trimmed) else { return nil }
            self = color
        } else {
            guard let rgba = Self.names[FileText(trimmed)] else { return nil }
            self.init(rgba: rgba)
        }
    }

    /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
    public var css: String {
        let digits = String(rgba, radix: 16)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        return "#" + (alpha == 255 ? String(padded.prefix(6)) : padded)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> SRGBColor? {
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else { return nil }
        var full = Array(digits)
        if digits.count == 3 || digits.count == 4 { full = digits.flatMap { [$0, $0] } }
        if full.count == 6 { full += "ff".utf8 }
        guard full.count == 8, let value = UInt32(String(decoding: full, as: UTF8.self), radix: 16) else { return nil }
        return SRGBColor(rgba: value)
    }

    private static func functional(_ text: ArraySlice<UInt8>) -> SRGBColor? {
        guard let open = text.firstIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")") else { return nil }
        guard text[..<open].elementsEqual("rgb".utf8) || text[..<open].elementsEqual("rgba".utf8) else { return nil }
        let separators = Array(" ,/".utf8)
        let parts = text[(open + 1)...].dropLast().split { separators.contains($0) }
        guard parts.count == 3 || parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for (i, part) in parts.enumerated() {
            let isPercentage = part.last == UInt8(ascii: "%")
            guard let value = FileText.number(isPercentage ? part.dropLast() : part) else { return nil }
            let fullValue = isPercentage ? 100.0 : i == 3 ? 1 : 255
            bytes.append(UInt8((min(max(value / fullValue, 0), 1) * 255).rounded()))
        }
        return SRGBColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    private static let names: [FileText: UInt32] = [
        "black": 0x0000_00FF, "silver": 0xC0C0_C0FF, "gray": 0x8080_80FF, "grey": 0x8080_80FF,
        "white": 0xFFFF_FFFF, "maroon": 0x8000_00FF, "red": 0xFF00_00FF, "purple": 0x8000_80FF,
        "fuchsia": 0xFF00_FFFF, "green": 0x0080_00FF, "lime": 0x00FF_00FF, "olive": 0x8080_00FF,
        "yellow": 0xFFFF_00FF, "navy": 0x0000_80FF, "blue": 0x0000_FFFF, "teal": 0x0080_80FF,
        "aqua": 0x00FF_FFFF, "orange": 0xFFA5_00FF, "transparent": 0,
    ]
}
