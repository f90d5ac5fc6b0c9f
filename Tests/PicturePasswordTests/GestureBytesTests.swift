// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import PicturePassword
import Testing

@Suite struct GestureBytesTests {
    @Test("A known gesture has known bytes") func knownGestureHasKnownBytes() throws {
        let path = FingerPath([
            GesturePoint(InkPoint(x: 1, y: 2), time: 7), GesturePoint(InkPoint(x: 1.5, y: 2), time: 7.008),
        ])
        let taps = FingerPath([
            GesturePoint(InkPoint(x: 0, y: -4), time: 8), GesturePoint(InkPoint(x: 0.0625, y: -4), time: 8.2),
        ])
        let gesture = PictureGesture([
            GesturePart(.path(isClosed: false), fingers: [path]), GesturePart(.tap(count: 2), fingers: [taps]),
            GesturePart(.other(300), fingers: [FingerPath([GesturePoint(.zero, time: 9)])]),
        ])
        let body: [UInt8] =
            [3]
            + [0, 1, 2, 32, 64, 0, 16, 0, 8]  // open path, one finger, two points: (16, 32) at 0; +8, 0 after 8 ms
            + [3, 1, 31, 0xBF, 1, 0xD0, 15, 2, 0, 0xC8, 1]  // two taps: −16, −96 and 1,000 ms on; +1, 0 after 200 ms
            + [0xB3, 2, 1, 1, 0, 0x80, 1, 0xD0, 15]  // kind 7 + 300, one finger, one point: 0, +64 and 1,000 ms on
        #expect(gesture.encoded() == [0x49, 0x4E, 0x4B, 0x47, 1] + body)
        #expect(try PictureGesture(decoding: gesture.encoded()) == gesture.quantised())
        let headers: [(VerifierKind, [UInt8])] = [(.raster, [1]), (.trained, [2, 1]), (.custom, [2, 2])]
        #expect(headers.map(\.0) == VerifierKind.allCases)
        for (verifier, header) in headers {
            let template = try #require(
                GestureTemplate(pictureDigest: [7, 8], samples: [gesture], verifier: verifier))
            #expect(template.encoded() == [0x49, 0x4E, 0x4B, 0x54] + header + [2, 7, 8, 1] + body)
            #expect(try GestureTemplate(decoding: template.encoded()) == template.quantised())
        }
    }

    @Test("Decoding returns the quantised gesture", arguments: 0..<200 as Range<UInt64>)
    func decodingReturnsTheQuantisedGesture(seed: UInt64) throws {
        let gesture = Drawn.synthetic(seed: seed)
        let quantised = gesture.quantised()
        let bytes = gesture.encoded()
        #expect(try PictureGesture(decoding: bytes) == quantised)
        #expect(quantised.encoded() == bytes && quantised.quantised() == quantised)
        #expect(quantised.parts.map(\.kind) == gesture.parts.map(\.kind))
        let first = try #require(gesture.parts.first?.fingers.first?.points.first?.time)
        for (part, kept) in zip(gesture.parts, quantised.parts) {
            #expect(part.fingers.map(\.points.count) == kept.fingers.map(\.points.count))
            for (point, other) in zip(part.fingers.flatMap(\.points), kept.fingers.flatMap(\.points)) {
                let distance = point.position - other.position
                #expect(max(abs(distance.x), abs(distance.y)) <= 1.0 / 32)
                #expect(abs(point.time - first - other.time) <= 0.0005001)
            }
        }
        let digest = (0..<UInt8(seed % 65)).map { $0 }
        let again = Drawn.synthetic(seed: seed, attempt: 1)
        let template = try #require(GestureTemplate(pictureDigest: digest, samples: [gesture, again]))
        #expect(try GestureTemplate(decoding: template.encoded()) == template.quantised())
    }

    @Test("The start time does not change the bytes") func startTimeDoesNotMatter() {
        let early = PictureGesture([Drawn.part([(20, 20), (250, 40)])])
        let late = PictureGesture([Drawn.part([(20, 20), (250, 40)], start: 4096)])
        #expect(early.encoded() == late.encoded())
    }

    @Test("A sample takes about four bytes at 120 Hz") func aFingerAt120HertzCostsAboutFourBytesASample() {
        var hand = SyntheticHand(seed: 5, size: SyntheticFingers.size)
        let samples = hand.samples(1000, rate: 120, noise: 0.3)
        let path = FingerPath(samples.map { GesturePoint($0.position, time: $0.time) })
        let bytes = PictureGesture([GesturePart(.path(isClosed: false), fingers: [path])]).encoded()
        #expect(Double(bytes.count) / 1000 < 4.2)
    }

    /// Rounding moves positions by 1/32 of a unit, which can move a square across the edge of another. Of 6,000
    /// attempts at 1,500 drawings, a tenth of them within 0.1 of the threshold, five change their verdict.
    @Test("Rounding rarely changes a verdict") func roundingRarelyChangesAVerdict() {
        let verifier = RasterVerifier.undirected
        var turned = 0
        var compared = 0
        for seed in 0..<150 as Range<UInt64> {
            let template = Drawn.template(Drawn.synthetic(seed: seed))
            let rounded = template.quantised()
            for attempt in 1...4 as ClosedRange<UInt64> {
                let probe = Drawn.synthetic(seed: seed, attempt: attempt)
                let before = verifier.compare(probe, with: template).score
                let after = verifier.compare(probe.quantised(), with: rounded).score
                compared += 1
                if (before >= 1) != (after >= 1) { turned += 1 }
            }
        }
        #expect(compared == 600 && turned * 500 <= compared)
    }

    @Test("Invalid values are clamped") func invalidValuesAreClamped() throws {
        let nan = GesturePoint(InkPoint(x: .nan, y: 0), time: 0)
        let late = GesturePoint(InkPoint(x: 1e300, y: -.infinity), time: 5)
        let far = [
            GesturePoint(InkPoint(x: 1e300, y: -1e300), time: 5), GesturePoint(.zero, time: 1),
            GesturePoint(.zero, time: 1e300),
        ]
        let gesture = PictureGesture([
            GesturePart(.path(isClosed: true), fingers: [FingerPath([nan, late])]),
            GesturePart(.path(isClosed: true), fingers: [FingerPath([nan]), FingerPath(far)]),
            GesturePart(.tap(count: -3), fingers: [FingerPath(far)]),
            GesturePart(.tap(count: 9), fingers: [FingerPath([GesturePoint(.zero, time: 6)])]),
            GesturePart(.tap(count: 1), fingers: []),
        ])
        let kept = gesture.quantised()
        #expect(kept.parts.map(\.kind) == [.path(isClosed: true), .tap(count: 1), .tap(count: 5)])
        let points = try #require(kept.parts.first?.fingers.first?.points)
        #expect(points.map(\.time) == [0, 0, 1_048_576])
        #expect(points[0].position == InkPoint(x: 1_048_576, y: -1_048_576))
        #expect(kept.parts[1].fingers[0].points.count == 1 && kept.parts[2].fingers[0].points.count == 5)
        #expect(try PictureGesture(decoding: gesture.encoded()) == kept)
        #expect(PictureGesture().encoded() == [0x49, 0x4E, 0x4B, 0x47, 1, 0])
        #expect(try PictureGesture(decoding: PictureGesture().encoded()) == PictureGesture())
    }
}
