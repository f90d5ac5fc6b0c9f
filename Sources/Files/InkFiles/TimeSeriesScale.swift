// SPDX-License-Identifier: MIT

/// A scaling value of ISO/IEC 19794-7: (1 + F ÷ 2,048) · 2^(E − 16), with F in the lower 11 bits and E in the upper 5.
public struct TimeSeriesScale: Hashable, Sendable {
    /// The two bytes in the record.
    public let bits: UInt16

    public init(bits: UInt16) { self.bits = bits }

    /// Creates the scaling value that represents a number exactly. Returns `nil` if there is none.
    public init?(exactly value: Double) {
        guard value.isFinite, value > 0, -16...15 ~= value.exponent else { return nil }
        let fraction = (value.significand - 1) * 2048
        guard fraction == fraction.rounded() else { return nil }
        bits = UInt16(value.exponent + 16) << 11 | UInt16(fraction)
    }

    /// The scaling factor, 2⁻¹⁶ to just below 2¹⁶.
    public var value: Double {
        Double(sign: .plus, exponent: Int(bits >> 11) - 16, significand: 1 + Double(bits & 0x7FF) / 2048)
    }
}
