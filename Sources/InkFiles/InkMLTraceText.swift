// SPDX-License-Identifier: MIT

/// Reads a trace's text sample by sample: explicit values, first and second differences, wildcards, hexadecimal
/// numbers and truth values.
struct InkMLTraceText {
    private enum Order { case explicit, first, second }

    /// What a channel's next value builds on.
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

    /// - Parameters:
    ///   - count: the channels of a sample.
    ///   - required: how many of them, from the first, every sample gives.
    init(_ bytes: [UInt8], count: Int, required: Int) {
        self.bytes = bytes
        self.required = required
        memories = [Memory](repeating: Memory(), count: count)
        values = [Double?](repeating: nil, count: count)
    }

    /// Reads the next sample into ``values``, `nil` where it gives none; false at the end. Throws the reason.
    mutating func next() throws(Malformed) -> Bool {
        skipSpace()
        guard offset < bytes.count else { return false }
        for i in values.indices {
            skipSpace()
            guard offset < bytes.count && bytes[offset] != UInt8(ascii: ",") else {
                guard i >= required else { throw Malformed(reason: "the sample has fewer values than channels.") }
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
                throw Malformed(reason: "the sample has more values than channels.")
            }
            offset += 1
        }
        return true
    }

    struct Malformed: Error { var reason: String }

    private mutating func value(_ memory: inout Memory) throws(Malformed) -> Double? {
        switch bytes[offset] {
        case UInt8(ascii: "!"): memory.order = .explicit
        case UInt8(ascii: "'"): memory.order = .first
        case UInt8(ascii: "\""): memory.order = .second
        default: offset -= 1
        }
        offset += 1
        skipSpace()
        guard offset < bytes.count else { throw Malformed(reason: "a value is missing.") }
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

    /// The wildcard: the same value, velocity or acceleration as before.
    private func repeatLast(_ memory: inout Memory) {
        switch memory.order {
        case .explicit: memory.velocity = 0
        case .first: break
        case .second: memory.velocity += memory.acceleration
        }
        memory.value += memory.velocity
    }

    private mutating func number() throws(Malformed) -> Double {
        switch bytes[offset] {
        case UInt8(ascii: "T"):
            offset += 1
            return 1
        case UInt8(ascii: "F"):
            offset += 1
            return 0
        case UInt8(ascii: "#"):
            offset += 1
            let digits = takeWhile { Character(Unicode.Scalar($0)).isHexDigit }
            guard let value = UInt64(digits, radix: 16) else { throw Malformed(reason: "a value is not a number.") }
            return Double(value)
        default: return try decimalNumber()
        }
    }

    private mutating func decimalNumber() throws(Malformed) -> Double {
        var text = ""
        if bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
            text.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
            offset += 1
        }
        text += takeWhile(isDigit)
        if offset < bytes.count && bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            text += "." + takeWhile(isDigit)
        }
        if offset < bytes.count && bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            text += "e"
            if offset < bytes.count && (bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+")) {
                text.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
                offset += 1
            }
            text += takeWhile(isDigit)
        }
        guard let value = Double(text), value.isFinite else { throw Malformed(reason: "a value is not a number.") }
        return value
    }

    private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private mutating func takeWhile(_ isWanted: (UInt8) -> Bool) -> String {
        let taken = bytes[offset...].prefix(while: isWanted)
        offset += taken.count
        return String(decoding: taken, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while offset < bytes.count && bytes[offset] <= 0x20 { offset += 1 }
    }
}
