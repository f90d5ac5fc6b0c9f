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

    @Test("The digest of a picture has at most 64 bytes") func aPicturesDigestHasAtMost64Bytes() {
        func enrolment(_ count: Int) -> Enrolment<RasterVerifier>? {
            Enrolment(pictureDigest: [UInt8](repeating: 0, count: count), verifier: RasterVerifier())
        }
        #expect(enrolment(0) != nil && enrolment(64) != nil && enrolment(65) == nil)
    }
}
