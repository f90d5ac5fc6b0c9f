// SPDX-License-Identifier: MIT

/// The probability of a bit, which adapts to the bits that were coded with it.
struct AdaptiveBit {
    /// The probability of 0, of 65,536.
    private(set) var zero: UInt32 = 0x8000
    private var count: UInt8 = 0

    /// Moves the probability towards a bit, by a half at first and by 1/32 in the end.
    mutating func learn(_ bit: UInt8) {
        let shift: UInt32 = count < 1 ? 1 : count < 3 ? 2 : count < 8 ? 3 : count < 20 ? 4 : 5
        if bit == 0 { zero += (65_536 - 64 - zero) >> shift } else { zero -= (zero - 64) >> shift }
        if count < 20 { count += 1 }
    }
}

/// Codes bits by their probabilities. A writer codes the given bits; a reader ignores them and returns the stored ones.
protocol BitCoder {
    mutating func bit(_ given: UInt8, _ model: inout AdaptiveBit) -> UInt8
    /// Codes a bit that is as often 0 as 1.
    mutating func evenBit(_ given: UInt8) -> UInt8
}

/// Writes bits as one number in the interval that their probabilities leave.
struct RangeWriter: BitCoder {
    private var output: [UInt8] = []
    private var low: UInt64 = 0
    private var range: UInt32 = .max
    /// Bytes that a carry can still change: one, and `pending` bytes of 0xFF.
    private var held: UInt8 = 0
    private var pending = 0
    private var isFirst = true

    mutating func bit(_ given: UInt8, _ model: inout AdaptiveBit) -> UInt8 {
        let bound = (range >> 16) * model.zero
        if given == 0 {
            range = bound
        } else {
            low += UInt64(bound)
            range -= bound
        }
        model.learn(given)
        normalise()
        return given
    }

    mutating func evenBit(_ given: UInt8) -> UInt8 {
        range >>= 1
        if given != 0 { low += UInt64(range) }
        normalise()
        return given
    }

    /// Returns all bytes, without zeros at the end.
    mutating func finish() -> [UInt8] {
        for _ in 0..<5 { shift() }
        while output.last == 0 { output.removeLast() }
        return output
    }

    private mutating func normalise() {
        while range < 1 << 24 {
            range <<= 8
            shift()
        }
    }

    private mutating func shift() {
        if low < 0xFF00_0000 || low > 0xFFFF_FFFF {
            let carry = UInt8(truncatingIfNeeded: low >> 32)
            // The first held byte is always 0.
            if !isFirst { output.append(held &+ carry) }
            isFirst = false
            output += [UInt8](repeating: 0xFF &+ carry, count: pending)
            pending = 0
            held = UInt8(truncatingIfNeeded: low >> 24)
        } else {
            pending += 1
        }
        low = (low & 0x00FF_FFFF) << 8
    }
}

/// Reads the bits that a ``RangeWriter`` wrote. After the last byte it reads zeros.
struct RangeReader: BitCoder {
    private let bytes: ArraySlice<UInt8>
    private var next: Int
    private var range: UInt32 = .max
    private var code: UInt32 = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
        for _ in 0..<4 { code = code << 8 | byte() }
    }

    /// The bytes that were not read.
    var rest: ArraySlice<UInt8> { bytes[min(next, bytes.endIndex)...] }

    mutating func bit(_ given: UInt8, _ model: inout AdaptiveBit) -> UInt8 {
        let bound = (range >> 16) * model.zero
        let bit: UInt8 = code < bound ? 0 : 1
        if bit == 0 {
            range = bound
        } else {
            code -= bound
            range -= bound
        }
        model.learn(bit)
        normalise()
        return bit
    }

    mutating func evenBit(_ given: UInt8) -> UInt8 {
        range >>= 1
        let bit: UInt8 = code < range ? 0 : 1
        if bit == 1 { code -= range }
        normalise()
        return bit
    }

    private mutating func normalise() {
        while range < 1 << 24 {
            range <<= 8
            code = code << 8 | byte()
        }
    }

    private mutating func byte() -> UInt32 {
        defer { next += 1 }
        return next < bytes.endIndex ? UInt32(bytes[next]) : 0
    }
}
