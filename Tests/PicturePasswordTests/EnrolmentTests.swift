// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct EnrolmentTests {
    private typealias Refusal = EnrolmentError
    private let good = PictureGesture([Drawn.part([(20, 20), (250, 40), (60, 200)]), Drawn.tapPart(300, 300)])

    private func enrolment() throws -> Enrolment<RasterVerifier> {
        try #require(Enrolment(pictureDigest: [9], verifier: RasterVerifier()))
    }

    private func shifted(_ gesture: PictureGesture, by offset: Point) -> PictureGesture {
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
        #expect(try enrolment.add(shifted(good, by: Point(x: 20, y: 0))) == .remaining(1))
        let progress = try enrolment.add(shifted(good, by: Point(x: 10, y: 0)))
        guard case .complete(let template) = progress else {
            Issue.record("not complete")
            return
        }
        #expect(template.samples.count == 3 && template.pictureDigest == [9] && template.verifier == .raster)
        #expect(
            template.model == shifted(good, by: Point(x: 10, y: 0)).quantised(), "the one in the middle comes first")
        #expect(RasterVerifier().accepts(template, good))
    }

    @Test("A different drawing is rejected and the others still count")
    func differentDrawingIsRejectedAndTheOthersStillCount() throws {
        var enrolment = try enrolment()
        _ = try enrolment.add(good)
        #expect(throws: Refusal.different) { try enrolment.add(shifted(good, by: Point(x: 60, y: 60))) }
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

        let parameters = EnrolmentParameters(sampleCount: 1, minimumPlaces: 1)
        var lenient = try #require(
            Enrolment(pictureDigest: [9], verifier: RasterVerifier(), parameters: parameters))
        guard case .complete = try lenient.add(PictureGesture(house)) else {
            Issue.record("not complete")
            return
        }
        #expect(PictureGesture().placeCount == 0)
    }

    @Test("The digest of a picture has at most 64 bytes") func aPicturesDigestHasAtMost64Bytes() {
        func enrolment(_ count: Int) -> Enrolment<RasterVerifier>? {
            Enrolment(pictureDigest: [UInt8](repeating: 0, count: count), verifier: RasterVerifier())
        }
        #expect(enrolment(0) != nil && enrolment(64) != nil && enrolment(65) == nil)
    }
}
