// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import InkTrail
import Testing

@Suite struct LineTrailTests {
    /// Draws `count` samples at 128 Hz, whose times add up exactly.
    private func draw(_ trail: inout LineTrail, _ samples: [StrokePoint], finger: UInt32 = 1, start: Double = 8) {
        for sample in samples { trail.touch(finger, at: sample.position, time: start + sample.time) }
        trail.advance(to: start + (samples.last?.time ?? 0))
    }

    @Test("The line has the outline of ink", arguments: 0..<10 as Range<UInt64>)
    func theLineIsInk(seed: UInt64) throws {
        var hand = SyntheticHand(seed: seed)
        let samples = hand.samples(50, rate: 128)
        var trail = LineTrail()
        draw(&trail, samples)
        let width = LineTrail.Parameters().width
        let brush = Brush(minimumWidth: width, maximumWidth: width)
        let ink = StrokeTracer(try Stroke(samples, brush: brush), accuracy: LineTrail.Parameters().accuracy)
        let inks = trail.inks
        try #require(inks.count == 2)
        #expect(inks[1].outline.ribs == ink.outline.ribs)
        // The rim lies around it.
        let (rim, line) = (inks[0].outline.bounds, inks[1].outline.bounds)
        #expect(rim.minX < line.minX && rim.minY < line.minY && rim.maxX > line.maxX && rim.maxY > line.maxY)
    }

    @Test("The line stays while it is drawn and fades afterwards")
    func theLineStaysWhileItIsDrawnAndFadesAfterwards() throws {
        var hand = SyntheticHand(seed: 1)
        var trail = LineTrail()
        draw(&trail, hand.samples(50, rate: 128), start: 0)
        trail.advance(to: 3_000)
        var alphas = trail.inks.map { $0.color.alpha }
        #expect(alphas == [LineTrail.Parameters().rimColor.alpha, LineTrail.Parameters().color.alpha])
        let outline = trail.inks[1].outline
        trail.lift(1, time: 3_000)
        for step in 1...6 {
            trail.advance(to: 3_000 + Double(step) * 0.05)
            let now = trail.inks
            try #require(now.count == 2)
            #expect(now[0].color.alpha < alphas[0] && now[1].color.alpha < alphas[1])
            #expect(now[1].outline.ribs == outline.ribs)
            alphas = now.map { $0.color.alpha }
        }
        #expect(!trail.isQuiet)
        trail.advance(to: 3_000.351)
        #expect(trail.isQuiet && trail.inks.isEmpty)
    }

    @Test("A tap is a dot") func aTapIsADot() throws {
        var trail = LineTrail()
        trail.touch(1, at: InkPoint(x: 40, y: 30), time: 0)
        trail.advance(to: 0)
        let bounds = try #require(trail.inks.last).outline.bounds
        #expect(abs(bounds.width - 5) < 0.5 && abs(bounds.height - 5) < 0.5)
        #expect(bounds.contains(InkPoint(x: 40, y: 30)))
    }

    @Test("Each finger has a line up to the limit") func eachFingerHasALineUpToTheLimit() {
        var parameters = LineTrail.Parameters()
        parameters.maximumFingerCount = 3
        var trail = LineTrail(parameters)
        for finger in 0..<5 as Range<UInt32> {
            trail.touch(finger, at: InkPoint(x: Double(finger) * 50, y: 0), time: 0)
            trail.touch(finger, at: InkPoint(x: Double(finger) * 50, y: 40), time: 0.1)
        }
        trail.advance(to: 0.1)
        #expect(trail.inks.count == 6)
        trail.lift(0, time: 0.1)
        trail.touch(4, at: InkPoint(x: 200, y: 0), time: 0.1)
        trail.advance(to: 0.1)
        #expect(trail.inks.count == 8)
    }

    @Test("Long lines continue in bounded memory") func longLinesContinueInBoundedMemory() {
        var parameters = LineTrail.Parameters()
        parameters.maximumSampleCount = 64
        parameters.maximumFadingCount = 2
        var trail = LineTrail(parameters)
        for i in 0..<10_000 {
            let place = InkPoint(x: Double(i % 500), y: Double(i / 500))
            trail.touch(1, at: place, time: Double(i) / 1_024)
            trail.advance(to: Double(i) / 1_024)
            let inks = trail.inks
            #expect(inks.count <= 6)
            #expect(inks.allSatisfy { $0.outline.ribs.count < 2_000 })
            #expect(inks.last?.outline.bounds.contains(place) == true)
        }
    }
}
