// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import InkTrail
import Testing

@Suite struct FireTrailTests {
    /// Draws a known path, which the finger reports `rate` times a second.
    private func draw(
        _ fire: inout FireTrail, rate: Double, seconds: Double, start: Double = 0, _ path: (Double) -> InkPoint
    ) {
        for i in 0...Int(rate * seconds) {
            let time = Double(i) / rate
            fire.touch(1, at: path(time), time: start + time)
        }
        fire.advance(to: start + seconds)
    }

    /// Only distance-based emission, one flame per position, with lifetimes of at least half a second.
    private var wayOnly: FireTrail.Parameters {
        var parameters = FireTrail.Parameters()
        parameters.flamesPerSecond = 0
        parameters.sparksPerTouch = 0
        parameters.smokeShare = 0
        parameters.flameLife = 1
        parameters.sparkLife = 1
        return parameters
    }

    @Test("The fire goes out within a second", arguments: 0..<10 as Range<UInt64>)
    func theFireIsGoneWithinASecond(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var fire = FireTrail(seed: seed)
        #expect(fire.isQuiet)
        let samples = hand.samples(60, rate: 120)
        for sample in samples { fire.touch(7, at: sample.position, time: sample.time) }
        let end = samples[59].time
        fire.lift(7, time: end)
        fire.advance(to: end)
        #expect(fire.sprites.count > 20)
        #expect(!fire.isQuiet)
        fire.advance(to: end + 1)
        #expect(fire.isQuiet)
        #expect(fire.sprites.isEmpty)
    }

    @Test("The same calls give the same fire", arguments: 0..<10 as Range<UInt64>)
    func theSameCallsGiveTheSameFire(seed: UInt64) {
        var fires = [FireTrail(seed: seed), FireTrail(seed: seed), FireTrail(seed: seed + 1)]
        for i in fires.indices {
            draw(&fires[i], rate: 60, seconds: 0.4) { InkPoint(x: 100 + 500 * $0, y: 100 + 300 * $0 * $0) }
        }
        #expect(fires[0].sprites == fires[1].sprites)
        #expect(fires[0].sprites != fires[2].sprites)
    }

    @Test("Additional frames change nothing", arguments: 0..<10 as Range<UInt64>)
    func framesInBetweenChangeNothing(seed: UInt64) {
        var hand = SyntheticHand(seed: seed)
        var watched = FireTrail(seed: seed)
        var alone = watched
        for sample in hand.samples(100, rate: 128) {
            watched.touch(1, at: sample.position, time: sample.time)
            watched.advance(to: sample.time)
            alone.touch(1, at: sample.position, time: sample.time)
        }
        alone.advance(to: 99 / 128)
        #expect(watched.sprites == alone.sprites)
    }

    @Test("Fire is independent of the report rate", arguments: 0..<10 as Range<UInt64>)
    func fireIsIndependentOfTheReportRate(seed: UInt64) throws {
        var sets: [[TrailSprite]] = []
        for rate in [32.0, 64, 256] {
            var fire = FireTrail(seed: seed)
            draw(&fire, rate: rate, seconds: 0.5) { InkPoint(x: 30 + 700 * $0, y: 400 - 500 * $0) }
            sets.append(fire.sprites.sorted { $0.position.x < $1.position.x })
        }
        #expect(sets[0].count > 100)
        for other in sets.dropFirst() {
            try #require(other.count == sets[0].count)
            for (a, b) in zip(sets[0], other) {
                #expect(a.position.distance(to: b.position) < 1e-6)
                #expect(abs(a.radius - b.radius) < 1e-6)
            }
        }
    }

    @Test("Flames per point are independent of speed", arguments: [100.0, 700, 3_000])
    func flamesPerPointAreIndependentOfSpeed(speed: Double) {
        var fire = FireTrail(seed: 3, parameters: wayOnly)
        let length = 0.25 * speed
        draw(&fire, rate: 60, seconds: 0.25) { InkPoint(x: speed * $0, y: 0) }
        #expect(abs(Double(fire.particleCount) - 0.7 * length) <= 1)
    }

