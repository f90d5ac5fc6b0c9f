// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// The estimate of the guesses that the trained verifier accepts.
@Suite struct TrainedStrengthTests {
    private let plain = SaliencyMap(size: InkSize(width: 480, height: 320))

    /// Five places in order of decreasing weight.
    private let busy = SaliencyMap(
        size: InkSize(width: 480, height: 320),
        spots: [(100, 100), (300, 100), (200, 250), (420, 280), (40, 280)].enumerated().map { i, at in
            SaliencyMap.Spot(InkPoint(x: at.0, y: at.1), weight: 1 - Double(i) * 0.1)
        })

    private func strength(_ parts: GesturePart..., over map: SaliencyMap? = nil) -> Strength {
        Strength(of: [PictureGesture(parts)], over: map ?? plain)
    }

    /// A shape's corners with the larger side at a place.
    private func shape(_ shape: CommonShape, side: Double, at x: Double, _ y: Double) throws -> GesturePart {
        let corners = try #require(CommonShape.examples.first { $0.shape == shape }).corners
        let scale = side / 9
        return Drawn.part(corners.map { (x + ($0.x - 4.5) * scale, y + ($0.y - 4.5) * scale) })
    }

    @Test("Shapes and lines that an attacker tries are recognised") func shapesAreRecognised() throws {
        #expect(try strength(shape(.circle, side: 90, at: 240, 160)).parts[0].guess == .shape(.circle))
        // A circle that an attacker draws opens a small capital E too.
        #expect(
            try strength(shape(.letter(UInt8(ascii: "E")), side: 45, at: 240, 160)).parts[0].guess == .shape(.circle))
        #expect(strength(Drawn.part([(30, 40), (200, 60)])).parts[0].guess == .line)
        let own = [(40.0, 40.0), (200, 80), (60, 160), (260, 240), (400, 60)]
        #expect(strength(Drawn.part(own)).parts[0].guess == .path)
    }

    @Test("A salient place makes a figure easier to guess") func salientPlacesCount() throws {
        func circle(_ x: Double, _ y: Double) throws -> Double {
            try strength(shape(.circle, side: 90, at: x, y), over: busy).log10Guesses
        }
        let (first, last, away) = try (circle(100, 100), circle(420, 280), circle(225, 100))
        #expect(first < last && last < away)
        // A figure at the picture's edge is where an attacker draws it who aims for a place near the edge.
        #expect(try circle(45, 275) < away)
    }

    @Test("A hatching is no cheap guess") func hatchingIsNoGuess() {
        let dense = Drawn.part([
            (100, 100), (180, 140), (110, 160), (190, 190), (100, 200), (150, 90), (120, 210), (190, 110),
        ])
        #expect(strength(dense).parts[0].guess != .hatching)
    }

    @Test("A repetition in its place adds little") func repetitionsAddLittle() {
        let winding = Drawn.part([(40, 40), (200, 80), (60, 160), (260, 240), (400, 60)])
        let twice = strength(winding, winding)
        #expect(twice.parts[1].guess == .repetition && twice.parts[1].log10Guesses < 1)
        let other = Drawn.part([(460, 20), (300, 300), (220, 40), (100, 300), (20, 100)])
        #expect(strength(winding, other).parts[1].guess == .path)
    }

    @Test("Another drawing of the same password may be what an attacker hits") func otherDrawingsCount() throws {
        let one = try PictureGesture([shape(.circle, side: 90, at: 130, 130)])
        let other = try PictureGesture([shape(.circle, side: 70, at: 105, 105)])
        let alone = Strength(of: [one], over: busy).log10Guesses
        #expect(Strength(of: [one, other, other], over: busy).log10Guesses <= alone)
    }

    @Test("Hostile gestures have a finite estimate of at most eight parts", arguments: 1...10 as ClosedRange<UInt64>)
    func hostileGesturesAreBounded(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        var gesture = random.gesture(parts: 40)
        gesture.parts.insert(GesturePart(.path(isClosed: false), fingers: [Drawn.path([(0, 0), (1e300, 1)])]), at: 0)
        gesture.parts.insert(GesturePart(.path(isClosed: true), fingers: [Drawn.path([(4, .nan), (5, 5)])]), at: 1)
        gesture.parts.insert(GesturePart(.path(isClosed: false), fingers: [Drawn.path([(9, 9), (9, 9)])]), at: 2)
        let strength = Strength(of: [gesture], over: random.map())
        #expect(strength.log10Guesses.isFinite && strength.log10Guesses >= 0)
        #expect(strength.parts.count == 8 && strength.parts.allSatisfy { $0.log10Guesses.isFinite })
        #expect(Strength(of: [], over: plain).level == .weak)
    }
}
