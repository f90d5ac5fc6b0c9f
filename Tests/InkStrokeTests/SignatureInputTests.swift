// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct SignatureInputTests {
    private func sample(_ k: Int) -> StrokePoint { StrokePoint(InkPoint(x: Double(k), y: 0), time: Double(k)) }

    @Test("Samples come in order for any order of reports", arguments: 1...20 as ClosedRange<UInt64>)
    func samplesComeInOrderForAnyOrderOfReports(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var awaited = EstimatedSampleBuffer()
        var given: [StrokePoint] = []
        var open: [Int] = []
        for k in 0..<200 {
            let waits = random.next() % 2 == 0
            awaited.append(sample(k), awaiting: waits ? k : nil)
            if waits { open.append(k) }
            if random.next() % 2 == 0, !open.isEmpty {
                let number = open.remove(at: Int(random.next() % UInt64(open.count)))
                var late = sample(number)
                late.pressure = 0.5
                _ = awaited.update(number, with: late, isFinal: true)
            }
            given += awaited.take()
            #expect(awaited.samples.count <= EstimatedSampleBuffer.limit)
        }
        given += awaited.take(all: true)
        #expect(given.map { $0.time } == (0..<200).map { Double($0) })
        #expect(awaited.isEmpty)
    }

    @Test("Estimates hold back later samples") func estimatesHoldBackLaterSamples() {
        var awaited = EstimatedSampleBuffer()
        awaited.append(sample(0), awaiting: 7)
        awaited.append(sample(1), awaiting: nil)
        let early = awaited.take()
        #expect(early.isEmpty && awaited.samples.count == 2)
        var late = sample(0)
        late.pressure = 1
        var isKnown = awaited.update(7, with: late, isFinal: false)
        var given = awaited.take()
        #expect(isKnown && given.isEmpty)
        isKnown = awaited.update(7, with: late, isFinal: true)
        #expect(isKnown)
        isKnown = awaited.update(7, with: late, isFinal: true)
        #expect(!isKnown)
        given = awaited.take()
        #expect(given.map { $0.pressure } == [1, nil])
    }

    @Test("Palms do not draw") func palmsDoNotDraw() {
        var palms = PalmGuard()
        var verdicts = [palms.begin(.finger, at: 0), palms.begin(.finger, at: 0.1)]
        verdicts += [palms.begin(.pen, at: 0.2), palms.begin(.finger, at: 0.3), palms.begin(.mouse, at: 0.4)]
        palms.end(.pen, at: 1)
        verdicts += [
            palms.begin(.finger, at: 1 + PalmGuard.restSeconds / 2),
            palms.begin(.finger, at: 1 + PalmGuard.restSeconds),
        ]
        #expect(verdicts == [.draw, .ignore, .drawInstead, .ignore, .ignore, .ignore, .draw])
    }

    @Test("A hovering pen keeps palms from drawing") func aPenAboveTheSurfaceKeepsPalmsOut() {
        var palms = PalmGuard()
        palms.report(.pen, at: 1)
        #expect(palms.begin(.finger, at: 1.4) == .ignore && palms.begin(.mouse, at: 1.4) == .draw)
        palms.end(.mouse, at: 2)
        palms.report(.finger, at: 2)
        #expect(palms.begin(.finger, at: 2) == .draw)
    }

    @Test("A pen that is held still keeps palms from drawing") func aPenHeldStillKeepsPalmsOut() {
        var palms = PalmGuard(maximumCount: .max)
        let verdicts = [palms.begin(.pen, at: 0), palms.begin(.finger, at: 0.6), palms.begin(.mouse, at: 0.7)]
        #expect(verdicts == [.draw, .ignore, .draw])
        palms.end(.pen, at: 1)
        #expect(palms.begin(.finger, at: 1.4) == .ignore)
        #expect(palms.begin(.finger, at: 1.5) == .draw)
    }

    @Test("Several fingers draw together until a pen touches") func severalFingersDrawTogetherUntilAPenComes() {
        var palms = PalmGuard(maximumCount: 2)
        #expect((0..<3).map { palms.begin(.finger, at: Double($0)) } == [.draw, .draw, .ignore])
        palms.end(.finger, at: 3)
        #expect(palms.begin(.finger, at: 3) == .draw)
        #expect(palms.begin(.pen, at: 4) == .drawInstead)
        #expect(palms.begin(.pen, at: 5) == .draw, "the fingers no longer count")
        palms.forgetTouches()
        #expect(palms.begin(.finger, at: 6) == .draw)
    }

    @Test("The signature line is on the paper with the cross at its start")
    func paperHasItsLineInsideAndTheCrossAtItsStart() {
        let size = InkSize(width: 300, height: 150)
        for isRightToLeft in [false, true] {
            let paper = SignaturePaper(size: size, isRightToLeft: isRightToLeft)
            #expect(InkRect(size).contains(paper.line.start) && InkRect(size).contains(paper.line.end))
            #expect((paper.line.start.x < paper.line.end.x) != isRightToLeft)
            let middle = (paper.cross.minX + paper.cross.maxX) / 2
            #expect(abs(middle - paper.line.start.x) < 20 && paper.cross.maxY < paper.line.start.y)
        }
        #expect(SignaturePaper(size: InkSize(width: 5, height: 5)).cross.isEmpty)
    }

    @Test("Drawings fit the surface and positions map back") func drawingsFitWholeAndMapBack() throws {
        let fit = try #require(AspectFit(InkSize(width: 300, height: 100), in: InkSize(width: 150, height: 400)))
        #expect(fit.scale == 0.5 && fit.origin == InkPoint(x: 0, y: 175))
        let p = InkPoint(x: 30, y: 70)
        #expect(fit.toDrawing(fit.toSurface(p)) == p)
        #expect(AspectFit(InkSize(width: 0, height: 1), in: InkSize(width: 1, height: 1)) == nil)
    }
}
