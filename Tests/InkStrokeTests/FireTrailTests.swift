// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct FireTrailTests {
    private func sprites(_ trail: some Trail) -> [TrailSprite] {
        var all: [TrailSprite] = []
        trail.visitSprites { all.append($0) }
        return all
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func theFireIsGoneWithinASecond(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var fire = FireTrail(seed: seed)
        #expect(fire.isQuiet)
        let samples = hand.samples(60, rate: 120)
        for sample in samples { fire.touch(7, at: sample.position, time: sample.time) }
        let end = samples[59].time
        fire.lift(7, time: end)
        fire.advance(to: end)
        #expect(sprites(fire).count > 20)
        #expect(!fire.isQuiet)
        fire.advance(to: end + 1)
        #expect(fire.isQuiet)
        #expect(sprites(fire).isEmpty)
    }
}
