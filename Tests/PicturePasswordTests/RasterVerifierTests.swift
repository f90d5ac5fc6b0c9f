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
            #expect(verifier.accepts(gesture, for: Drawn.template(gesture)))
        }
    }

    @Test("A match needs 70 % of the squares") func seventyPercentOfTheSquaresAreEnoughAndLessAreNot() throws {
        // The squares are 45 wide. From 0 to 157.4 a path touches five and one more; from 0 to 187.5 it touches all up
        // to 210.
        let enough = PictureGesture([Drawn.part([(0, 100), (188, 100)])])
        let comparison = verifier.compare(enough, with: Drawn.template(line))
        let hits = try #require(comparison.parts.first?.fingers.first)
        #expect(hits.centres.count == 11 && hits.hitCount == 8)
        #expect(comparison.score >= 1)
        let less = verifier.compare(PictureGesture([Drawn.part([(0, 100), (187, 100)])]), with: Drawn.template(line))
        #expect(less.parts.first?.fingers.first?.hitCount == 7)
        #expect(less.score < 1 && abs(less.score - 7.0 / 11 / 0.7) < 1e-12)
    }

    @Test("An attempt can be at most 40 % longer") func anAttemptMayBe40PercentLongerAndNoMore() {
        // 15 squares to 11 are 136 %, 16 are 145 %.
        let longer = PictureGesture([Drawn.part([(0, 100), (300, 100), (300, 220)])])
        #expect(verifier.compare(longer, with: Drawn.template(line)).parts.first?.fingers.first?.probeCount == 15)
        #expect(verifier.accepts(longer, for: Drawn.template(line)))
        let tooLong = PictureGesture([Drawn.part([(0, 100), (300, 100), (300, 250)])])
        #expect(!verifier.accepts(tooLong, for: Drawn.template(line)))
    }

    @Test("A tap must be inside its square") func aTapHasToLieInItsSquare() {
        let tap = Drawn.template(PictureGesture([Drawn.tapPart(100, 100)]))
        #expect(verifier.accepts(PictureGesture([Drawn.tapPart(122.5, 77.5)]), for: tap))
        #expect(!verifier.accepts(PictureGesture([Drawn.tapPart(122.6, 100)]), for: tap))
        #expect(
            !verifier.accepts(PictureGesture([Drawn.part([(100, 100), (120, 100)])]), for: tap), "a path is not a tap")
        let twice = PictureGesture([
            GesturePart(
                .tap(count: 2),
                fingers: [
                    FingerPath(
                        Drawn.tap(100, 100).points + Drawn.tap(100, 100, at: 0.2).points)
                ])
        ])
        #expect(!verifier.accepts(twice, for: tap))
    }

    @Test("A tap without a position does not match") func tapWithoutAPositionDoesNotMatch() {
        let template = Drawn.template(PictureGesture([Drawn.tapPart(100, 100)]))
        let nowhere = [FingerPath([]), Drawn.tap(.nan, 100), Drawn.tap(100, .nan), Drawn.tap(.infinity, 100)]
        for finger in nowhere {
            let attempt = PictureGesture([GesturePart(.tap(count: 1), fingers: [finger])])
            #expect(verifier.compare(attempt, with: template).score == 0)
            #expect(
                verifier.compare(PictureGesture([Drawn.tapPart(100, 100)]), with: Drawn.template(attempt)).score == 0)
        }
    }

    @Test("Every part must match in number and order") func everyPartHasToMatchInNumberAndOrder() {
        let a = Drawn.part([(0, 0), (300, 0)])
        let b = Drawn.tapPart(100, 200)
        let template = Drawn.template(PictureGesture([a, b]))
        #expect(verifier.accepts(PictureGesture([a, b]), for: template))
        #expect(!verifier.accepts(PictureGesture([b, a]), for: template))
        #expect(!verifier.accepts(PictureGesture([a]), for: template))
        #expect(!verifier.accepts(PictureGesture([a, b, b]), for: template))
        #expect(
            !verifier.accepts(PictureGesture([a, Drawn.tapPart(200, 200)]), for: template), "one bad part spoils all")
        #expect(!verifier.accepts(PictureGesture(), for: template))
    }

    @Test("The direction counts only if it is required") func directionCountsOnlyWhenAskedFor() {
        let corner = PictureGesture([Drawn.part([(0, 0), (200, 0), (200, 200)])])
        let reversed = PictureGesture([Drawn.part([(200, 200), (200, 0), (0, 0)])])
        #expect(verifier.accepts(reversed, for: Drawn.template(corner)))
        #expect(!RasterVerifier().accepts(reversed, for: Drawn.template(corner)))
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
        #expect(verifier.accepts(gesture(right, left), for: template))
        #expect(!verifier.accepts(gesture(left), for: template))
        #expect(!verifier.accepts(gesture(left, left), for: template))
        let lenient = RasterVerifier(.init(requiresDirection: false, requiresFingers: false))
        #expect(!lenient.accepts(gesture(left), for: template), "one finger of two is half the password")
        #expect(!lenient.accepts(gesture(left, left), for: template))
        #expect(lenient.accepts(gesture(right, left, left), for: template))
        #expect(!verifier.accepts(gesture(right, left, left), for: template))
        let many = gesture(left, left, left, left, left, left)
        #expect(!verifier.accepts(many, for: Drawn.template(many)), "more fingers than a hand has match nothing")
    }

    @Test("Incomparable parts still show their squares") func incomparablePartsStillShowTheirSquares() {
        let taps = FingerPath(Drawn.tap(100, 100).points + Drawn.tap(101, 100, at: 0.2).points)
        let template = Drawn.template(PictureGesture([GesturePart(.tap(count: 2), fingers: [taps])]))
        for attempt in [Drawn.tapPart(100, 100), Drawn.part([(0, 0), (300, 0)])] {
            let match = verifier.compare(PictureGesture([attempt]), with: template).parts.first
            #expect(match?.fingers.first?.centres == [InkPoint(x: 100, y: 100), InkPoint(x: 101, y: 100)])
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
            return verifier.compare(parts[1], with: Drawn.template(parts[0])).score
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
