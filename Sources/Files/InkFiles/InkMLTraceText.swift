// SPDX-License-Identifier: MIT

/// A parser of a trace's text, sample by sample: explicit values, first and second differences, wildcards, hexadecimal
/// numbers and truth values.
struct InkMLTraceText {
    private enum Order { case explicit, first, second }

    /// The state that a channel's next value depends on.
    private struct Memory {
        var order = Order.explicit
        var value = 0.0
        var velocity = 0.0
        var acceleration = 0.0
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var memories: [Memory]
    private let required: Int
    private(set) var values: [Double?]

    /// Creates a parser.
    /// - Parameters:
    ///   - bytes: The text.
    ///   - count: The number of channels of a sample.
    ///   - required: The number of channels, from the first, that every sample contains.
    init(_ bytes: [UInt8], count: Int, required: Int) {
        self.bytes = bytes
        self.required = required
        memories = [Memory](repeating: Memory(), count: count)
        values = [Double?](repeating: nil, count: count)
    }

    /// Reads the next sample into ``values``, with `nil` for omitted channels.
    /// - Returns: `false` at the end of the text.
    /// - Throws: ``ValueError`` with the reason.
    mutating func next() throws(ValueError) -> Bool {
        skipSpace()
        guard offset < bytes.count else { return false }
        for i in values.indices {
            skipSpace()
            guard offset < bytes.count && bytes[offset] != UInt8(ascii: ",") else {
                guard i >= required else { throw ValueError(reason: "the sample has fewer values than channels.") }
                values[i] = nil
                continue
            }
            var memory = memories[i]
            values[i] = try value(&memory)
            memories[i] = memory
        }
        skipSpace()
        if offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: ",") else {
                throw ValueError(reason: "the sample has more values than channels.")
            }
            offset += 1
        }
        return true
    }

    struct ValueError: Error { var reason: String }

    private mutating func value(_ memory: inout Memory) throws(ValueError) -> Double? {
        switch bytes[offset] {
        case UInt8(ascii: "!"): memory.order = .explicit
        case UInt8(ascii: "'"): memory.order = .first
        case UInt8(ascii: "\""): memory.order = .second
        default: offset -= 1
        }
        offset += 1
        skipSpace()
        guard offset < bytes.count else { throw ValueError(reason: "a value is missing.") }
        switch bytes[offset] {
        case UInt8(ascii: "*"):
            offset += 1
            repeatLast(&memory)
        case UInt8(ascii: "?"):
            offset += 1
            return nil
        default: apply(try number(), to: &memory)
        }
        return memory.value
    }

    private func apply(_ number: Double, to memory: inout Memory) {
        let before = memory.velocity
        switch memory.order {
        case .explicit: memory.velocity = number - memory.value
        case .first: memory.velocity = number
        case .second: memory.velocity += number
        }
        memory.acceleration = memory.velocity - before
        if memory.order == .explicit { memory.value = number } else { memory.value += memory.velocity }
    }

    /// Applies the wildcard, which repeats the last value, velocity or acceleration.
    private func repeatLast(_ memory: inout Memory) {
        switch memory.order {
        case .explicit: memory.velocity = 0
        case .first: break
        case .second: memory.velocity += memory.acceleration
        }
        memory.value += memory.velocity
    }

    private mutating func number() throws(ValueError) -> Double {
        switch bytes[offset] {
        case UInt8(ascii: "T"):
            offset += 1
            return 1
        case UInt8(ascii: "F"):
            offset += 1
            return 0
        case UInt8(ascii: "#"):
            offset += 1
            let start = offset
            while offset < bytes.count, Self.isHexDigit(bytes[offset]) { offset += 1 }
            guard offset - start <= FileText.maximumNumberBytes,
                let value = UInt64(String(decoding: bytes[start..<offset], as: UTF8.self), radix: 16)
            else { throw ValueError(reason: "a value is not a number.") }
            return Double(value)
        default: return try decimalNumber()
        }
    }

    private mutating func decimalNumber() throws(ValueError) -> Double {
        let start = offset
        skipSign()
        skipDigits()
        if offset < bytes.count && bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            skipDigits()
        }
        if offset < bytes.count && bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            skipSign()
            skipDigits()
        }
        guard let value = FileText.number(bytes[start..<offset]) else {
            throw ValueError(reason: "a value is not a number.")
        }
        return value
    }

    private mutating func skipSign() {
        if offset < bytes.count && (bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+")) {
            offset += 1
        }
    }

    private mutating func skipDigits() {
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }

    private mutating func skipSpace() {
        while offset < bytes.count && bytes[offset] <= 0x20 { offset += 1 }
    }
}
