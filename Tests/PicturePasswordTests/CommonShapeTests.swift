// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct CommonShapeTests {
    private func shape(_ corners: [(Double, Double)]) -> CommonShape? {
        CommonShape(PictureGesture([Drawn.part(corners)]))
    }

    private func circle(from start: Double, turns: Double, _ wobble: inout SplitMix64) -> [(Double, Double)] {
        (0...40).map { i in
            let angle = start + turns * 2 * 3.141592653589793 * Double(i) / 40
            let radius = 90 + SyntheticHand.uniform(&wobble, -5, 5)
            return (
                150 + radius * ElementaryFunctions.cos(angle), 140 + radius * ElementaryFunctions.sin(angle)
            )
        }
    }

    @Test("Circles are recognised from any start in either direction", arguments: 0..<30 as Range<UInt64>)
    func circlesAreRecognisedFromAnyStartInEitherDirection(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let start = SyntheticHand.uniform(&random, 0, 6.28)
        #expect(shape(circle(from: start, turns: seed % 2 == 0 ? 1 : -1, &random)) == .circle)
    }

    @Test("Simple shapes are recognised as common") func plainShapesAreCommon() {
        #expect(shape([(10, 10), (290, 180)]) == .line)
        #expect(shape([(50, 50), (250, 50), (250, 200), (50, 200), (50, 50)]) == .rectangle)
        #expect(shape([(250, 200), (250, 50), (50, 50), (50, 200), (250, 200)]) == .rectangle)
        #expect(shape([(150, 20), (280, 240), (20, 240), (150, 20)]) == .triangle)
        #expect(shape([(20, 150), (90, 240), (280, 20)]) == .checkMark)
        #expect(shape([(20, 20), (20, 240), (160, 240)]) == .letter(UInt8(ascii: "L")))
        #expect(shape([(160, 240), (20, 240), (20, 20)]) == .letter(UInt8(ascii: "L")), "backwards too")
        #expect(shape([(20, 20), (240, 20), (20, 240), (240, 240)]) == .letter(UInt8(ascii: "Z")))
        #expect(shape([(20, 240), (20, 20), (240, 240), (240, 20)]) == .letter(UInt8(ascii: "N")))
    }

    @Test("Complex drawings are not common") func complexDrawingsAreNotCommon() {
        #expect(shape([(20, 20), (250, 60), (80, 120), (260, 240), (30, 200), (140, 20), (200, 280)]) == nil)
        let two = PictureGesture([Drawn.part([(10, 10), (290, 180)]), Drawn.tapPart(50, 250)])
        #expect(CommonShape(two) == nil, "several parts are never common")
        #expect(CommonShape(PictureGesture([Drawn.tapPart(1, 2)])) == nil)
    }
}
