// SPDX-License-Identifier: MIT
import InkStroke

/// A buffer of ASCII text. Swift's own strings would triple the size of the browser module.
struct TextBytes {
    var bytes: [UInt8] = []

    @inline(never) mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a byte. Copies of it would take half a kilobyte of the browser module.
    @inline(never) private mutating func byte(_ value: UInt8) { bytes.append(value) }

    @inline(never) mutating func integer(_ value: Int) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        integer(value.magnitude)
    }

    /// Appends an unsigned integer. A brush's seed needs it, because `Int` has only 32 bits in the browser.
    @inline(never) mutating func integer(_ value: UInt) {
        if value > 9 { integer(value / 10) }
        digit(UInt8(value % 10))
    }

    /// Appends a number given in hundredths, without trailing zeros.
    @inline(never) mutating func hundredths(_ value: Int) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        let whole = Int(value.magnitude / 100)
        let part = Int(value.magnitude % 100)
        if whole > 0 || part == 0 { integer(whole) }
        guard part > 0 else { return }
        byte(UInt8(ascii: "."))
        digit(UInt8(part / 10))
        if part % 10 > 0 { digit(UInt8(part % 10)) }
    }

    /// Appends a number with two decimals.
    @inline(never) mutating func number(_ value: Double) { hundredths(Self.hundredths(value)) }

    static func hundredths(_ value: Double) -> Int {
        let limit = 2_000_000_000.0
        let scaled = (value * 100).rounded(.toNearestOrEven)
        return Int(scaled < -limit ? -limit : scaled > limit ? limit : scaled)
    }

    /// Appends a fraction of 255 with four decimals, 0...1.
    @inline(never) mutating func fraction(_ value: UInt8) {
        if value == 255 {
            digit(1)
            return
        }
        digit(0)
        guard value > 0 else { return }
        byte(UInt8(ascii: "."))
        var rest = (Int(value) * 100_000 / 255 + 5) / 10
        for divisor in [1000, 100, 10, 1] {
            digit(UInt8(rest / divisor))
            rest %= divisor
        }
    }

    /// Appends a colour as `#rrggbb`.
    mutating func hexColor(_ color: SRGBColor) {
        byte(UInt8(ascii: "#"))
        for channel in [color.red, color.green, color.blue] {
            digit(channel >> 4)
            digit(channel & 15)
        }
    }

    /// Appends a digit, up to 15 in base 16.
    private mutating func digit(_ value: UInt8) {
        byte(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
    }

    /// Appends Base 64 (RFC 4648, section 4).
    mutating func base64(_ data: [UInt8]) {
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        bytes.reserveCapacity(bytes.count + (data.count + 2) / 3 * 4)
        alphabet.withUTF8Buffer { letters in
            var i = 0
            while i < data.count {
                let left = data.count - i
                let group =
                    Int(data[i]) << 16 | (left > 1 ? Int(data[i + 1]) << 8 : 0) | (left > 2 ? Int(data[i + 2]) : 0)
                byte(letters[group >> 18])
                byte(letters[group >> 12 & 63])
                byte(left > 1 ? letters[group >> 6 & 63] : UInt8(ascii: "="))
                byte(left > 2 ? letters[group & 63] : UInt8(ascii: "="))
                i += 3
            }
        }
    }
}
