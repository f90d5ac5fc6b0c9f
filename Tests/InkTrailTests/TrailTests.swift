// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import InkTrail
import Testing

extension Trail {
    var sprites: [TrailSprite] {
        var all: [TrailSprite] = []
        visitSprites { all.append($0) }
        return all
    }

    var inks: [TrailInk] {
        var all: [TrailInk] = []
        visitInk { all.append($0) }
        return all
    }
}

/// The requirements on every trail for any use by a host.
@Suite struct TrailTests {
    private static let nasty: [Double] = [
        0, -0.0, 1e-9, -1, 1e3, 1e6, -1e6, 1e9, 1e300, -1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ]

    private static func number(_ random: inout SplitMix64, _ usual: ClosedRange<Double>) -> Double {
        if random.next() % 4 == 0 { return nasty[Int(random.next() % UInt64(nasty.count))] }
        return SyntheticHand.uniform(&random, usual.lowerBound, usual.upperBound)
    }

    private func check(_ trail: some Trail) {
        for sprite in trail.sprites {
            #expect(sprite.position.isFinite && sprite.radius.isFinite && sprite.radius >= 0)
        }
        for ink in trail.inks { #expect(Polygon(ink.outline).vertices.allSatisfy { $0.isFinite }) }
        if trail.isQuiet { #expect(trail.sprites.isEmpty && trail.inks.isEmpty) }
    }

    private func abuse(_ trail: inout some Trail, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let finger = UInt32(random.next() % 14)
            let time = Self.number(&random, 0...3)
            switch random.next() % 16 {
            case 0: trail.clear()
            case 1, 2, 3: trail.lift(finger, time: time)
            case 4, 5, 6, 7: trail.advance(to: time)
            default:
                let place = InkPoint(x: Self.number(&random, 0...800), y: Self.number(&random, 0...600))
                trail.touch(finger, at: place, time: time)
            }
            if random.next() % 10 == 0 { check(trail) }
        }
        // Every trail comes to an end.
        for finger in 0..<14 as Range<UInt32> { trail.lift(finger, time: .nan) }
        trail.advance(to: 0)
        trail.advance(to: 20)
        trail.advance(to: 40)
        check(trail)
        #expect(trail.isQuiet)
    }

    @Test("Any host behaviour is safe", arguments: TrailStyle.allCases, 0..<40 as Range<UInt64>)
    func anyHostBehaviourIsSafe(style: TrailStyle, seed: UInt64) {
        var trail = BuiltInTrail(style, seed: seed)
        abuse(&trail, seed: seed)
    }

    @Test("Any parameters are safe", arguments: 0..<40 as Range<UInt64>) func anyParametersAreSafe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var fire = FireTrail.Parameters()
        fire.maximumParticleCount = Int(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 56)
        fire.maximumFingerCount = Int(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 58)
        fire.flamesPerPoint = Self.number(&random, 0...10)
        fire.flamesPerSecond = Self.number(&random, 0...1_000)
        fire.sparksPerTouch = Self.number(&random, 0...1_000)
        fire.sparkShare = Self.number(&random, 0...1)
        fire.smokeShare = Self.number(&random, 0...1)
        fire.flameLife = Self.number(&random, 0...1)
        fire.sparkLife = Self.number(&random, 0...1)
        fire.smokeLife = Self.number(&random, 0...1)
        fire.flameRadius = Self.number(&random, 0...256)
        fire.sparkRadius = Self.number(&random, 0...256)
        fire.smokeRadius = Self.number(&random, 0...256)
        fire.glowRadius = Self.number(&random, 0...256)
        fire.bodySize = Self.number(&random, 0...8)
        fire.flameOpacity = Self.number(&random, 0...1)
        fire.bodyOpacity = Self.number(&random, 0...1)
        fire.sparkOpacity = Self.number(&random, 0...1)
        fire.smokeOpacity = Self.number(&random, 0...1)
        fire.glowOpacity = Self.number(&random, 0...1)
        fire.riseSpeed = Self.number(&random, 0...2_000)
        fire.flameSpeed = Self.number(&random, 0...2_000)
        fire.sparkSpeed = Self.number(&random, 0...2_000)
        fire.carry = Self.number(&random, 0...1)
        fire.drag = Self.number(&random, 0...100)
        fire.sway = Self.number(&random, 0...256)
        fire.swayRate = Self.number(&random, 0...100)
        var burning = FireTrail(seed: seed, parameters: fire)
        abuse(&burning, seed: seed)

        var line = LineTrail.Parameters()
        line.width = Self.number(&random, 0.1...50)
        line.rim = Self.number(&random, 0...20)
        line.fadeTime = Self.number(&random, 0...1)
        line.accuracy = Self.number(&random, 0.01...1)
        line.maximumFingerCount = Int(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 58)
        line.maximumSampleCount = Int(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 56)
        line.maximumFadingCount = Int(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 58)
        var drawn = LineTrail(line)
        abuse(&drawn, seed: seed)
    }

