// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct SignatureVerifierTests {
    /// A seeded signature of two strokes, somewhere and of some size.
    private func signature(_ seed: UInt64, _ attempt: UInt64) -> [FingerPath] {
        var place = DrawnRandom(seed: seed &* 77 &+ attempt)
        let scale = place.number(0.4, 3)
        let offset = InkPoint(x: place.number(-500, 500), y: place.number(-500, 500))
        var strokes: [FingerPath] = []
        for part in 0..<2 as Range<UInt64> {
            let drawing = TrainedVerifierTests.hand(seed: seed &* 2 &+ part, attempt: attempt)
            let start = strokes.last?.points.last.map { $0.time + 0.2 } ?? 0
            strokes.append(
                FingerPath(
                    drawing.parts[0].fingers[0].points.map {
                        GesturePoint($0.position * scale + offset, time: $0.time + start)
                    }))
        }
        return strokes
    }

    private func verifier(_ seed: UInt64) throws -> SignatureVerifier {
        try #require(SignatureVerifier((0..<3).map { signature(seed, $0) }))
    }

    @Test("A person's signatures are alike, wherever they are and whatever their size") func ownSignaturesAreAlike()
        throws
    {
        let seeds = 0..<UInt64(TestSize.count(full: 500, small: 100))
        let results = try seeds.map { try verifier($0).resemblance(of: signature($0, 3)) }
        #expect(results.count { $0 == .alike } * 4 > results.count * 3)
        #expect(results.count { $0 == .different } * 50 <= results.count)
    }

    @Test("Other signatures are different, and so are reversed ones") func otherSignaturesAreDifferent() throws {
        let seeds = 0..<UInt64(TestSize.count(full: 500, small: 100))
        var unclear = 0
        for seed in seeds {
            let verifier = try verifier(seed)
            let reversed = signature(seed, 3).reversed().map { path in
                FingerPath(path.points.reversed().map { GesturePoint($0.position, time: 10 - $0.time) })
            }
            for other in [signature(seed + 10_000, 0), reversed] {
                let result = verifier.resemblance(of: other)
                #expect(result != .alike, "\(seed)")
                if result == .unclear { unclear += 1 }
            }
        }
        #expect(unclear * 50 <= seeds.count, "\(unclear) unclear")
    }

    /// Returns a signature with its times rounded and delayed. The sums are exact: a time is a multiple of 1/1,024 s.
    private func delayed(_ signature: [FingerPath], by offset: Double) -> [FingerPath] {
        signature.map { path in
            FingerPath(
                path.points.map { GesturePoint($0.position, time: ($0.time * 1_024).rounded() / 1_024 + offset) })
        }
    }

    @Test("The start of the times does not count, but the speed does") func startOfTimesDoesNotCount() throws {
        var random = DrawnRandom(seed: 20_261_128)
        // Thousands of seconds, the time since 1970, and that in microseconds.
        let reaches = [1.0, 1e3, 1e6, 1.8e9, 4e12]
        for seed in 0..<UInt64(TestSize.count(full: 200, small: 40)) {
            func offset() -> Double {
                let reach = reaches[Int(random.number(0, Double(reaches.count)))]
                return random.number(-reach, reach).rounded()
            }
            let samples = (0..<3).map { signature(seed, $0) }
            let verifier = try #require(SignatureVerifier(samples.map { delayed($0, by: 0) }))
            let others = try #require(SignatureVerifier(samples.map { delayed($0, by: offset()) }))
            let own = signature(seed, 3)
            let slow = own.map { path in
                FingerPath(path.points.map { GesturePoint($0.position, time: $0.time * 16) })
            }
            for attempt in [own, slow, signature(seed + 10_000, 0)] {
                let expected = verifier.evidence(of: delayed(attempt, by: 0))
                #expect(expected != nil)
                for verifier in [verifier, others] {
                    let amount = offset()
                    let evidence = verifier.evidence(of: delayed(attempt, by: amount))
                    #expect(evidence == expected, "seed \(seed), \(amount) s later")
                }
            }
            let late = delayed(slow, by: 1.8e9)
            let evidence = try #require(verifier.evidence(of: late))
            let ownEvidence = try #require(verifier.evidence(of: delayed(own, by: 1.8e9)))
            #expect(evidence < ownEvidence, "seed \(seed): 16 times as slow")
        }
    }

    @Test("Times of any size are compared") func anyTimesAreCompared() throws {
        let verifier = try verifier(1)
        let largest = Double.greatestFiniteMagnitude
        for times in [[-largest, largest], [largest, -largest], [largest, largest], [0, -largest], [-1e300, 0]] {
            let strange = signature(1, 3).enumerated().map { i, path in
                FingerPath(path.points.map { GesturePoint($0.position, time: times[i]) })
            }
            #expect(try #require(verifier.evidence(of: strange)).isFinite)
            let mixed = signature(1, 3).map { path in
                FingerPath(path.points.enumerated().map { GesturePoint($1.position, time: times[$0 % 2]) })
            }
            #expect(try #require(verifier.evidence(of: mixed)).isFinite)
        }
    }

    @Test("Three signatures are needed, each with a stroke") func threeSignaturesAreNeeded() {
        let samples = (0..<3).map { signature(1, $0) }
        #expect(SignatureVerifier(Array(samples[..<2])) == nil)
        #expect(SignatureVerifier([samples[0], samples[1], []]) == nil)
        #expect(SignatureVerifier([samples[0], samples[1], [FingerPath([])]]) == nil)
    }

    @Test("Hostile signatures are different") func hostileSignaturesAreDifferent() throws {
        let verifier = try verifier(1)
        let dot = FingerPath([GesturePoint(InkPoint(x: 1, y: 1), time: 0)])
        for strange in [
            [], [FingerPath([])], [dot], [Drawn.path([(.nan, 0), (.infinity, 1)])],
            [Drawn.path([(1e300, 0), (-1e300, 5)])],
            [Drawn.path([(0, 0), (1e-300, 0)])], Array(repeating: dot, count: 1_000),
        ] {
            #expect(verifier.resemblance(of: strange) == .different)
        }
    }
}
