// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// Changes that must not make a picture password appear stronger, or weaker, than another.
@Suite struct StrengthOrderTests {
    private let article = RasterVerifier.undirected.parameters
    private let rules = [RasterVerifier.undirected.parameters, RasterVerifier.Parameters()]

    @Test("Another part never lowers the estimate", arguments: 1...40 as ClosedRange<UInt64>)
    func anotherPartNeverLowersTheEstimate(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        let whole = random.gesture(parts: 5)
        for rule in rules {
            var before = 0.0
            for count in 1...whole.parts.count {
                let strength = Strength(of: [PictureGesture(Array(whole.parts[..<count]))], over: map, rule: rule)
                #expect(strength.log10Guesses >= before, "\(seed): part \(count)")
                before = strength.log10Guesses
            }
        }
        var before = 0.0
        for count in 1...whole.parts.count {
            let strength = Strength(of: [PictureGesture(Array(whole.parts[..<count]))], over: map)
            #expect(strength.log10Guesses >= before, "\(seed): part \(count), trained")
            before = strength.log10Guesses
        }
    }

    @Test("Moving a tap to a salient place never raises the estimate", arguments: 1...60 as ClosedRange<UInt64>)
    func movingATapToASalientPlaceNeverRaisesTheEstimate(seed: UInt64) throws {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        var (gesture, place, index, before): (PictureGesture, InkPoint, Int, Strength)
        repeat {
            gesture = random.gesture(parts: 3)
            (place, index) = (random.place(), random.index(below: 4))
            gesture.parts.insert(Drawn.tapPart(place.x, place.y), at: index)
            before = Strength(of: [gesture], over: map, rule: article)
        } while before.parts.contains { $0.guess == .repetition }
        let rank = map.rank(near: place, within: 22.5) ?? Int.max
        for spot in map.spots {
            // Moving from one place to a weaker one is not a move to a salient place.
            guard let target = map.rank(near: spot.position, within: 22.5), target <= rank else { continue }
            gesture.parts[index] = Drawn.tapPart(spot.position.x, spot.position.y)
            let after = Strength(of: [gesture], over: map, rule: article)
            #expect(after.log10Guesses <= before.log10Guesses, "\(seed): from \(place) to \(spot.position)")
        }
    }

    /// A path may become cheaper only if it becomes a line, a common shape or dense enough for a hatching.
    private func isCheapKind(_ guess: Strength.Guess) -> Bool {
        switch guess {
        case .line, .shape, .hatching: true
        case .tap, .path, .repetition: false
        }
    }

    @Test("A longer path never lowers the estimate", arguments: 1...40 as ClosedRange<UInt64>)
    func longerPathNeverLowersTheEstimate(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = SaliencyMap(size: InkSize(width: 480, height: 320))
        let corners = random.walk(legs: 12, sharpness: random.number(0.3, 2.5))
        for rule in rules {
            var before = 0.0
            for count in 2...corners.count {
                let gesture = PictureGesture([Drawn.part(Array(corners[..<count]))])
                let strength = Strength(of: [gesture], over: map, rule: rule)
                if !isCheapKind(strength.parts[0].guess) {
                    #expect(strength.log10Guesses >= before, "\(seed): \(count) corners")
                }
                before = strength.log10Guesses
            }
        }
    }

    /// Paths on a grid of raster squares, so that both have the same number of squares.
    @Test("Another turn never lowers the estimate", arguments: 1...40 as ClosedRange<UInt64>)
    func anotherTurnNeverLowersTheEstimate(seed: UInt64) throws {
        var random = DrawnRandom(seed: seed)
        let map = SaliencyMap(size: InkSize(width: 960, height: 960))
        let steps = 8 + random.index(below: 12)
        // The path goes right or down at each step, with a turn where two steps differ.
        var isDown = [Bool](repeating: false, count: steps)
        for i in 1..<steps { isDown[i] = random.index(below: 4) == 0 ? !isDown[i - 1] : isDown[i - 1] }
        let straights = (1..<steps).filter { isDown[$0] == isDown[$0 - 1] }
        try #require(!straights.isEmpty, "\(seed)")
        let bend = straights[random.index(below: straights.count)]
        var bent = isDown
        for i in bend..<steps { bent[i].toggle() }
        func strength(_ isDown: [Bool], _ rule: RasterVerifier.Parameters) -> Strength {
            var at = (30.0, 30.0)
            var corners = [at]
            for down in isDown {
                at = down ? (at.0, at.1 + 30) : (at.0 + 30, at.1)
                corners.append(at)
            }
            return Strength(of: [PictureGesture([Drawn.part(corners)])], over: map, rule: rule)
        }
        for rule in rules {
            let after = strength(bent, rule)
            guard !isCheapKind(after.parts[0].guess) else { continue }
            #expect(after.log10Guesses >= strength(isDown, rule).log10Guesses, "\(seed)")
        }
    }

    @Test("Requiring direction never lowers the estimate", arguments: 1...40 as ClosedRange<UInt64>)
    func requiringDirectionNeverLowersTheEstimate(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        let gesture = random.gesture(parts: 4)
        let lax = Strength(of: [gesture], over: map, rule: rules[0])
        #expect(Strength(of: [gesture], over: map, rule: rules[1]).log10Guesses >= lax.log10Guesses, "\(seed)")
    }

    @Test("Another tap or finger never lowers the estimate", arguments: 1...20 as ClosedRange<UInt64>)
    func anotherTapOrFingerNeverLowersTheEstimate(seed: UInt64) {
        var random = DrawnRandom(seed: seed)
        let map = random.map()
        var taps = FingerPath([])
        var before = 0.0
        let place = random.place()
        for count in 1...5 {
            taps.points.append(GesturePoint(place, time: Double(count)))
            let strength = Strength(
                of: [PictureGesture([GesturePart(.tap(count: count), fingers: [taps])])], over: map, rule: article)
            #expect(strength.log10Guesses >= before, "\(seed): \(count) taps")
            before = strength.log10Guesses
        }
        // All fingers are in equivalent places. In a better one, another finger may help the attacker.
        let plain = SaliencyMap(size: InkSize(width: 480, height: 320))
        before = 0
        var fingers: [FingerPath] = []
        for count in 1...5 {
            let place = random.place()
            fingers.append(Drawn.tap(place.x, place.y))
            let strength = Strength(
                of: [PictureGesture([GesturePart(.tap(count: 1), fingers: fingers)])], over: plain, rule: article)
            #expect(strength.log10Guesses >= before, "\(seed): \(count) fingers")
            before = strength.log10Guesses
        }
    }
}
