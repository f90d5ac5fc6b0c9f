// SPDX-License-Identifier: MIT

/// The text of a passcode during entry: normalised UTF-8 and its number of characters.
///
/// The core contains no Unicode composition tables. It recognises text that is normalised in any context (everything
/// below U+0300) and reports all other text for normalisation by the host.
struct PasscodeText: ~Copyable {
    let kind: PasscodeKind
    private(set) var bytes: SecretBytes
    /// The number of characters, which are Unicode scalars.
    private(set) var count = 0
    /// A Boolean value that indicates whether the text is known to be in normalisation form C.
    private(set) var isNormalised = true

    init(kind: PasscodeKind) {
        self.kind = kind
        bytes = SecretBytes(capacity: kind.byteLimit)
    }

    /// Appends a character; for kinds of digits, the ASCII digit of its value.
    mutating func append(_ scalar: UInt32) -> PasscodeEntry.Refusal? {
        if let refusal = Self.refusal(of: scalar, kind) { return refusal }
        guard count < kind.lengths.upperBound else { return .tooLong }
        appendUnchecked(scalar)
        // Scalars from U+0300 on may combine with the preceding one.
        if scalar >= 0x300 && !kind.isNumeric { isNormalised = false }
        return nil
    }

    /// Replaces the whole text. `utf8` must be in normalisation form C.
    mutating func replace(with utf8: UnsafeBufferPointer<UInt8>) -> PasscodeEntry.Refusal? {
        var reader = UTF8Reader(utf8)
        var length = 0
        while !reader.isAtEnd {
            guard let scalar = reader.next() else { return .notACharacter }
            if isSeparator(scalar) { continue }
            if let refusal = Self.refusal(of: scalar, kind) { return refusal }
            length += 1
            guard length <= kind.lengths.upperBound else { return .tooLong }
        }
        clear()
        reader = UTF8Reader(utf8)
        while let scalar = reader.next() {
            if !isSeparator(scalar) { appendUnchecked(scalar) }
        }
        return nil
    }

    /// Removes the last character. A prefix of normalised text is normalised.
    mutating func removeLast() {
        guard count > 0 else { return }
        let start = bytes.withBytes { bytes in
            var i = bytes.count - 1
            while bytes[i] & 0xC0 == 0x80 { i -= 1 }
            return i
        }
        bytes.truncate(to: start)
        count -= 1
        if count == 0 { isNormalised = true }
    }

    /// Overwrites the text.
    mutating func clear() {
        bytes.wipe()
        count = 0
        isNormalised = true
    }

    /// Moves the bytes out and leaves the text empty.
    mutating func take() -> SecretBytes {
        var taken = SecretBytes(capacity: kind.byteLimit)
        swap(&taken, &bytes)
        clear()
        return taken
    }

    private mutating func appendUnchecked(_ scalar: UInt32) {
        if kind.isNumeric, let digit = DecimalDigit.value(of: scalar) {
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
        } else if let scalar = Unicode.Scalar(scalar) {
            for byte in scalar.utf8 { bytes.append(byte) }
        }
        count += 1
    }

    private static func refusal(of scalar: UInt32, _ kind: PasscodeKind) -> PasscodeEntry.Refusal? {
        if kind.isNumeric { return DecimalDigit.value(of: scalar) == nil ? .notADigit : nil }
        return isText(scalar) ? nil : .notACharacter
    }

    /// Returns whether a scalar is text: not a control character, a line or paragraph separator, or a noncharacter.
    private static func isText(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0xFDD0...0xFDEF: false
        default: scalar & 0xFFFE != 0xFFFE
        }
    }

    /// Returns whether a scalar is a separator between groups of a number, or an invisible mark that is copied along
    /// with it. In alphanumeric text every character counts.
    private func isSeparator(_ scalar: UInt32) -> Bool {
        guard kind.isNumeric else { return false }
        switch scalar {
        case 0x9, 0xA, 0xD, 0x20, 0x2D, 0x2E, 0xA0, 0x61C, 0x2000...0x2015, 0x202A...0x202F, 0x2066...0x2069, 0x3000,
            0xFEFF:
            return true
        default: return false
        }
    }
}
