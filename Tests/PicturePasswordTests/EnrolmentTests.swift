// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct EnrolmentTests {
    private typealias Refusal = EnrolmentError
    private let good = PictureGesture([Drawn.part([(20, 20), (250, 40), (60, 200)]), Drawn.tapPart(300, 300)])

    private func enrolment() throws -> Enrolment<RasterVerifier> {
        // Hatchings pass the rule of squares, so that the meter finds few drawings strong.
        try #require(
            Enrolment(
                pictureDigest: [9], verifier: RasterVerifier.undirected,
                parameters: EnrolmentParameters(minimumStrength: .weak))
        )
    }

    private func shifted(_ gesture: PictureGesture, by offset: InkPoint) -> PictureGesture {
        PictureGesture(
            gesture.parts.map { part in
                GesturePart(
                    part.kind,
                    fingers: part.fingers.map { finger in
                        FingerPath(finger.points.map { GesturePoint($0.position + offset, time: $0.time) })
                    })
            })
    }

    @Test("Three matching drawings make a template") func threeMatchingDrawingsMakeATemplate() throws {
        var enrolment = try enrolment()
        #expect(try enrolment.add(good) == .remaining(2))
        #expect(try enrolment.add(shifted(good, by: InkPoint(x: 20, y: 0))) == .remaining(1))
        let progress = try enrolment.add(shifted(good, by: InkPoint(x: 10, y: 0)))
        guard case .complete(let template) = progress else {
            Issue.record("not complete")
            return
        }
        #expect(template.samples.count == 3 && template.pictureDigest == [9] && template.verifier == .raster)
        #expect(
            template.typicalSample == shifted(good, by: InkPoint(x: 10, y: 0)).quantised(),
            "the one in the middle comes first")
        #expect(RasterVerifier.undirected.accepts(good, for: template))
    }

    @Test("A different drawing is rejected and the others still count")
    func differentDrawingIsRejectedAndTheOthersStillCount() throws {
        var enrolment = try enrolment()
        _ = try enrolment.add(good)
        #expect(throws: Refusal.different) { try enrolment.add(shifted(good, by: InkPoint(x: 60, y: 60))) }
        // Advice for a first drawing would lead away from it.
        #expect(throws: Refusal.different) { try enrolment.add(PictureGesture([Drawn.part([(0, 0), (200, 0)])])) }
        #expect(throws: Refusal.empty) { try enrolment.add(PictureGesture([])) }
        #expect(try enrolment.add(good) == .remaining(1))
    }

    @Test("Guessable drawings are rejected") func guessableDrawingsAreRejected() throws {
        func refusal(_ parts: GesturePart...) throws -> Refusal? {
            var enrolment = try enrolment()
            do throws(Refusal) {
                _ = try enrolment.add(PictureGesture(parts))
                return nil
            } catch {
                return error
            }
        }
        #expect(try refusal() == .empty)
        #expect(try refusal(Drawn.tapPart(10, 10)) == .oneSpot)
        #expect(try refusal(Drawn.tapPart(10, 10), Drawn.tapPart(200, 200), Drawn.tapPart(90, 10)) == .tooShort)
        #expect(try refusal(Drawn.part([(0, 0), (200, 0)])) == .tooShort)
        #expect(try refusal(Drawn.part([(10, 10), (290, 300)])) == .common(.line))
        let hand = GesturePart(
            .path(isClosed: false), fingers: (0..<6).map { Drawn.path([(Double($0) * 40, 0), (Double($0) * 40, 250)]) })
        #expect(try refusal(hand) == .tooManyFingers)
    }

    @Test("A drawing in one place is rejected, however many strokes it has") func onePlaceIsRejected() throws {
        // A house of two strokes whose gap is 10 units.
        let walls = Drawn.part([(60, 250), (60, 140), (180, 250), (180, 140), (70, 150)])
        let house = [walls, Drawn.part([(50, 130), (120, 60), (190, 130)])]
        var enrolment = try enrolment()
        for parts in [[walls], house] {
            #expect(PictureGesture(parts).placeCount == 1)
            #expect(throws: Refusal.tooFewPlaces) { try enrolment.add(PictureGesture(parts)) }
        }
        let withTap = PictureGesture(house + [Drawn.tapPart(300, 40)])
        #expect(withTap.placeCount == 2)
        #expect(try enrolment.add(withTap) == .remaining(2))

        let parameters = EnrolmentParameters(sampleCount: 1, minimumPlaces: 1, minimumStrength: .weak)
        var lenient = try #require(
            Enrolment(pictureDigest: [9], verifier: RasterVerifier.undirected, parameters: parameters))
        guard case .complete = try lenient.add(PictureGesture(house)) else {
            Issue.record("not complete")
            return
        }
        #expect(PictureGesture().placeCount == 0)
    }

    @Test("A figure that is too small is rejected, whichever drawing it is in; taps and strokes of a figure are not")
    func smallFiguresAreRejected() throws {
        let least = EnrolmentParameters().minimumFigureExtent
        func hook(_ side: Double, x: Double, y: Double = 240) -> GesturePart {
            Drawn.part([(x, y), (x + side, y + side / 3), (x + side / 2, y + side * 2 / 3)])
        }
        let large = Drawn.part([(20, 20), (250, 40), (60, 200)])
        func add(_ parts: GesturePart...) throws -> EnrolmentProgress {
            var enrolment = try self.enrolment()
            return try enrolment.add(PictureGesture(parts))
        }
        #expect(try add(large, hook(least, x: 10)) == .remaining(2))
        #expect(throws: Refusal.tooSmall) { try add(large, hook(least - 0.1, x: 10)) }
        #expect(throws: Refusal.tooSmall) { try add(hook(least - 0.1, x: 10), large) }
        // The size is reported first: drawing more small figures does not help.
        #expect(throws: Refusal.tooSmall) { try add(hook(30, x: 10), hook(30, x: 200)) }
        #expect(throws: Refusal.oneSpot) { try add(hook(30, x: 10)) }
        #expect(try add(large, Drawn.tapPart(300, 300)) == .remaining(2))
        // A short stroke 20 units beside a long one belongs to it; two fingers draw one figure.
        #expect(try add(large, hook(least, x: 200), hook(10, x: 220 + least)) == .remaining(2))
        let pair = GesturePart(
            .path(isClosed: false),
            fingers: [Drawn.path([(200, 240), (240, 260)]), Drawn.path([(260, 240), (290, 260)])])
        #expect(try add(large, pair) == .remaining(2))

        var enrolment = try self.enrolment()
        #expect(try enrolment.add(PictureGesture([large, hook(least, x: 10)])) == .remaining(2))
        #expect(throws: Refusal.tooSmall) { try enrolment.add(PictureGesture([large, hook(least - 0.1, x: 10)])) }
        #expect(try enrolment.add(PictureGesture([large, hook(least, x: 10)])) == .remaining(1))

        let parameters = EnrolmentParameters(minimumStrength: .weak, minimumFigureExtent: 0)
        var lenient = try #require(
            Enrolment(pictureDigest: [9], verifier: RasterVerifier.undirected, parameters: parameters))
        #expect(try lenient.add(PictureGesture([large, hook(10, x: 10)])) == .remaining(2))
    }

    @Test("A meter praises no drawing that is rejected", arguments: 2...9)
    func theMeterPraisesNoRejectedDrawing(count: Int) throws {
        let places = (0..<count).map { (x: 20 + 97 * $0 % 290, y: 20 + 61 * $0 % 280) }
        let parts = places.map { Drawn.tapPart(Double($0.x), Double($0.y)) }
        let taps = PictureGesture(parts)
        let own = try #require(TrainedVerifier().lowerStrength(of: [taps], over: nil))
        for least in [Strength.Level.weak, .fair, .good, .strong] {
            let parameters = EnrolmentParameters(minimumStrength: least)
            var enrolment = try #require(
                Enrolment(pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters))
            let shown = try #require(enrolment.strength(of: taps))
            #expect(shown.log10Guesses == own.log10Guesses)
            do throws(Refusal) {
                _ = try enrolment.add(taps)
                #expect(shown == own)
            } catch .guessable {
                #expect(shown == own && own.level < least)
            } catch {
                #expect(shown.level == .weak && shown.advice != .noneNeeded)
            }
        }
    }

    @Test("A weak first drawing is rejected, by a level and by twenty guesses") func weakDrawingsAreRejected() throws {
        let spots = [(100.0, 100.0), (300, 100)].map { SaliencyMap.Spot(InkPoint(x: $0.0, y: $0.1), weight: 1) }
        let map = SaliencyMap(size: InkSize(width: 320, height: 320), spots: spots)
        let obvious = PictureGesture([Drawn.tapPart(60, 160), Drawn.tapPart(280, 60)])
        // A line from one salient place to the other.
        let salient = PictureGesture([Drawn.part([(100, 100), (300, 100)]), Drawn.tapPart(100, 260)])
        func enrolment(_ least: Strength.Level) throws -> Enrolment<TrainedVerifier> {
            let parameters = EnrolmentParameters(sampleCount: 2, minimumStrength: least, minimumSquares: 1)
            return try #require(Enrolment(pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters))
        }
        var strict = try enrolment(.good)
        #expect(throws: Refusal.guessable) { try strict.add(obvious) }
        #expect(try strict.add(good) == .remaining(1))
        // Only the first drawing is judged; the others repeat it.
        #expect(throws: Refusal.different) { try strict.add(obvious) }
        var lenient = try enrolment(.weak)
        #expect(try lenient.add(obvious) == .remaining(1))

        // The map makes a drawing on its places weaker, and none stronger.
        var fair = try enrolment(.fair)
        let without = try #require(TrainedVerifier().lowerStrength(of: [salient], over: nil))
        let with = try #require(TrainedVerifier().lowerStrength(of: [salient], over: map))
        #expect(with.log10Guesses < without.log10Guesses)
        #expect(with.level == .weak && without.level > .weak)
        #expect(throws: Refusal.guessable) { try fair.add(salient, over: map) }
        #expect(try fair.add(salient) == .remaining(1))

        // Twenty guesses are refused even without a level.
        let twice = PictureGesture([Drawn.tapPart(100, 100), Drawn.tapPart(102, 100)])
        let parameters = EnrolmentParameters(
            minimumPlaces: 1, minimumStrength: .weak, minimumSquares: 1, minimumExtent: 0)
        var any = try #require(Enrolment(pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters))
        #expect(throws: Refusal.guessable) { try any.add(twice, over: map) }
        #expect(try any.add(twice) == .remaining(2), "the place is not among the first where it is not salient")
    }

    @Test("A template whose typical drawing is weak is not completed") func aWeakTypicalDrawingIsRejected() throws {
        let spots = [(60.0, 80.0, 2.0), (200, 250, 1)].map {
            SaliencyMap.Spot(InkPoint(x: $0.0, y: $0.1), weight: $0.2)
        }
        let map = SaliencyMap(size: InkSize(width: 320, height: 320), spots: spots)
        func drawing(_ x: Double) -> PictureGesture {
            PictureGesture([Drawn.tapPart(x, 80), Drawn.tapPart(200, 250), Drawn.tapPart(210, 20)])
        }
        func enrolment(_ least: Strength.Level) throws -> Enrolment<TrainedVerifier> {
            let parameters = EnrolmentParameters(minimumStrength: least, minimumSquares: 1)
            return try #require(Enrolment(pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters))
        }
        func complete(_ progress: EnrolmentProgress) throws -> GestureTemplate {
            guard case .complete(let template) = progress else { throw Refusal.empty }
            return template
        }
        func level(_ drawings: [PictureGesture]) -> Strength.Level? {
            TrainedVerifier().lowerStrength(of: drawings, over: map)?.level
        }
        // The first tap of the first drawing is just outside a salient place, and that of the typical one inside.
        #expect(level([drawing(83)]) == .fair)
        var lenient = try enrolment(.weak)
        var strict = try enrolment(.fair)
        for x in [83.0, 75] {
            _ = try lenient.add(drawing(x), over: map)
            _ = try strict.add(drawing(x), over: map)
        }
        let weak = try complete(try lenient.add(drawing(67), over: map))
        #expect(weak.typicalSample == drawing(75).quantised() && level(weak.samples) == .weak)
        #expect(throws: Refusal.guessable) { try strict.add(drawing(67), over: map) }
        // The last drawing is repeated.
        let strong = try complete(try strict.add(drawing(91), over: map))
        #expect(strong.typicalSample == drawing(83).quantised() && level(strong.samples) == .fair)
    }

    @Test("The digest of a picture has at most 64 bytes") func aPicturesDigestHasAtMost64Bytes() {
        func enrolment(_ count: Int) -> Enrolment<RasterVerifier>? {
            Enrolment(pictureDigest: [UInt8](repeating: 0, count: count), verifier: RasterVerifier.undirected)
        }
        #expect(enrolment(0) != nil && enrolment(64) != nil && enrolment(65) == nil)
    }

    @Test("Strokes that are much longer than the picture are refused as quickly as others") func longStrokes() throws {
        func seconds(_ length: Double) throws -> Double {
            let parts = (0..<1999).map { number -> GesturePart in
                let (y, time) = (Double(number) / 8, Double(number) / 50)
                let ends = [InkPoint(x: -length, y: y), InkPoint(x: length, y: y + 1)]
                let points = ends.enumerated().map { GesturePoint($1, time: time + Double($0) / 100) }
                return GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])
            }
            let gesture = PictureGesture(parts)
            return try (0..<5).map { _ in
                var enrolment = try enrolment()
                return processorSeconds { #expect(throws: Refusal.self) { try enrolment.add(gesture) } }
            }.min() ?? 0
        }
        let (short, long) = (try seconds(30), try seconds(1e6))
        #expect(long < 10 * short, "\(short) s, \(long) s")
    }

    /// Returns the processor time of this thread that a closure takes.
    private func processorSeconds(_ body: () -> Void) -> Double {
        var (before, after) = (timespec(), timespec())
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
        body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
        return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
    }
}
