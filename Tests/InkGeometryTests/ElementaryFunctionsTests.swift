// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import Testing

private typealias Own = ElementaryFunctions

/// SplitMix64 (Steele, Lea, Flood 2014).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// Returns the distance in units in the last place of `expected`, which is itself correct to one unit.
private func ulps(_ value: Double, _ expected: Double) -> Double {
    if value == expected || value.isNaN && expected.isNaN { return 0 }
    return ((value - expected) / expected.ulp).magnitude
}

private func close(_ value: Double, _ expected: Double) -> Bool {
    ulps(value, expected) <= 2 || (value - expected).magnitude <= 1e-15
}

@Suite struct ElementaryFunctionsTests {
    @Test("Sine and cosine agree with the platform", arguments: [1, 2, 3] as [UInt64])
    func sineAndCosineAgreeWithThePlatform(seed: UInt64) {
        var random = Seeded(state: seed)
        for reach in [1.0, 8, 1000, 1e6] {
            for _ in 0..<2000 {
                let x = Double.random(in: -reach...reach, using: &random)
                #expect(close(Own.sin(x), sin(x)), "sin \(x), seed \(seed)")
                #expect(close(Own.cos(x), cos(x)), "cos \(x), seed \(seed)")
            }
        }
    }

    @Test("Sine and cosine are accurate near their zeros") func sineStaysRelativelyExactNextToItsZeros() {
        for k in stride(from: 1, to: 600_000, by: 1237) {
            let x = Double(k) * (Double.pi / 2)
            #expect(ulps(k % 2 == 0 ? Own.sin(x) : Own.cos(x), k % 2 == 0 ? sin(x) : cos(x)) <= 2, "\(k) quarter turns")
        }
    }

    @Test("The arctangent agrees with the platform", arguments: [4, 5] as [UInt64])
    func arcTangentAgreesWithThePlatform(seed: UInt64) {
        var random = Seeded(state: seed)
        for scale in [1.0, 1e-5, 1e-300, 1e300, .leastNonzeroMagnitude] {
            for _ in 0..<2000 {
                let y = Double.random(in: -1...1, using: &random)
                let x = Double.random(in: -1...1, using: &random) * scale
                #expect(ulps(Own.atan2(y, x), atan2(y, x)) <= 2, "atan2(\(y), \(x)), seed \(seed)")
                #expect(ulps(Own.atan2(x, y), atan2(x, y)) <= 2, "atan2(\(x), \(y)), seed \(seed)")
                #expect(ulps(Own.atan2(y * scale, x), atan2(y * scale, x)) <= 2, "seed \(seed)")
            }
        }
    }

    @Test("The exponential agrees with the platform", arguments: [6, 7] as [UInt64])
    func exponentialAgreesWithThePlatform(seed: UInt64) {
        var random = Seeded(state: seed)
        for range in [-1.0...1, -30...30, -750...710] {
            for _ in 0..<2000 {
                let x = Double.random(in: range, using: &random)
                #expect(ulps(Own.exp(x), exp(x)) <= 2, "exp \(x), seed \(seed)")
            }
        }
    }

    @Test("The logarithm agrees with the platform", arguments: [8, 9] as [UInt64])
    func logarithmAgreesWithThePlatform(seed: UInt64) {
        var random = Seeded(state: seed)
        for _ in 0..<4000 {
            let near = Double.random(in: 0.4...2.5, using: &random)
            let any = Double(bitPattern: UInt64.random(in: 1..<0x7FF0_0000_0000_0000, using: &random))
            #expect(ulps(Own.log(near), log(near)) <= 2, "log \(near), seed \(seed)")
            #expect(ulps(Own.log(any), log(any)) <= 2, "log \(any), seed \(seed)")
        }
    }

    @Test("Identities between the functions hold", arguments: [10] as [UInt64])
    func identitiesHold(seed: UInt64) {
        var random = Seeded(state: seed)
        for _ in 0..<2000 {
            let x = Double.random(in: -3...3, using: &random)
            let (s, c) = (Own.sin(x), Own.cos(x))
            #expect((s * s + c * c - 1).magnitude < 1e-15)
            #expect(Own.sin(-x) == -s && Own.cos(-x) == c)
            #expect((Own.atan2(s, c) - x).magnitude < 1e-15)
            #expect((Own.log(Own.exp(x)) - x).magnitude < 1e-15)
        }
    }

