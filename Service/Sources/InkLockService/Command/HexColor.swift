// SPDX-License-Identifier: MIT
import ArgumentParser
import InkStroke

/// A colour as CSS writes it in hexadecimal: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
struct HexColor: ExpressibleByArgument, Hashable, Sendable {
    let color: SRGBColor

    init?(argument: String) {
        guard argument.first == "#" else { return nil }
        var digits: [UInt32] = []
        for character in argument.dropFirst() {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt32(digit))
        }
        if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
        if digits.count == 6 { digits += [15, 15] }
        guard digits.count == 8 else { return nil }
        color = SRGBColor(rgba: digits.reduce(0) { $0 << 4 | $1 })
    }
}
