// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import PicturePassword

@Suite struct StableOrderTests {
    @Test("Numbers are ordered, and equal ones keep their places", arguments: 0..<100 as Range<UInt64>)
    func equalNumbersKeepTheirPlaces(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        // Few different values, so that many are equal.
        let numbers = (0..<Int(seed)).map { _ in random.number(0, 8).rounded(.down) }
        let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        #expect(numbers.stableOrder() == expected)
    }

    @Test("Numbers that cannot be ordered lose no index") func everyIndexAppearsOnce() {
        let numbers: [Double] = [3, .nan, 1, -.infinity, .nan, 2, .infinity, 0]
        #expect(numbers.stableOrder().sorted() == Array(numbers.indices))
    }
}