    @Test("A quick bend is drawn round") func aQuickBendIsDrawnRound() {
        var parameters = wayOnly
        parameters.flameRadius = 0.01
        parameters.sparkShare = 0
        parameters.flameSpeed = 0
        parameters.carry = 0
        parameters.sway = 0
        parameters.riseSpeed = 0
        var fire = FireTrail(seed: 1, parameters: parameters)
        // With twelve reports per circle, chords lie up to 3.4 points inside it.
        draw(&fire, rate: 60, seconds: 0.2) { time in
            let angle = time / 0.2 * 6.283185307179586
            return InkPoint(x: 100 * ElementaryFunctions.cos(angle), y: 100 * ElementaryFunctions.sin(angle))
        }
        var (mean, count) = (0.0, 0.0)
        for sprite in fire.sprites where sprite.blend == .add && sprite.position.x < 0 {
            mean += sprite.position.length
            count += 1
        }
        #expect(count > 100)
        #expect(abs(mean / count - 100) < 0.6)
    }

    @Test("Fingers do not change the fire of each other", arguments: 0..<10 as Range<UInt64>)
    func fingersDoNotChangeEachOthersFire(seed: UInt64) {
        var one = FireTrail(seed: seed)
        var both = one
        for i in 0..<40 {
            let time = Double(i) / 64
            let place = InkPoint(x: 100 + 10 * Double(i), y: 200)
            one.touch(1, at: place, time: time)
            both.touch(1, at: place, time: time)
            both.touch(2, at: place + InkPoint(x: 0, y: 300), time: time)
            one.advance(to: time)
            both.advance(to: time)
        }
        let all = Set(both.sprites)
        #expect(one.sprites.allSatisfy { all.contains($0) })
        #expect(both.sprites.count > one.sprites.count * 3 / 2)
    }

    @Test("A resting finger keeps burning") func aRestingFingerBurnsOn() {
        var fire = FireTrail(seed: 4)
        fire.touch(1, at: InkPoint(x: 50, y: 50), time: 10)
        for frame in 1...600 { fire.advance(to: 10 + Double(frame) / 60) }
        #expect(!fire.isQuiet)
        #expect(15...80 ~= fire.particleCount)
        #expect(fire.sprites.allSatisfy { $0.position.distance(to: InkPoint(x: 50, y: 50)) < 250 })
    }

    @Test("Fire rises and cools") func fireRisesAndCools() {
        var fire = FireTrail(seed: 5)
        draw(&fire, rate: 60, seconds: 0.1) { InkPoint(x: 100 + 1_000 * $0, y: 300) }
        fire.lift(1, time: 0.1)
        var (height, green) = (Double.infinity, Double.infinity)
        for frame in 1...4 {
            fire.advance(to: 0.1 + Double(frame) * 0.08)
            let flames = fire.sprites.filter { $0.blend == .add && $0.radius > 4 }
            #expect(flames.count > 20)
            let meanY = flames.reduce(0) { $0 + $1.position.y } / Double(flames.count)
            let meanGreen = flames.reduce(0) { $0 + Double($1.color.green) } / Double(flames.count)
            #expect(meanY < height && meanGreen < green)
            (height, green) = (meanY, meanGreen)
        }
    }

    @Test("Lights follow bodies in few colours") func lightsFollowBodiesInFewColours() {
        var fire = FireTrail(seed: 6)
        var colors: Set<UInt32> = []
        for i in 0..<120 {
            fire.touch(1, at: InkPoint(x: 5 * Double(i), y: 100), time: Double(i) / 60)
            fire.advance(to: Double(i) / 60)
            var isLight = false
            for sprite in fire.sprites {
                #expect(!(isLight && sprite.blend == .over))
                isLight = sprite.blend == .add
                colors.insert(sprite.color.rgba >> 8)
            }
            #expect(isLight)
        }
        #expect(colors.count <= FireTrail.colorCount)
    }

    @Test("Particles never exceed the limit", arguments: [0, 1, 50, 500]) func particlesNeverExceedTheLimit(limit: Int)
    {
        var parameters = FireTrail.Parameters()
        parameters.maximumParticleCount = limit
        var fire = FireTrail(seed: 7, parameters: parameters)
        for i in 0..<60 {
            for finger in 0..<5 as Range<UInt32> {
                fire.touch(finger, at: InkPoint(x: Double(i * 40), y: Double(finger) * 100), time: Double(i) / 60)
                #expect(fire.particleCount <= limit)
            }
            fire.advance(to: Double(i) / 60)
        }
        #expect(fire.particleCount >= limit / 2)
        // The youngest particles remain, close to the fingers.
        let newest = fire.sprites.filter { $0.blend == .add }.map { $0.position.x }.max() ?? 2_360
        #expect(newest > 2_200)
    }
}
