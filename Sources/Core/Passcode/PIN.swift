// SPDX-License-Identifier: MIT

/// A sequence of up to 16 digits. It takes four bits per digit, so that all PINs of a length can be enumerated quickly.
public struct PIN: Hashable, Sendable {
    /// The maximum number of digits, which fit into 64 bits.
    public static var maximumCount: Int { 16 }

    private var nibbles: UInt64
    /// The number of digits, 0...16.
    public private(set) var count: Int

    /// Creates a PIN from the last `count` decimal digits of `number`, with leading zeros.
    /// - Precondition: `count` is at most ``maximumCount``.
    public init(_ number: UInt64, count: Int) {
        nibbles = 0
        self.count = count
        var rest = number
        for i in 0..<count {
            nibbles |= (rest % 10) << UInt64(4 * i)
            rest /= 10
        }
    }

    /// Creates a PIN from ASCII digits.
    /// - Returns: `nil` for more than ``maximumCount`` bytes and for bytes other than ASCII digits.
    public init?(ascii: UnsafeBufferPointer<UInt8>) {
        guard ascii.count <= Self.maximumCount else { return nil }
        nibbles = 0
        count = ascii.count
        for byte in ascii {
            guard byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") else { return nil }
            nibbles = nibbles << 4 | UInt64(byte & 0xF)
        }
    }

    /// The digit at an index from the left, 0...9.
    public subscript(i: Int) -> Int { Int(nibbles >> UInt64(4 * (count - 1 - i)) & 0xF) }

    /// Creates a PIN of equal steps from a digit, modulo 10.
    init(first: Int, step: Int, count: Int) {
        nibbles = 0
        self.count = count
        for i in 0..<count { nibbles = nibbles << 4 | UInt64((first + i * step) % 10) }
    }

    var indices: Range<Int> { 0..<count }

    /// Returns every `stride`-th digit.
    func every(_ stride: Int) -> PIN {
        var pin = PIN(0, count: 0)
        for i in 0..<(count / stride) {
            pin.nibbles = pin.nibbles << 4 | UInt64(self[i * stride])
            pin.count += 1
        }
        return pin
    }

    /// Returns the first `newCount` digits.
    func prefix(_ newCount: Int) -> PIN { slice(from: 0, count: newCount) }

    func slice(from start: Int, count newCount: Int) -> PIN {
        var pin = self
        pin.nibbles = nibbles >> UInt64(4 * (count - start - newCount)) & ((1 << UInt64(4 * newCount)) - 1)
        pin.count = newCount
        return pin
    }

    /// Returns digits as a number.
    func number(from start: Int, count: Int) -> Int {
        var value = 0
        for i in start..<(start + count) { value = value * 10 + self[i] }
        return value
    }

    /// Returns whether the digits repeat with a period of `period`.
    func repeats(after period: Int) -> Bool {
        for i in period..<count where self[i] != self[i - period] { return false }
        return true
    }

    /// The constant difference between consecutive digits, modulo 10, or `nil` if there is none. It is 0 for one
    /// repeated digit.
    var step: Int? {
        guard count > 1 else { return nil }
        let step = (self[1] - self[0] + 10) % 10
        for i in 2..<max(2, count) where (self[i] - self[i - 1] + 10) % 10 != step { return nil }
        return step
    }
}
