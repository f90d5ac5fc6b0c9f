// SPDX-License-Identifier: MIT
import InkTestSupport
import Passcode
import Testing

@Suite struct KeypadOrderTests {
    private func order(_ random: inout SplitMix64) throws -> KeypadOrder {
        let bytes = (0..<KeypadOrder.randomByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try #require(KeypadOrder(scrambledBy: bytes))
    }

    @Test("The default order is that of telephones") func defaultOrderIsThatOfTelephones() {
        #expect(KeypadOrder.ordered.digits == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
        #expect((0...9).map { "\(KeypadOrder.letters(under: $0))" }.joined() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    /// A chi-squared test of the position of each digit and of the pairs of consecutive digits, with 81 and 89 degrees
    /// of freedom, p ≈ 10⁻⁶.
    @Test("Every digit is equally likely in every place", arguments: 1...5 as ClosedRange<UInt64>)
    func everyDigitIsAsLikelyInEveryPlace(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rounds = 9000
        var places = [Int](repeating: 0, count: 100)
        var pairs = [Int](repeating: 0, count: 100)
        for _ in 0..<rounds {
            let digits = try order(&random).digits
            #expect(Set(digits).count == 10)
            for (place, digit) in digits.enumerated() { places[place * 10 + Int(digit)] += 1 }
            for (a, b) in zip(digits, digits.dropFirst()) { pairs[Int(a) * 10 + Int(b)] += 1 }
        }
        func chiSquared(_ counts: [Int], expected: Double) -> Double {
            counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        }
        #expect(chiSquared(places, expected: Double(rounds) / 10) < 155)
        let offDiagonal = pairs.enumerated().filter { $0.offset / 10 != $0.offset % 10 }.map(\.element)
        #expect(chiSquared(offDiagonal, expected: Double(rounds) / 10) < 165)
    }

    @Test("A wrong number of bytes gives no order") func wrongByteCountGivesNoOrder() {
        #expect(KeypadOrder(scrambledBy: []) == nil)
        #expect(KeypadOrder(scrambledBy: [UInt8](repeating: 7, count: 15)) == nil)
        #expect(KeypadOrder(scrambledBy: [UInt8](repeating: 7, count: 17)) == nil)
    }
}
