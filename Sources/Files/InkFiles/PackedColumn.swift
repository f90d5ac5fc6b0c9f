// SPDX-License-Identifier: MIT

/// A column of packed strokes: how its numbers are stored, and the probabilities that coding them has learnt.
struct PackedColumn {
    /// A prediction of the next number from the last two, a and b before it.
    enum Prediction: UInt8, CaseIterable {
        /// a
        case same = 0
        /// 2a − b
        case linear = 1
        /// a + (a − b) ÷ 2, rounded down
        case damped = 2
    }

    /// The steps per unit; 0 if the numbers are the bits of doubles.
    let steps: UInt32
    let prediction: Prediction
    private var last: Int64 = 0
    private var difference: Int64 = 0
    private var isFirst = true
    /// The probabilities that a difference has no more than so many binary digits, and of its first two after the 1.
    private var lengths = [AdaptiveBit](repeating: AdaptiveBit(), count: 64)
    private var tops = [AdaptiveBit](repeating: AdaptiveBit(), count: 65 * 4)

    init(steps: UInt32, prediction: Prediction) {
        self.steps = steps
        self.prediction = prediction
    }

    /// Forgets the slope at the beginning of a stroke.
    mutating func beginStroke() {
        difference = 0
        isFirst = true
    }

    /// Codes a number as its difference from the prediction, and returns it. Arithmetic wraps on overflow.
    mutating func code(_ given: Int64, with coder: inout some BitCoder) -> Int64 {
        let expected: Int64
        switch prediction {
        case .same: expected = last
        case .linear: expected = last &+ difference
        case .damped: expected = last &+ difference >> 1
        }
        let wrong = given &- expected
        let coded = codeMagnitude(UInt64(bitPattern: wrong << 1 ^ wrong >> 63), with: &coder)
        let value = expected &+ (Int64(bitPattern: coded >> 1) ^ -Int64(bitPattern: coded & 1))
        difference = isFirst ? 0 : value &- last
        isFirst = false
        last = value
        return value
    }

    private mutating func codeMagnitude(_ given: UInt64, with coder: inout some BitCoder) -> UInt64 {
        let givenLength = 64 - given.leadingZeroBitCount
        var found = 0
        while found < 64 && coder.bit(found == givenLength ? 1 : 0, &lengths[found]) == 0 { found += 1 }
        guard found > 1 else { return UInt64(found) }
        var value: UInt64 = 1
        for i in 1..<found {
            let bit = UInt8(truncatingIfNeeded: given >> UInt64(found - 1 - i) & 1)
            let coded = i <= 2 ? coder.bit(bit, &tops[found * 4 + Int(value)]) : coder.evenBit(bit)
            value = value << 1 | UInt64(coded)
        }
        return value
    }
}
