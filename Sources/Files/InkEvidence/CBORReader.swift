// SPDX-License-Identifier: MIT
import Foundation

/// The reason why bytes cannot be read, at an offset from their start.
struct CBORError: Error {
    let offset: Int
}

/// Reads what ``CBORWriter`` writes, from untrusted bytes. It accepts exactly one encoding of each value, so that
/// different bytes never have the same meaning.
///
/// Every length is checked against the caller's limit and the remaining bytes before memory is allocated.
struct CBORReader {
    private typealias Major = CBORWriter.Major

    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        position = 0
    }

    var offset: Int { position }
    var remaining: Int { bytes.count - position }

    /// Requires that nothing follows.
    func end() throws(CBORError) {
        guard remaining == 0 else { throw fault }
    }

    /// The fault of the item that begins here.
    var fault: CBORError { CBORError(offset: position) }

    // MARK: Items

    /// Reads a whole number in `range`.
    mutating func unsigned(in range: ClosedRange<UInt64> = 0...UInt64.max) throws(CBORError) -> UInt64 {
        let start = fault
        let value = try argument(of: Major.unsigned)
        guard range ~= value else { throw start }
        return value
    }

    mutating func count(in range: ClosedRange<Int>) throws(CBORError) -> Int {
        Int(try unsigned(in: UInt64(range.lowerBound)...UInt64(range.upperBound)))
    }

    mutating func integer() throws(CBORError) -> Int64 {
        let start = fault
        let isNegative = peek() >> 5 == Major.negative
        let value = try argument(of: isNegative ? Major.negative : Major.unsigned)
        guard value <= UInt64(Int64.max) else { throw start }
        return isNegative ? -1 - Int64(value) : Int64(value)
    }

    /// Reads bytes, of which there are as many as `range` allows.
    mutating func bytes(_ range: ClosedRange<Int>) throws(CBORError) -> [UInt8] {
        Array(try string(Major.bytes, range))
    }

    /// Reads a text in UTF-8 of at most `limit` bytes.
    mutating func text(limit: Int) throws(CBORError) -> String {
        let start = fault
        let bytes = try string(Major.text, 0...limit)
        // Foundation's conversion would leave a byte order mark out.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw start }
        return text
    }

    /// Reads the head of an array and returns the number of its items.
    mutating func array(_ range: ClosedRange<Int>) throws(CBORError) -> Int {
        try items(Major.array, range, bytesEach: 1)
    }

    /// Reads the head of a map and returns the number of its entries.
    mutating func map(_ range: ClosedRange<Int>) throws(CBORError) -> Int { try items(Major.map, range, bytesEach: 2) }

    mutating func bool() throws(CBORError) -> Bool {
        let head = peek()
        guard head == 0xF4 || head == 0xF5 else { throw fault }
        position += 1
        return head == 0xF5
    }

    /// Skips a null and returns whether there is one.
    mutating func isNull() -> Bool {
        guard peek() == 0xF6 else { return false }
        position += 1
        return true
    }

    /// Skips a whole number if it is the next item, and returns whether it is.
    mutating func isKey(_ key: Int64) -> Bool {
        var copy = self
        guard (try? copy.integer()) == key else { return false }
        self = copy
        return true
    }

    /// Reads a finite number of a binary floating-point format.
    mutating func double() throws(CBORError) -> Double {
        let start = fault
        let value: Double
        switch peek() {
        case 0xF9: value = Self.double(half: UInt16(try number(2)))
        case 0xFA: value = Double(Float(bitPattern: UInt32(try number(4))))
        case 0xFB: value = Double(bitPattern: try number(8))
        default: throw start
        }
        var shortest = CBORWriter()
        guard value.isFinite else { throw start }
        shortest.double(value)
        guard shortest.bytes.count == position - start.offset else { throw start }
        return value
    }

    /// Reads a number in `range`.
    mutating func double(in range: ClosedRange<Double>) throws(CBORError) -> Double {
        let start = fault
        let value = try double()
        guard range ~= value else { throw start }
        return value
    }

    // MARK: Parts of items

    /// The next byte, or a break, with which no item begins.
    private func peek() -> UInt8 { position < bytes.count ? bytes[position] : 0xFF }

    private static func double(half: UInt16) -> Double {
        let exponent = Int(half >> 10 & 31)
        let fraction = Double(half & 0x3FF)
        // The largest exponent means infinity or NaN, which the caller rejects.
        guard exponent < 31 else { return .infinity }
        let magnitude =
            exponent == 0
            ? fraction * 0x1p-24
            : (1 + fraction * 0x1p-10) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
        return half & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// Reads a head byte that was looked at, and the big-endian number after it.
    private mutating func number(_ count: Int) throws(CBORError) -> UInt64 {
        guard count < remaining else { throw fault }
        var value: UInt64 = 0
        for byte in bytes[(position + 1)...(position + count)] { value = value << 8 | UInt64(byte) }
        position += count + 1
        return value
    }

    private mutating func argument(of major: UInt8) throws(CBORError) -> UInt64 {
        let start = fault
        guard remaining > 0, peek() >> 5 == major else { throw start }
        let info = peek() & 31
        guard info > 23 else {
            position += 1
            return UInt64(info)
        }
        guard info < 28 else { throw start }
        let value = try number(1 << Int(info - 24))
        let least: UInt64 = info == 24 ? 24 : 1 << (4 << (UInt64(info) - 24))
        guard value >= least else { throw start }
        return value
    }

    private mutating func items(
        _ major: UInt8, _ range: ClosedRange<Int>, bytesEach: Int
    ) throws(CBORError) -> Int {
        let start = fault
        let count = try argument(of: major)
        guard count <= UInt64(remaining / bytesEach), range ~= Int(count) else { throw start }
        return Int(count)
    }

    private mutating func string(_ major: UInt8, _ range: ClosedRange<Int>) throws(CBORError) -> ArraySlice<UInt8> {
        let count = try items(major, range, bytesEach: 1)
        defer { position += count }
        return bytes[position..<position + count]
    }
}