    @Test("Zeros keep their sign") func zerosKeepTheirSign() {
        #expect(Own.sin(-0.0).bitPattern == (-0.0).bitPattern)
        #expect(Own.sin(0.0).bitPattern == 0)
        #expect(Own.cos(-0.0) == 1 && Own.exp(-0.0) == 1)
        #expect(Own.log(1).bitPattern == 0)
        for y in [0.0, -0.0] {
            for x in [0.0, -0.0, 1, -1, .infinity, -.infinity] {
                #expect(Own.atan2(y, x).bitPattern == atan2(y, x).bitPattern, "atan2(\(y), \(x))")
            }
        }
    }

    @Test("Special values follow the standard") func specialValuesFollowTheStandard() {
        for x in [Double.nan, .infinity, -.infinity] {
            #expect(Own.sin(x).isNaN && Own.cos(x).isNaN)
        }
        #expect(Own.exp(.infinity) == .infinity && Own.exp(-.infinity) == 0 && Own.exp(.nan).isNaN)
        #expect(Own.exp(709.79) == .infinity && Own.exp(-745.14) == 0 && Own.exp(-745.13) == .leastNonzeroMagnitude)
        #expect(Own.log(0) == -.infinity && Own.log(-0.0) == -.infinity && Own.log(.infinity) == .infinity)
        #expect(Own.log(-1).isNaN && Own.log(-.infinity).isNaN && Own.log(.nan).isNaN)
        let values: [Double] = [
            .infinity, -.infinity, 1, -1, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        for y in values {
            #expect(Own.atan2(y, .nan).isNaN && Own.atan2(.nan, y).isNaN)
            for x in values { #expect(ulps(Own.atan2(y, x), atan2(y, x)) <= 2, "atan2(\(y), \(x))") }
        }
    }

    @Test("Huge angles have a defined sine and cosine") func hugeAnglesHaveADefinedSine() {
        for exponent in 20...31 {
            let x = Double(1 << exponent) - 0.3
            #expect((Own.sin(x) - sin(x)).magnitude < 2.5e-7 && (Own.cos(x) - cos(x)).magnitude < 2.5e-7, "\(x)")
        }
        for x in [Own.angleLimit.nextUp, 1e300, .greatestFiniteMagnitude] {
            #expect(Own.sin(x) == 0 && Own.cos(x) == 1 && Own.sin(-x) == 0)
        }
    }

    /// Known answers. A machine with different results would render different images.
    @Test("Results have the recorded bits") func bitsAreTheSameOnEveryMachine() {
        let answers: [(Double, UInt64)] = [
            (Own.sin(1), 0x3FEA_ED54_8F09_0CEE), (Own.sin(100_000), 0x3FA2_4DAA_9C52_7E96),
            (Own.cos(2), 0xBFDA_A226_5753_7205), (Own.cos(11), 0x3F72_20AE_41EE_2FDF),
            (Own.atan2(1, 3), 0x3FD4_978F_A326_9EE1), (Own.atan2(-7, -3), 0xBFFF_9C6B_238C_6434),
            (Own.exp(1), 0x4005_BF0A_8B14_5769), (Own.exp(-20.25), 0x3E1B_93DE_1E27_CA3B),
            (Own.log(10), 0x4002_6BB1_BBB5_5516),
            (Own.log(0.7), 0xBFD6_D3C3_24E1_3F50),
        ]
        for (i, answer) in answers.enumerated() {
            #expect(answer.0.bitPattern == answer.1, "answer \(i) is \(String(answer.0.bitPattern, radix: 16))")
        }

        var random = Seeded(state: 2026)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for _ in 0..<20_000 {
            let (a, b) = (Double.random(in: -40...40, using: &random), Double.random(in: -40...40, using: &random))
            for value in [Own.sin(a), Own.cos(a), Own.atan2(a, b), Own.exp(a), Own.log(a.magnitude)] {
                hash = (hash ^ value.bitPattern) &* 0x100_0000_01B3
            }
        }
        #expect(hash == 0x89F3_F38D_2C19_7BC9, "\(String(hash, radix: 16))")
    }
}
