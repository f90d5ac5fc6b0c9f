// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// What must not make a picture password look stronger or weaker than another.
@Suite struct StrengthOrderTests {
    private let rules = [RasterVerifier.Parameters(), RasterVerifier.Parameters(requiresDirection: true)]

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func onePartMoreNeverLowersIt(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        let whole = random.gesture(parts: 5)
        for rule in rules {
            var before = 0.0
            for count in 1...whole.parts.count {
                let strength = Strength(of: Gesture(Array(whole.parts[..<count])), over: map, rule: rule)
                #expect(strength.log10Guesses >= before, "\(seed): part \(count)")
                before = strength.log10Guesses
            }
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>) func aTapMovedOntoAPlaceNeverRaisesIt(seed: UInt64) throws {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        var gesture = random.gesture(parts: 3)
        let place = random.place()
        let index = random.index(below: 4)
        gesture.parts.insert(Drawn.tapPart(place.x, place.y), at: index)
        let before = Strength(of: gesture, over: map)
        guard !before.parts.contains(where: { $0.guess == .repetition }) else { return }
        let rank = map.rank(near: place, within: 22.5) ?? Int.max
        for spot in map.spots {
            // From one place onto a weaker one is no move onto a place.
            guard let target = map.rank(near: spot.position, within: 22.5), target <= rank else { continue }
            gesture.parts[index] = Drawn.tapPart(spot.position.x, spot.position.y)
            let after = Strength(of: gesture, over: map)
            #expect(after.log10Guesses <= before.log10Guesses, "\(seed): from \(place) to \(spot.position)")
        }
    }

    /// A line, a common shape or something that hatching passes for is cheaper than what it grew from; else never.
    private func isCheapKind(_ guess: Strength.Guess) -> Bool {
        switch guess {
        case .line, .shape, .hatching: true
        case .tap, .path, .repetition: false
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func aLongerPathNeverLowersIt(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = InterestMap(size: Size(width: 480, height: 320))
        let corners = random.walk(legs: 12, sharpness: random.number(0.3, 2.5))
        for rule in rules {
            var before = 0.0
            for count in 2...corners.count {
                let gesture = Gesture([Drawn.part(Array(corners[..<count]))])
                let strength = Strength(of: gesture, over: map, rule: rule)
                if !isCheapKind(strength.parts[0].guess) {
                    #expect(strength.log10Guesses >= before, "\(seed): \(count) corners")
                }
                before = strength.log10Guesses
            }
        }
    }

    /// On a grid of raster squares, so that both paths have the same number of them.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func oneTurnMoreNeverLowersIt(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = InterestMap(size: Size(width: 960, height: 960))
        let steps = 8 + random.index(below: 12)
        // Right or down at each step: with a turn wherever two differ.
        var isDown = [Bool](repeating: false, count: steps)
        for i in 1..<steps { isDown[i] = random.index(below: 4) == 0 ? !isDown[i - 1] : isDown[i - 1] }
        let bend = 1 + random.index(below: steps - 1)
        guard isDown[bend] == isDown[bend - 1] else { return }
        var bent = isDown
        for i in bend..<steps { bent[i].toggle() }
        func strength(_ isDown: [Bool], _ rule: RasterVerifier.Parameters) -> Strength {
            var at = (30.0, 30.0)
            var corners = [at]
            for down in isDown {
                at = down ? (at.0, at.1 + 30) : (at.0 + 30, at.1)
                corners.append(at)
            }
            return Strength(of: Gesture([Drawn.part(corners)]), over: map, rule: rule)
        }
        for rule in rules {
            let after = strength(bent, rule)
            guard !isCheapKind(after.parts[0].guess) else { continue }
            #expect(after.log10Guesses >= strength(isDown, rule).log10Guesses, "\(seed)")
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func aRuleThatAsksForDirectionNeverLowersIt(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        let gesture = random.gesture(parts: 4)
        let lax = Strength(of: gesture, over: map, rule: rules[0])
        #expect(Strength(of: gesture, over: map, rule: rules[1]).log10Guesses >= lax.log10Guesses, "\(seed)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func oneTapMoreOrOneFingerMoreNeverLowersIt(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        var taps = FingerPath([])
        var before = 0.0
        let place = random.place()
        for count in 1...5 {
            taps.points.append(GesturePoint(place, time: Double(count)))
            let strength = Strength(of: Gesture([GesturePart(.tap(count: count), fingers: [taps])]), over: map)
            #expect(strength.log10Guesses >= before, "\(seed): \(count) taps")
            before = strength.log10Guesses
        }
        // All in places that say the same: on a better one a further finger may well help the attacker.
        let plain = InterestMap(size: Size(width: 480, height: 320))
        before = 0
        var fingers: [FingerPath] = []
        for count in 1...5 {
            let place = random.place()
            fingers.append(Drawn.tap(place.x, place.y))
            let strength = Strength(of: Gesture([GesturePart(.tap(count: 1), fingers: fingers)]), over: plain)
            #expect(strength.log10Guesses >= before, "\(seed): \(count) fingers")
            before = strength.log10Guesses
        }
    }
}
