// SPDX-License-Identifier: MIT

/// A namespace for doubles as the integers of a ``PackedColumn``.
enum PackedNumbers {
    /// The largest magnitude of a number of steps: what both 51 bits and a double represent exactly.
    static let limit = 1_125_899_906_842_624.0  // 2⁵⁰

    /// The steps per unit that a writer tries, the coarsest first: powers of two and of ten, and full scales of
    /// sensors.
    static let candidates: [UInt32] = [
        1, 2, 4, 8, 10, 16, 32, 64, 100, 128, 255, 256, 512, 1000, 1023, 1024, 2047, 2048, 4095, 4096, 8191, 8192,
        10_000, 16_384, 32_768, 65_535, 65_536, 100_000, 1_000_000,
    ]

    /// The number that stands for steps which are none of the candidates.
    static let otherSteps = 63
    /// The steps per point of a brush's widths, and of the sides of a drawing, where those are exact.
    static let (widthSteps, sideSteps) = (1000.0, 64.0)

    /// The largest number of steps per unit.
    static let maximumSteps: UInt32 = 1_000_000

    /// Returns the fewest steps per unit that represent all numbers exactly; 0 if none of the candidates does.
    static func exactSteps(_ values: [Double]) -> UInt32 {
        candidates.first { steps in
            values.allSatisfy { value in
                let scaled = (value * Double(steps)).rounded()
                return abs(scaled) <= limit && scaled / Double(steps) == value
            }
        } ?? 0
    }

    /// Returns a double as a number of steps, rounded, or as its bits in the order of doubles.
    static func integer(_ value: Double, steps: UInt32) -> Int64 {
        guard steps > 0 else {
            let bits = Int64(bitPattern: value.bitPattern)
            return bits < 0 ? bits ^ .max : bits
        }
        let scaled = (value * Double(steps)).rounded()
        return Int64(min(max(scaled, -limit), limit))
    }

    /// Returns the double of an integer; `nil` if no writer writes it.
    static func double(_ value: Int64, steps: UInt32) -> Double? {
        guard steps > 0 else {
            let double = Double(bitPattern: UInt64(bitPattern: value < 0 ? value ^ .max : value))
            return double.isFinite ? double : nil
        }
        let number = Double(value)
        return abs(number) <= limit ? number / Double(steps) : nil
    }

    /// Returns two numbers in steps if they are exact so.
    static func pair(_ a: Double, _ b: Double, steps: Double) -> (UInt64, UInt64)? {
        let scaled = [a, b].map { ($0 * steps).rounded() }
        guard scaled.allSatisfy({ 0...1e8 ~= $0 }), scaled[0] / steps == a, scaled[1] / steps == b else { return nil }
        return (UInt64(scaled[0]), UInt64(scaled[1]))
    }
}
