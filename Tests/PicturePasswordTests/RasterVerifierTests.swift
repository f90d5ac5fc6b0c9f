// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct RasterVerifierTests {
    /// Eleven squares: 0, 30 ... 300.
    private let line = PictureGesture([Drawn.part([(0, 100), (300, 100)])])
    private let verifier = RasterVerifier.undirected

    @Test("Every gesture matches itself", arguments: 0..<50 as Range<UInt64>)
    func everyGestureMatchesItself(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let corners = (0..<8).map { _ in
            (SyntheticHand.uniform(&random, 0, 320), SyntheticHand.uniform(&random, 0, 320))
        }
        let gesture = PictureGesture([Drawn.part(corners), Drawn.tapPart(corners[0].0, corners[1].1)])
        for isDirected in [false, true] {
            let verifier = RasterVerifier(.init(requiresDirection: isDirected))
            #expect(verifier.accepts(Drawn.template(gesture), gesture))
        }
    }

    @Test("A match needs 70 % of the squares") func seventyPercentOfTheSquaresAreEnoughAndLessAreNot() throws {
        // The squares are 45 wide. From 0 to 157.4 a path touches five and one more; from 0 to 187.5 it touches all up
        // to 210.
        let enough = PictureGesture([Drawn.part([(0, 100), (188, 100)])])
        let comparison = verifier.compare(Drawn.template(line), enough)
        let hits = try #require(comparison.parts.first?.fingers.first)
        #expect(hits.centres.count == 11 && hits.hitCount == 8)
        #expect(comparison.score >= 1)
        let less = verifier.compare(Drawn.template(line), PictureGesture([Drawn.part([(0, 100), (187, 100)])]))
        #expect(less.parts.first?.fingers.first?.hitCount == 7)
        #expect(less.score < 1 && abs(less.score - 7.0 / 11 / 0.7) < 1e-12)
    }

    @Test("An attempt can be at most 40 % longer") func anAttemptMayBe40PercentLongerAndNoMore() {
        // 15 squares to 11 are 136 %, 16 are 145 %.
        let longer = PictureGesture([Drawn.part([(0, 100), (300, 100), (300, 220)])])
        #expect(verifier.compare(Drawn.template(line), longer).parts.first?.fingers.first?.probeCount == 15)
        #expect(verifier.accepts(Drawn.template(line), longer))
        let tooLong = PictureGesture([Drawn.part([(0, 100), (300, 100), (300, 250)])])
        #expect(!verifier.accepts(Drawn.template(line), tooLong))
    }

    @Test("A tap must be inside its square") func aTapHasToLieInItsSquare() {
        let tap = Drawn.template(PictureGesture([Drawn.tapPart(100, 100)]))
        #expect(verifier.accepts(tap, PictureGesture([Drawn.tapPart(122.5, 77.5)])))
        #expect(!verifier.accepts(tap, PictureGesture([Drawn.tapPart(122.6, 100)])))
        #expect(!verifier.accepts(tap, PictureGesture([Drawn.part([(100, 100), (120, 100)])])), "a path is not a tap")
        let twice = PictureGesture([
            GesturePart(
                .tap(count: 2),
                fingers: [
                    FingerPath(
                        Drawn.tap(100, 100).points + Drawn.tap(100, 100, at: 0.2).points)
                ])
        ])
        #expect(!verifier.accepts(tap, twice))
    }

    @Test("A tap without a position does not match") func tapWithoutAPositionDoesNotMatch() {
        let template = Drawn.template(PictureGesture([Drawn.tapPart(100, 100)]))
        let nowhere = [FingerPath([]), Drawn.tap(.nan, 100), Drawn.tap(100, .nan), Drawn.tap(.infinity, 100)]
        for finger in nowhere {
            let attempt = PictureGesture([GesturePart(.tap(count: 1), fingers: [finger])])
            #expect(verifier.compare(template, attempt).score == 0)
            #expect(verifier.compare(Drawn.template(attempt), PictureGesture([Drawn.tapPart(100, 100)])).score == 0)
        }
    }

    @Test("Every part must match in number and order") func everyPartHasToMatchInNumberAndOrder() {
        let a = Drawn.part([(0, 0), (300, 0)])
        let b = Drawn.tapPart(100, 200)
        let template = Drawn.template(PictureGesture([a, b]))
        #expect(verifier.accepts(template, PictureGesture([a, b])))
        #expect(!verifier.accepts(template, PictureGesture([b, a])))
        #expect(!verifier.accepts(template, PictureGesture([a])))
        #expect(!verifier.accepts(template, PictureGesture([a, b, b])))
        #expect(!verifier.accepts(template, PictureGesture([a, Drawn.tapPart(200, 200)])), "one bad part spoils all")
        #expect(!verifier.accepts(template, PictureGesture()))
    }

    @Test("The direction counts only if it is required") func directionCountsOnlyWhenAskedFor() {
        let corner = PictureGesture([Drawn.part([(0, 0), (200, 0), (200, 200)])])
        let reversed = PictureGesture([Drawn.part([(200, 200), (200, 0), (0, 0)])])
        #expect(verifier.accepts(Drawn.template(corner), reversed))
        #expect(!RasterVerifier().accepts(Drawn.template(corner), reversed))
        #expect(GestureInspection(corner, attempt: reversed).parts.map(\.isMatch) == [false])
        #expect(GestureInspection(corner, attempt: reversed, by: .undirected).parts.map(\.isMatch) == [true])
    }

    @Test("Fingers match in any order") func fingersMatchInAnyOrder() {
        let left = Drawn.path([(50, 50), (50, 250)])
        let right = Drawn.path([(250, 50), (250, 250)])
        func gesture(_ fingers: FingerPath...) -> PictureGesture {
            PictureGesture([GesturePart(.path(isClosed: false), fingers: fingers)])
        }
        let template = Drawn.template(gesture(left, right))
        #expect(verifier.accepts(template, gesture(right, left)))
        #expect(!verifier.accepts(template, gesture(left)))
        #expect(!verifier.accepts(template, gesture(left, left)))
        let lenient = RasterVerifier(.init(requiresDirection: false, requiresFingers: false))
        #expect(!lenient.accepts(template, gesture(left)), "one finger of two is half the password")
        #expect(!lenient.accepts(template, gesture(left, left)))
        #expect(lenient.accepts(template, gesture(right, left, left)))
        #expect(!verifier.accepts(template, gesture(right, left, left)))
        let many = gesture(left, left, left, left, left, left)
        #expect(!verifier.accepts(Drawn.template(many), many), "more fingers than a hand has match nothing")
    }

    @Test("Incomparable parts still show their squares") func incomparablePartsStillShowTheirSquares() {
        let taps = FingerPath(Drawn.tap(100, 100).points + Drawn.tap(101, 100, at: 0.2).points)
        let template = Drawn.template(PictureGesture([GesturePart(.tap(count: 2), fingers: [taps])]))
        for attempt in [Drawn.tapPart(100, 100), Drawn.part([(0, 0), (300, 0)])] {
            let match = verifier.compare(template, PictureGesture([attempt])).parts.first
            #expect(match?.fingers.first?.centres == [Point(x: 100, y: 100), Point(x: 101, y: 100)])
            #expect(match?.score == 0)
        }
    }

    @Test("The best pairing of five fingers is found", arguments: 0..<50 as Range<UInt64>)
    func theBestPairingOfFiveFingersIsFound(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // The paths are close together, so that several pairings are plausible.
        func fingers() -> [FingerPath] {
            (0..<5).map { _ in
                let x = SyntheticHand.uniform(&random, 50, 120)
                return Drawn.path([(x, 50), (x + SyntheticHand.uniform(&random, -20, 20), 250)])
            }
        }
        let (enrolled, drawn) = (fingers(), fingers())
        func score(_ template: [FingerPath], _ probe: [FingerPath]) -> Double {
            let parts = [template, probe].map { PictureGesture([GesturePart(.path(isClosed: false), fingers: $0)]) }
            return verifier.compare(Drawn.template(parts[0]), parts[1]).score
        }
        // A reference implementation: the worst finger of each pairing, compared alone.
        var best = 0.0
        var orders: [[Int]] = [[]]
        for _ in 0..<5 {
            orders = orders.flatMap { order in (0..<5).filter { !order.contains($0) }.map { order + [$0] } }
        }
        #expect(orders.count == 120)
        let single = enrolled.map { finger in drawn.map { score([finger], [$0]) } }
        for order in orders { best = max(best, order.enumerated().map { single[$0.offset][$0.element] }.min() ?? 0) }
        #expect(score(enrolled, drawn) == best)
        #expect(score(enrolled, drawn.reversed()) == best, "whichever came down first")
    }
}
