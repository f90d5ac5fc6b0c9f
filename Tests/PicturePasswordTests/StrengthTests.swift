// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct StrengthTests {
    private let plain = SaliencyMap(size: InkSize(width: 480, height: 320))
    private let article = RasterVerifier.undirected.parameters
    private let directed = RasterVerifier.Parameters()

    /// Five places in order of decreasing weight.
    private let busy = SaliencyMap(
        size: InkSize(width: 480, height: 320),
        spots: [(100, 100), (300, 100), (200, 250), (420, 280), (40, 280)].enumerated().map { i, at in
            SaliencyMap.Spot(InkPoint(x: at.0, y: at.1), weight: 1 - Double(i) * 0.1)
        })

    /// The information of all parts. A quarter of the inverse share are guesses.
    private func bits(_ strength: Strength) -> Double {
        strength.log10Guesses / 0.30102999566398119 + 2 * Double(strength.parts.count)
    }

    private func log2(_ x: Double) -> Double { ElementaryFunctions.log(x) / 0.6931471805599453 }

    @Test("The estimate of a tap covers its kind and place") func aTapCostsItsKindAndItsPlace() {
        let tap = PictureGesture([Drawn.tapPart(250, 180)])
        let kinds = 2 - log2(0.75) - log2(0.94)
        let squares = log2(480.0 / 45 * 320 / 45)
        #expect(abs(bits(Strength(of: [tap], over: plain, rule: article)) - kinds - squares) < 1e-9)
        #expect(
            abs(bits(Strength(of: [tap], over: busy, rule: article)) - kinds - squares + log2(0.4)) < 1e-9,
            "away from every place")
        let second = PictureGesture([Drawn.tapPart(310, 90)])
        let harmonic = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5
        #expect(abs(bits(Strength(of: [second], over: busy, rule: article)) - kinds - log2(2 * harmonic / 0.6)) < 1e-9)
    }

    @Test("The estimate of a line covers its two ends") func aLineCostsItsTwoEnds() {
        let line = PictureGesture([Drawn.part([(100, 100), (300, 105)])])
        let harmonic = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5
        let expected = 2 - log2(0.94) + log2(harmonic / 0.6) + log2(2 * harmonic / 0.6) - 1
        let strength = Strength(of: [line], over: busy, rule: article)
        #expect(strength.parts.map(\.guess) == [.line])
        #expect(abs(bits(strength) - expected) < 1e-9)
        #expect(abs(bits(Strength(of: [line], over: busy, rule: directed)) - expected - 1) < 1e-9)
    }

    @Test("The most salient place is tried first") func theStrongestPlaceIsTriedFirst() {
        let costs = busy.spots.map { spot in
            Strength(of: [PictureGesture([Drawn.tapPart(spot.position.x, spot.position.y)])], over: busy, rule: article)
                .log10Guesses
        }
        #expect(zip(costs, costs.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("Levels follow the number of guesses") func levelsFollowTheNumberOfGuesses() {
        var random = DrawnRandom(seed: 4)
        var seen: Set<Strength.Level> = []
        for _ in 0..<60 {
            let gesture = random.gesture(parts: 1 + random.index(below: 6))
            let strength = Strength(of: [gesture], over: plain, rule: directed)
            guard CommonShape(gesture) == nil else { continue }
            let next = Strength.Level(rawValue: strength.level.rawValue + 1)
            #expect(strength.log10Guesses >= strength.level.minimumLog10Guesses)
            #expect(next.map { strength.log10Guesses < $0.minimumLog10Guesses } ?? true)
            seen.insert(strength.level)
        }
        #expect(seen.count == 4)
    }

    @Test("A single common shape is weak anywhere") func aSingleCommonShapeIsWeakWhereverItLies() {
        let line = Strength(of: [PictureGesture([Drawn.part([(11, 17), (471, 303)])])], over: busy, rule: directed)
        #expect(line.log10Guesses > 4 && line.level == .weak)
    }

    @Test("Dense paths are hatched") func densePathsAreHatched() {
        let dense = PictureGesture([
            Drawn.part([
                (100, 100), (180, 140), (110, 160), (190, 190), (100, 200), (150, 90), (120, 210), (190, 110),
                (100, 150),
                (200, 160), (140, 220), (170, 100),
            ])
        ])
        let strength = Strength(of: [dense], over: plain, rule: article)
        #expect(strength.parts.map(\.guess) == [.hatching] && strength.level == .weak)
        #expect(strength.log10Guesses < Strength(of: [dense], over: plain, rule: directed).log10Guesses)
    }

    @Test("Repetitions add little") func repetitionsAddLittle() {
        let winding = Drawn.part([(40, 40), (200, 80), (60, 160), (260, 240), (400, 60)])
        let elsewhere = Drawn.part([(90, 70), (250, 110), (110, 190), (310, 270), (450, 90)])
        let once = Strength(of: [PictureGesture([winding])], over: plain, rule: directed)
        let twice = Strength(of: [PictureGesture([winding, winding])], over: plain, rule: directed)
        let moved = Strength(of: [PictureGesture([winding, elsewhere])], over: plain, rule: directed)
        #expect(once.parts[0].guess == .path)
        #expect(twice.parts[1].guess == .repetition && moved.parts[1].guess == .repetition)
        #expect(abs(bits(twice) - bits(once) - 2) < 1e-9)
        #expect(twice.log10Guesses < moved.log10Guesses && moved.log10Guesses < 2 * once.log10Guesses)
    }

    @Test("One finger suffices if the rule ignores their number") func oneFingerSufficesIfTheRuleIgnoresTheirNumber() {
        let two = PictureGesture([
            GesturePart(
                .path(isClosed: false),
                fingers: [
                    Drawn.path([(100, 100), (300, 100)]),
                    Drawn.path([(40, 300), (200, 20), (300, 300), (460, 20), (470, 300)]),
                ])
        ])
        let one = PictureGesture([Drawn.part([(100, 100), (300, 100)])])
        let lax = RasterVerifier.Parameters(requiresDirection: false, requiresFingers: false)
        #expect(Strength(of: [two], over: busy, rule: lax) != Strength(of: [two], over: busy, rule: article))
        #expect(Strength(of: [two], over: busy, rule: lax).parts == Strength(of: [one], over: busy, rule: lax).parts)
    }

    @Test("The weakest sample of a template counts") func theWeakestOfATemplatesSamplesCounts() {
        let away = PictureGesture([Drawn.tapPart(250, 180), Drawn.tapPart(10, 10)])
        let onto = PictureGesture([Drawn.tapPart(250, 180), Drawn.tapPart(300, 100)])
        let least = Strength(of: [onto], over: busy, rule: article)
        #expect(least.log10Guesses < Strength(of: [away], over: busy, rule: article).log10Guesses)
        #expect(Strength(of: Drawn.template(away, onto, away).samples, over: busy, rule: article) == least)
    }

    @Test("Empty gestures are weak") func emptyGesturesAreWeak() {
        let nothing = Strength(of: [PictureGesture()], over: plain, rule: article)
        #expect(nothing.log10Guesses == 0 && nothing.level == .weak && nothing.advice == .moreParts)
    }

    @Test("Advice names the largest gain") func adviceNamesTheLargestGain() {
        func advice(_ parts: GesturePart..., rule: RasterVerifier.Parameters? = nil) -> Strength.Advice {
            Strength(of: [PictureGesture(parts)], over: busy, rule: rule ?? directed).advice
        }
        #expect(advice(Drawn.tapPart(250, 180)) == .moreParts)
        #expect(
            advice(Drawn.tapPart(100, 100), Drawn.tapPart(300, 100), Drawn.tapPart(200, 250), Drawn.tapPart(100, 100))
                == .lessObviousPlaces)
        #expect(advice(Drawn.part([(20, 20), (20, 260)]), Drawn.part([(250, 40), (450, 220)])) == .ownCurves)
        let dense = [(100.0, 100.0), (180, 140), (110, 160), (190, 190), (100, 200), (150, 90), (120, 210), (190, 110)]
        #expect(advice(Drawn.part(dense), rule: RasterVerifier.undirected.parameters) == .moreOfThePicture)
        let winding = Drawn.part([(40, 40), (200, 80), (60, 160), (260, 240), (400, 60)])
        #expect(advice(winding, winding) == .varyParts)
        let other = Drawn.part([(460, 20), (300, 300), (220, 40), (100, 300), (20, 100)])
        let third = Drawn.part([(20, 310), (240, 150), (470, 310), (400, 20), (150, 20), (30, 200)])
        #expect(advice(winding, other, third) == .noneNeeded)
    }

    @Test("Unmatchable parts count nothing") func unmatchablePartsCountNothing() {
        let nan = GesturePart(.tap(count: 1), fingers: [Drawn.tap(.nan, 4)])
        let far = GesturePart(.path(isClosed: false), fingers: [Drawn.path([(0, 0), (1e300, -1e300)])])
        let infinite = GesturePart(.path(isClosed: true), fingers: [Drawn.path([(0, 0), (.infinity, 2)])])
        let six = GesturePart(.path(isClosed: false), fingers: (0..<6).map { Drawn.path([(Double($0), 0), (9, 200)]) })
        let handless = GesturePart(.tap(count: 1), fingers: [])
        let pointless = GesturePart(.path(isClosed: false), fingers: [FingerPath([])])
        let strange = PictureGesture([nan, far, infinite, six, handless, pointless])
        #expect(Strength(of: [strange], over: busy, rule: article).log10Guesses == 0)
        let real = PictureGesture(strange.parts + [Drawn.tapPart(10, 10)])
        let alone = Strength(of: [PictureGesture([Drawn.tapPart(10, 10)])], over: busy, rule: article)
        #expect(Strength(of: [real], over: busy, rule: article).log10Guesses == alone.log10Guesses)
    }

    @Test("Invalid rules have finite estimates") func strangeRulesHaveFiniteEstimates() {
        var random = DrawnRandom(seed: 12)
        let rules = [
            RasterVerifier.Parameters(rasterSide: 0, verificationSide: 0, requiresDirection: false),
            RasterVerifier.Parameters(rasterSide: 1, verificationSide: 1e9, hitShare: 0, overflow: 1e9),
            RasterVerifier.Parameters(hitShare: .nan, overflow: .nan, requiresDirection: true),
        ]
        for rule in rules {
            for _ in 0..<10 {
                let strength = Strength(of: [random.gesture(parts: 3)], over: random.map(), rule: rule)
                #expect(strength.log10Guesses.isFinite && strength.log10Guesses >= 0)
            }
        }
    }
}
