// SPDX-License-Identifier: MIT
import InkStroke

extension SRGBColor {
    /// A colour as CSS writes it: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()` with commas or spaces,
    /// the sixteen basic names and orange, grey and transparent. `nil` for anything else.
    public init?(css text: String) {
        let word = text.lowercased().filter { !$0.isWhitespace || $0 == " " }
        let trimmed = String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        if trimmed.hasPrefix("#") {
            guard let color = Self.hexadecimal(trimmed.dropFirst()) else { return nil }
            self = color
        } else if trimmed.hasPrefix("rgb") {
            guard let color = Self.functional(trimmed) else { return nil }
            self = color
        } else {
            guard let rgba = Self.names[trimmed] else { return nil }
            self.init(rgba: rgba)
        }
    }

    /// `#rrggbb`, with two more digits where the colour is not opaque.
    public var css: String {
        let digits = String(rgba, radix: 16)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        return "#" + (alpha == 255 ? String(padded.prefix(6)) : padded)
    }

    private static func hexadecimal(_ digits: Substring) -> SRGBColor? {
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        var full = String(digits)
        if digits.count == 3 || digits.count == 4 { full = digits.map { "\($0)\($0)" }.joined() }
        if full.count == 6 { full += "ff" }
        guard full.count == 8, let value = UInt32(full, radix: 16) else { return nil }
        return SRGBColor(rgba: value)
    }

    private static func functional(_ text: String) -> SRGBColor? {
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
        guard ["rgb", "rgba"].contains(text[..<open]) else { return nil }
        let inside = text[text.index(after: open)...].dropLast()
        let parts = inside.split { $0 == " " || $0 == "," || $0 == "/" }
        guard parts.count == 3 || parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for (i, part) in parts.enumerated() {
            let isPercentage = part.hasSuffix("%")
            guard let value = Double(isPercentage ? part.dropLast() : part), value.isFinite else { return nil }
            let fullValue = isPercentage ? 100.0 : i == 3 ? 1 : 255
            bytes.append(UInt8((min(max(value / fullValue, 0), 1) * 255).rounded()))
        }
        return SRGBColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    private static var names: [String: UInt32] {
        [
            "black": 0x0000_00FF, "silver": 0xC0C0_C0FF, "gray": 0x8080_80FF, "grey": 0x8080_80FF,
            "white": 0xFFFF_FFFF, "maroon": 0x8000_00FF, "red": 0xFF00_00FF, "purple": 0x8000_80FF,
            "fuchsia": 0xFF00_FFFF, "green": 0x0080_00FF, "lime": 0x00FF_00FF, "olive": 0x8080_00FF,
            "yellow": 0xFFFF_00FF, "navy": 0x0000_80FF, "blue": 0x0000_FFFF, "teal": 0x0080_80FF,
            "aqua": 0x00FF_FFFF, "orange": 0xFFA5_00FF, "transparent": 0,
        ]
    }
}
