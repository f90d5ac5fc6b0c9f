// SPDX-License-Identifier: MIT

/// Takes numbers from the front of a fuzzer's bytes; zeros when there are none left.
struct InputBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// −2,048 to 2,047 in 16ths: about where pictures are.
    mutating func near() -> Double { Double(Int16(bitPattern: UInt16(byte()) << 8 | UInt16(byte()))) / 16 }

    /// Any double at all.
    mutating func any() -> Double {
        var bits: UInt64 = 0
        for _ in 0..<8 { bits = bits << 8 | UInt64(byte()) }
        return Double(bitPattern: bits)
    }
}