    @Test("A long pause leaves no trail behind", arguments: [TrailStyle.fire, .line])
    func aLongPauseLeavesNothingBehind(style: TrailStyle) {
        for pause in [2.0, 3_600, 1e9, 1e300] {
            var trail = BuiltInTrail(style, seed: 1)
            trail.touch(1, at: InkPoint(x: 10, y: 10), time: 5)
            trail.touch(1, at: InkPoint(x: 200, y: 10), time: 5.1)
            trail.lift(1, time: 5.1)
            trail.advance(to: 5.1)
            #expect(!trail.isQuiet)
            trail.advance(to: 5.1 + pause)
            #expect(trail.isQuiet)
            // New touches are visible.
            trail.touch(1, at: InkPoint(x: 10, y: 10), time: 5.1 + pause)
            trail.advance(to: 5.1 + pause)
            #expect(!trail.isQuiet)
            #expect(trail.sprites.count + trail.inks.count > 0)
        }
    }

    @Test("The numbers of a trail have the stated order", arguments: [TrailStyle.fire, .line])
    func numbersHaveTheStatedOrder(style: TrailStyle) {
        func channels(_ color: SRGBColor) -> [Float] {
            [color.red, color.green, color.blue, color.alpha].map { Float($0) }
        }
        var trail = BuiltInTrail(style, seed: 3)
        for i in 0..<20 { trail.touch(1, at: InkPoint(x: 10 + 8 * Double(i), y: 20), time: 5 + Double(i) / 60) }
        trail.advance(to: 5.4)
        let numbers = TrailNumbers.encode(trail)
        #expect(numbers.count > 40 && numbers[0] == Float(trail.inks.count))
        var at = 1
        for ink in trail.inks {
            let vertices = Polygon(ink.outline).vertices
            let head = channels(ink.color) + [Float(vertices.count)]
            #expect(Array(numbers[at...].prefix(TrailNumbers.perOutline)) == head)
            at += TrailNumbers.perOutline
            for vertex in vertices {
                #expect(Array(numbers[at...].prefix(TrailNumbers.perVertex)) == [Float(vertex.x), Float(vertex.y)])
                at += TrailNumbers.perVertex
            }
        }
        for sprite in trail.sprites {
            let place = [Float(sprite.position.x), Float(sprite.position.y), Float(sprite.radius)]
            let light: [Float] = [sprite.blend == .add ? 1 : 0]
            #expect(Array(numbers[at...].prefix(TrailNumbers.perSprite)) == place + channels(sprite.color) + light)
            at += TrailNumbers.perSprite
        }
        #expect(at == numbers.count)
    }

    @Test("A clock that is set back only pauses the trail", arguments: [TrailStyle.fire, .line])
    func aClockSetBackOnlyPauses(style: TrailStyle) {
        var trail = BuiltInTrail(style, seed: 2)
        trail.touch(1, at: InkPoint(x: 10, y: 10), time: 10_000)
        trail.touch(1, at: InkPoint(x: 100, y: 10), time: 10_000.1)
        trail.lift(1, time: 10_000.1)
        trail.advance(to: 10_000.1)
        let before = trail.sprites
        trail.advance(to: 17)
        #expect(trail.sprites == before)
        #expect(!trail.isQuiet)
        trail.advance(to: 17.125)
        #expect(!trail.isQuiet)
        trail.advance(to: 18.5)
        #expect(trail.isQuiet)
    }

    @Test("Late reports are accepted") func lateReportsAreAccepted() {
        var trail = FireTrail(seed: 3)
        trail.touch(1, at: InkPoint(x: 0, y: 0), time: 1)
        trail.advance(to: 1.1)
        let count = trail.particleCount
        trail.touch(1, at: InkPoint(x: 100, y: 0), time: 1.05)
        #expect(trail.particleCount > count + 50)
        // Time has not advanced, so the same frame again changes nothing.
        let sprites = trail.sprites
        trail.advance(to: 1.1)
        #expect(trail.sprites == sprites)
    }

    @Test("Reduced motion replaces fire by the line") func reducedMotionReplacesFireByTheLine() {
        for style in TrailStyle.allCases {
            #expect(style.effective(reducedMotion: false) == style)
            #expect(style.effective(reducedMotion: true) == (style == .fire ? .line : style))
        }
    }

    @Test("The style without a trail shows nothing") func noTrailShowsNothing() {
        var trail = BuiltInTrail(.none, seed: 1)
        for i in 0..<10 {
            trail.touch(1, at: InkPoint(x: Double(i), y: 0), time: Double(i))
            trail.advance(to: Double(i))
            #expect(trail.isQuiet && trail.sprites.isEmpty && trail.inks.isEmpty)
        }
    }

    @Test("The fall-off is round and soft", arguments: [-3, 0, 1, 2, 7, 64, 5_000])
    func theFalloffIsRoundAndSoft(side: Int) {
        let bytes = TrailSprite.falloff(side: side)
        let side = max(1, min(side, 1_024))
        #expect(bytes.count == side * side)
        for y in 0..<side {
            for x in 0..<side where y <= x {
                let byte = bytes[y * side + x]
                #expect(byte == bytes[x * side + y] && byte == bytes[(side - 1 - y) * side + x])
                if x + 1 < side / 2 { #expect(byte <= bytes[y * side + x + 1]) }
            }
        }
        if side == 64 {
            #expect(bytes[32 * 64 + 32] == 255)
            #expect(bytes[0] == 0 && bytes[32] == 0 && bytes[32 * 64] == 0)
            // Halfway to the rim: (1 − ¼)² of 255.
            #expect(abs(Int(bytes[32 * 64 + 16]) - 143) <= 8)
        }
    }
}
