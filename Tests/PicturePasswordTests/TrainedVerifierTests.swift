// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct TrainedVerifierTests {
    private let verifier = TrainedVerifier()

    /// Three drawings of a seed, and a fourth.
    private func own(_ seed: UInt64) -> (template: GestureTemplate, attempt: PictureGesture) {
        let drawings = (0..<4).map { Self.hand(seed: seed, attempt: $0) }
        return (Drawn.template(drawings[0], drawings[1], drawings[2]), drawings[3])
    }

    /// A seeded walk over the picture, drawn again and again by a hand that is not exact.
    static func hand(
        seed: UInt64, attempt: UInt64, rate: Double = 120, pace: Double = 1, isReversed: Bool = false
    ) -> PictureGesture {
        var random = DrawnRandom(seed: seed)
        let corners = random.walk(legs: 6, sharpness: 2)
        var error = DrawnRandom(seed: seed &* 1_000 &+ attempt)
        let offset = InkPoint(x: error.number(-6, 6), y: error.number(-6, 6))
        let places = corners.map {
            InkPoint(x: $0.0 + error.number(-4, 4), y: $0.1 + error.number(-4, 4)) + offset
        }
        // 250 picture units a second, slower at the corners.
        let speed = 250 * error.number(0.9, 1.1) * pace
        var points: [GesturePoint] = []
        var time = 0.0
        for (a, b) in zip(places, places.dropFirst()) {
            let duration = a.distance(to: b) / speed
            let count = max(1, Int(duration * rate))
            for i in 0..<count {
                let t = Double(i) / Double(count)
                points.append(
                    GesturePoint(a.interpolated(to: b, at: t * t * (3 - 2 * t)), time: time + duration * t))
            }
            time += duration
        }
        points.append(GesturePoint(places[places.count - 1], time: time))
        if isReversed { points = points.reversed().map { GesturePoint($0.position, time: time - $0.time) } }
        return PictureGesture([GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])]).quantised()
    }

    @Test("The owner's drawing is accepted") func ownersDrawingIsAccepted() {
        let seeds = 0..<UInt64(TestSize.count(full: 1_000, small: 200))
        let refused = seeds.filter { seed in
            let (template, attempt) = own(seed)
            return !verifier.accepts(attempt, for: template)
        }
        #expect(refused.count * 50 <= seeds.count, "seeds \(refused)")
    }

    @Test("A different drawing is refused") func differentDrawingIsRefused() {
        let seeds = 0..<UInt64(TestSize.count(full: 1_000, small: 200))
        let accepted = seeds.filter { seed in
            verifier.accepts(Self.hand(seed: seed + 10_000, attempt: 0), for: own(seed).template)
        }
        #expect(accepted.isEmpty, "seeds \(accepted)")
    }

    @Test("Drawings without extent are refused", arguments: 0..<40 as Range<UInt64>)
    func drawingsWithoutExtentAreRefused(seed: UInt64) {
        let template = own(seed).template
        for point in template.typicalSample.parts[0].fingers[0].points.enumerated().filter({ $0.offset % 20 == 0 }).map(
            \.element)
        {
            for (strokes, points) in [(1, 2), (1, 500), (2, 2), (60, 1), (200, 3)] {
                let probe = PictureGesture(
                    (0..<strokes).map { stroke in
                        let times = (0..<points).map { Double(stroke) / 40 + Double($0) / 120 }
                        return GesturePart(
                            .path(isClosed: false),
                            fingers: [FingerPath(times.map { GesturePoint(point.position, time: $0) })])
                    })
                #expect(!verifier.accepts(probe, for: template), "\(strokes) strokes of \(points) points")
            }
        }
    }

    @Test("A drawing traced backwards is refused") func drawingTracedBackwardsIsRefused() {
        let seeds = 0..<UInt64(TestSize.count(full: 2_000, small: 300))
        let accepted = seeds.filter { seed in
            verifier.accepts(Self.hand(seed: seed, attempt: 3, isReversed: true), for: own(seed).template)
        }
        #expect(accepted.count * 400 <= seeds.count, "seeds \(accepted)")
    }

    @Test("A drawing elsewhere, larger or turned is refused") func placeSizeAndRotationCount() {
        let seeds = 0..<UInt64(TestSize.count(full: 500, small: 100))
        let changes: [(String, (InkPoint) -> InkPoint)] = [
            ("elsewhere", { $0 + InkPoint(x: 90, y: 60) }), ("larger", { $0 * 2 }),
            ("turned", { InkPoint(x: 480 - $0.x, y: 320 - $0.y) }),
        ]
        for (name, change) in changes {
            let accepted = seeds.filter { seed in
                let (template, attempt) = own(seed)
                let points = attempt.parts[0].fingers[0].points.map {
                    GesturePoint(change($0.position), time: $0.time)
                }
                return verifier.accepts(
                    PictureGesture([GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])]), for: template)
            }
            #expect(accepted.count * 50 <= seeds.count, "\(name): seeds \(accepted)")
        }
    }

    @Test("An exact copy displaced by a fifth of the picture is refused") func exactCopyInAnotherPlaceIsRefused() {
        let seeds = 0..<UInt64(TestSize.count(full: 500, small: 60))
        var accepted: [String] = []
        for seed in seeds {
            // An owner without variation makes the most of shape and speed.
            let drawing = Self.hand(seed: seed, attempt: 0)
            let template = Drawn.template(drawing, drawing, drawing)
            for step in 0..<8 {
                let angle = Double(step) * 0.7853981633974483
                let offset = InkPoint(x: ElementaryFunctions.cos(angle), y: ElementaryFunctions.sin(angle)) * 64
                let points = drawing.parts[0].fingers[0].points.map {
                    GesturePoint($0.position + offset, time: $0.time)
                }
                let copy = PictureGesture([GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])])
                if verifier.accepts(copy, for: template) { accepted.append("\(seed): \(step)") }
            }
        }
        #expect(accepted.isEmpty, "seeds and directions \(accepted)")
    }

    @Test("A hatching of one figure's area in rows is refused") func hatchingIsRefused() {
        let seeds = 0..<UInt64(TestSize.count(full: 500, small: 100))
        var accepted: [UInt64] = []
        for seed in seeds {
            let template = own(seed).template
            var box = InkRect.empty
            for point in template.typicalSample.parts[0].fingers[0].points { box.formUnion(point.position) }
            for lines in 3...8 {
                var corners: [(Double, Double)] = []
                for line in 0..<lines {
                    let y = box.minY + box.height * (Double(line) + 0.5) / Double(lines)
                    let ends = line % 2 == 0 ? [box.minX, box.maxX] : [box.maxX, box.minX]
                    corners += ends.map { ($0, y) }
                }
                if verifier.accepts(PictureGesture([Drawn.part(corners)]), for: template) { accepted.append(seed) }
            }
        }
        #expect(accepted.isEmpty, "seeds \(accepted)")
    }

    @Test("The sampling rate hardly changes a verdict") func samplingRateHardlyChangesAVerdict() {
        var (changed, all): ([UInt64], Int) = ([], 0)
        for seed in 0..<UInt64(TestSize.count(full: 400, small: 80)) {
            let template = own(seed).template
            for attempt in 3..<5 as Range<UInt64> {
                let verdict = verifier.accepts(Self.hand(seed: seed, attempt: attempt), for: template)
                for rate in [60.0, 240] {
                    all += 1
                    let other = Self.hand(seed: seed, attempt: attempt, rate: rate)
                    if verifier.accepts(other, for: template) != verdict { changed.append(seed) }
                }
            }
        }
        #expect(changed.count * 100 <= all, "seeds \(changed)")
    }

    @Test("A stricter verifier accepts nothing more", arguments: 0..<100 as Range<UInt64>)
    func stricterVerifierAcceptsNothingMore(seed: UInt64) {
        let (template, attempt) = own(seed)
        let scores = TrainedVerifier.Strictness.allCases.map {
            TrainedVerifier($0).compare(attempt, with: template).score
        }
        #expect(scores[0] <= scores[1] && scores[1] <= scores[2])
        #expect(scores.allSatisfy { (0...2).contains($0) })
        let rates = TrainedVerifier.Strictness.allCases.map(\.falseMatchRate)
        #expect(rates == rates.sorted())
    }

    @Test("A prepared template gives the same scores", arguments: 0..<50 as Range<UInt64>)
    func preparedTemplateGivesTheSameScores(seed: UInt64) {
        let drawings = (0..<4).map { Drawn.synthetic(seed: seed, attempt: $0) }
        let template = Drawn.template(drawings[0], drawings[1], drawings[2])
        let prepared = TrainedTemplate(template)
        for attempt in [drawings[3], Drawn.synthetic(seed: seed + 1_000), PictureGesture()] {
            #expect(verifier.compare(attempt, with: prepared).score == verifier.compare(attempt, with: template).score)
        }
    }

    @Test("Taps count by place and number") func tapsCountByPlaceAndNumber() {
        func taps(_ places: (Double, Double)...) -> PictureGesture {
            PictureGesture(places.map { Drawn.tapPart($0.0, $0.1) })
        }
        let template = Drawn.template(
            taps((50, 50), (250, 100)), taps((52, 49), (248, 103)), taps((48, 50), (251, 98)))
        #expect(verifier.accepts(taps((53, 52), (249, 97)), for: template))
        #expect(!verifier.accepts(taps((50, 50), (250, 160)), for: template), "one of two is far off")
        #expect(!verifier.accepts(taps((250, 100), (50, 50)), for: template), "the order counts")
        #expect(!verifier.accepts(taps((50, 50)), for: template))
        #expect(!verifier.accepts(taps((50, 50), (250, 100), (150, 200)), for: template))
    }

    @Test("Every figure counts") func everyFigureCounts() {
        let (first, second) = (Self.hand(seed: 1, attempt: 0), Self.hand(seed: 2, attempt: 0))
        func drawing(_ attempt: UInt64, _ seeds: (UInt64, UInt64)) -> PictureGesture {
            var gesture = Self.hand(seed: seeds.0, attempt: attempt)
            let last = gesture.parts[0].fingers[0].points.last?.time ?? 0
            // 600 units apart, so that the figures are told apart.
            let other = Self.hand(seed: seeds.1, attempt: attempt).parts[0].fingers[0].points.map {
                GesturePoint($0.position + InkPoint(x: 0, y: 600), time: $0.time + last + 1)
            }
            gesture.parts.append(GesturePart(.path(isClosed: false), fingers: [FingerPath(other)]))
            return gesture
        }
        let template = Drawn.template(drawing(0, (1, 2)), drawing(1, (1, 2)), drawing(2, (1, 2)))
        #expect(first != second)
        #expect(verifier.accepts(drawing(3, (1, 2)), for: template))
        #expect(!verifier.accepts(drawing(3, (2, 1)), for: template))
        #expect(!verifier.accepts(drawing(3, (1, 3)), for: template))
        #expect(!verifier.accepts(drawing(3, (3, 2)), for: template))
        #expect(!verifier.accepts(first, for: template))
    }

    /// Drawings with different numbers of figures would be compared as a whole, which hides a wrong figure.
    @Test("Drawings of an enrolment have the same number of figures", arguments: 0..<20 as Range<UInt64>)
    func enrolledDrawingsHaveTheSameNumberOfFigures(seed: UInt64) {
        func drawing(_ attempt: UInt64, gap: Double) -> PictureGesture {
            let hand = Self.hand(seed: seed, attempt: attempt).parts[0].fingers[0].points
            let lowest = hand.map(\.position).max { $0.y < $1.y } ?? .zero
            let line = (0...40).map {
                GesturePoint(lowest + InkPoint(x: 5 * Double($0), y: gap), time: 30 + Double($0) / 40)
            }
            return PictureGesture([hand, line].map { GesturePart(.path(isClosed: false), fingers: [FingerPath($0)]) })
        }
        let (one, two) = (drawing(0, gap: 20), drawing(1, gap: 30))
        #expect(verifier.areAlike(one, drawing(1, gap: 20)) && verifier.areAlike(drawing(0, gap: 30), two))
        #expect(!verifier.areAlike(one, two) && !verifier.areAlike(two, one))
    }

    @Test("Exact copies of the other figures do not open a password with a wrong one", arguments: [2, 3, 4])
    func exactFiguresDoNotPayForAWrongOne(count: Int) {
        // The scores of evidence of -2 and -4.
        let least = count == 2 ? 2.0 / 3 : 0.5
        /// A drawing whose last figure lies to the right of its place.
        func drawing(_ seed: UInt64, _ attempt: UInt64, offset: Double = 0) -> [GesturePart] {
            (0..<count).map { figure in
                let place = InkPoint(x: figure == count - 1 ? offset : 0, y: 600 * Double(figure))
                let hand = Self.hand(seed: seed * 10 + UInt64(figure), attempt: attempt)
                let points = hand.parts[0].fingers[0].points.map {
                    GesturePoint($0.position + place, time: $0.time + 30 * Double(figure))
                }
                return GesturePart(.path(isClosed: false), fingers: [FingerPath(points)])
            }
        }
        func template(_ samples: [[GesturePart]]) -> TrainedTemplate {
            TrainedTemplate(
                Drawn.template(PictureGesture(samples[0]), PictureGesture(samples[1]), PictureGesture(samples[2])))
        }
        var (accepted, wrong): ([String], Int) = ([], 0)
        for seed in 0..<UInt64(TestSize.count(full: 200, small: 20)) {
            let samples = (0..<3).map { drawing(seed, $0) }
            let (whole, last) = (template(samples), template(samples.map { [$0[count - 1]] }))
            for offset in stride(from: 20.0, through: 100, by: 4) {
                let attempt = drawing(seed, 0, offset: offset)
                guard verifier.compare(PictureGesture([attempt[count - 1]]), with: last).score < least else { continue }
                wrong += 1
                if verifier.accepts(PictureGesture(attempt), for: whole) { accepted.append("\(seed): \(offset)") }
            }
        }
        #expect(wrong > 100)
        #expect(accepted.isEmpty, "seeds and distances \(accepted)")
    }

    /// A dash or a tap that lies close to two figures makes one of them.
    @Test("A stroke between the figures does not hide a wrong one", arguments: [2, 3, 4])
    func joinedFiguresDoNotHideAWrongOne(count: Int) {
        let least = count == 2 ? 2.0 / 3 : 0.5
        func points(_ part: GesturePart) -> [InkPoint] { part.fingers[0].points.map(\.position) }
        func sides(_ part: GesturePart) -> (top: Double, bottom: Double, middle: Double) {
            let (x, y) = (points(part).map(\.x), points(part).map(\.y))
            return (y.min() ?? 0, y.max() ?? 0, ((x.min() ?? 0) + (x.max() ?? 0)) / 2)
        }
        func moved(_ gesture: PictureGesture, by place: InkPoint, figure: Int) -> GesturePart {
            let moved = gesture.parts[0].fingers[0].points.map {
                GesturePoint($0.position + place, time: $0.time + 30 * Double(figure))
            }
            return GesturePart(.path(isClosed: false), fingers: [FingerPath(moved)])
        }
        var (accepted, tried): ([String], Int) = ([], 0)
        for seed in 0..<UInt64(TestSize.count(full: 100, small: 10)) {
            // Each figure begins 45 units below the one before.
            var places: [Double] = []
            var bottom = 0.0
            for figure in 0..<count {
                let part = Self.hand(seed: seed * 10 + UInt64(figure), attempt: 0).parts[0]
                places.append(bottom + 45 - sides(part).top)
                bottom = places[figure] + sides(part).bottom
            }
            let samples = (0..<3).map { attempt in
                (0..<count).map { figure in
                    moved(
                        Self.hand(seed: seed * 10 + UInt64(figure), attempt: attempt),
                        by: InkPoint(x: 0, y: places[figure]), figure: figure)
                }
            }
            func template(_ samples: [[GesturePart]]) -> TrainedTemplate {
                let drawings = samples.map { PictureGesture($0) }
                return TrainedTemplate(Drawn.template(drawings[0], drawings[1], drawings[2]))
            }
            // Figures that touch in one drawing and not in another are compared as a whole.
            let areApart = samples.allSatisfy { figures in
                zip(figures, figures.dropFirst()).allSatisfy { sides($1).top - sides($0).bottom > 24 }
            }
            guard areApart else { continue }
            let (whole, last) = (template(samples), template(samples.map { [$0[count - 1]] }))
            let own = samples[0]
            let centre = InkPoint(x: sides(own[count - 1]).middle, y: sides(own[count - 1]).top + 20)
            let circle = (0...24).map { step in
                let angle = Double(step) / 12 * .pi
                let place = InkPoint(
                    x: centre.x + 20 * ElementaryFunctions.cos(angle), y: centre.y + 20 * ElementaryFunctions.sin(angle)
                )
                return GesturePoint(place, time: Double(step) / 24 + 30 * Double(count - 1))
            }
            let shifted = stride(from: 20.0, through: 100, by: 8).map { offset in
                moved(PictureGesture([own[count - 1]]), by: InkPoint(x: offset, y: 0), figure: 0)
            }
            for wrong in shifted + [GesturePart(.path(isClosed: false), fingers: [FingerPath(circle)])] {
                guard verifier.compare(PictureGesture([wrong]), with: last).score < least else { continue }
                let drawn = own.dropLast() + [wrong]
                for figure in 0..<count - 1 {
                    let (upper, lower) = (sides(drawn[figure]), sides(drawn[figure + 1]))
                    let time = 30 * Double(figure + 1) - 2
                    let dash = [
                        GesturePoint(InkPoint(x: upper.middle, y: upper.bottom - 1), time: time),
                        GesturePoint(InkPoint(x: lower.middle, y: lower.top + 1), time: time + 0.3),
                    ]
                    let tap = GesturePoint(InkPoint(x: upper.middle, y: (upper.bottom + lower.top) / 2), time: time)
                    for stroke in [
                        GesturePart(.path(isClosed: false), fingers: [FingerPath(dash)]),
                        GesturePart(.tap(count: 1), fingers: [FingerPath([tap])]),
                    ] {
                        let attempt = Array(drawn.prefix(figure + 1)) + [stroke] + drawn.dropFirst(figure + 1)
                        tried += 1
                        if verifier.accepts(PictureGesture(attempt), for: whole) {
                            accepted.append("\(seed): \(figure)")
                        }
                    }
                }
            }
        }
        #expect(tried > 100)
        #expect(accepted.isEmpty, "\(accepted.count) of \(tried), seeds and places \(accepted.prefix(20))")
    }

    @Test("A stroke in another order or direction is forgiven") func oneStrokeInAnotherOrderIsForgiven() {
        func cross(_ attempt: UInt64, _ order: [Int], reversed: Int? = nil) -> PictureGesture {
            var error = DrawnRandom(seed: attempt)
            let strokes: [[(Double, Double)]] = [
                [(100, 100), (220, 240)], [(220, 100), (100, 240)], [(90, 260), (230, 260)],
            ]
            let shift = (error.number(-4, 4), error.number(-4, 4))
            return PictureGesture(
                order.enumerated().map { place, index in
                    let corners = reversed == index ? strokes[index].reversed() : strokes[index]
                    return Drawn.part(corners.map { ($0.0 + shift.0, $0.1 + shift.1) }, start: Double(place) * 0.6)
                })
        }
        let template = Drawn.template(cross(0, [0, 1, 2]), cross(1, [0, 1, 2]), cross(2, [0, 1, 2]))
        #expect(verifier.accepts(cross(3, [0, 1, 2]), for: template))
        #expect(verifier.accepts(cross(3, [1, 0, 2]), for: template))
        #expect(verifier.accepts(cross(3, [0, 1, 2], reversed: 2), for: template))
        let plain = verifier.compare(cross(3, [0, 1, 2]), with: template).score
        #expect(plain > verifier.compare(cross(3, [1, 0, 2]), with: template).score, "for a price")
    }

    @Test("Fingers touch down in any order") func fingersTouchDownInAnyOrder() {
        func pair(_ attempt: UInt64, isSwapped: Bool = false) -> PictureGesture {
            var error = DrawnRandom(seed: attempt)
            let shift = error.number(-3, 3)
            let left = Drawn.path([(60 + shift, 60), (80 + shift, 250)])
            let right = Drawn.path([(240 + shift, 60), (220 + shift, 250)])
            return PictureGesture([
                GesturePart(.path(isClosed: false), fingers: isSwapped ? [right, left] : [left, right])
            ])
        }
        let template = Drawn.template(pair(0), pair(1), pair(2))
        #expect(
            verifier.compare(pair(3), with: template).score
                == verifier.compare(pair(3, isSwapped: true), with: template).score)
        #expect(verifier.accepts(pair(3), for: template))
    }

    @Test("An app's own kinds have to be the same") func ownKindsHaveToBeTheSame() {
        func press(_ kind: GesturePart.Kind) -> PictureGesture {
            PictureGesture([GesturePart(kind, fingers: [Drawn.path([(50, 50), (200, 80), (120, 240)])])])
        }
        let template = Drawn.template(press(.other(1)))
        #expect(verifier.accepts(press(.other(1)), for: template))
        #expect(!verifier.accepts(press(.other(2)), for: template))
        #expect(!verifier.accepts(press(.path(isClosed: false)), for: template))
    }

    @Test("Damaged gestures are refused without a trap") func damagedGesturesAreRefused() {
        let template = own(1).template
        let far = Double.greatestFiniteMagnitude
        let fingers = [
            FingerPath([]), Drawn.tap(.nan, 1), Drawn.tap(1, .infinity), Drawn.tap(far, -far),
            FingerPath([
                GesturePoint(InkPoint(x: -far, y: 0), time: far), GesturePoint(InkPoint(x: far, y: 0), time: -far),
            ]),
            FingerPath([
                GesturePoint(InkPoint(x: 1, y: 1), time: .nan), GesturePoint(InkPoint(x: 9, y: 9), time: .infinity),
            ]),
        ]
        for finger in fingers {
            let damaged = PictureGesture([GesturePart(.path(isClosed: false), fingers: [finger])])
            for (stored, tried) in [(template, damaged), (Drawn.template(damaged), own(1).attempt)] {
                let score = verifier.compare(tried, with: stored).score
                #expect(score >= 0 && score < 1)
            }
        }
        let hand = FingerPath([GesturePoint(InkPoint(x: 1, y: 1), time: 0)])
        let crowd = PictureGesture([GesturePart(.tap(count: 1), fingers: [FingerPath](repeating: hand, count: 6))])
        #expect(!verifier.accepts(crowd, for: Drawn.template(crowd)), "more fingers than a hand has match nothing")
        #expect(!verifier.accepts(PictureGesture(), for: template))
        let many = PictureGesture((0..<200).map { Drawn.tapPart(Double($0 % 20) * 15, Double($0 / 20) * 30) })
        #expect(verifier.accepts(many, for: Drawn.template(many)))
    }

    /// A tap is short beside a path, so that the whole drawing is nearly the same without it.
    @Test("A tap that is missing, added or doubled is refused") func tapsAreCounted() throws {
        func drawing(_ attempt: UInt64, _ taps: [(x: Double, y: Double, count: Int)]) -> PictureGesture {
            var gesture = Self.hand(seed: 5, attempt: attempt)
            for (i, tap) in taps.enumerated() {
                let time = 10 + Double(i)
                let points = (0..<tap.count).map {
                    GesturePoint(InkPoint(x: tap.x, y: tap.y), time: time + Double($0) / 5)
                }
                gesture.parts.append(GesturePart(.tap(count: tap.count), fingers: [FingerPath(points)]))
            }
            return gesture.quantised()
        }
        // Below the picture's square, apart from the path.
        let here = (x: 100.0, y: 420.0, count: 1)
        let there = (x: 250.0, y: 420.0, count: 1)
        let template = Drawn.template(drawing(0, [here]), drawing(1, [here]), drawing(2, [here]))
        #expect(verifier.accepts(drawing(3, [here]), for: template))
        for (name, taps) in [
            ("missing", []), ("added", [here, there]), ("elsewhere", [there]), ("doubled", [(100.0, 420.0, 2)]),
        ] {
            #expect(!verifier.accepts(drawing(3, taps), for: template), "\(name)")
            var enrolment = try #require(
                Enrolment(
                    pictureDigest: [], verifier: verifier, parameters: EnrolmentParameters(minimumPlaces: 1)))
            _ = try enrolment.add(drawing(0, [here]))
            #expect(throws: EnrolmentError.different, "\(name)") { try enrolment.add(drawing(1, taps)) }
        }
    }

    @Test("A tap by accident is forgiven where none is enrolled") func tapByAccident() {
        func attempt(_ seed: UInt64, taps: Int) -> PictureGesture {
            var gesture = Self.hand(seed: seed, attempt: 3)
            for i in 0..<taps {
                let tap = FingerPath([GesturePoint(InkPoint(x: 100 + 100 * Double(i), y: 420), time: 10 + Double(i))])
                gesture.parts.append(GesturePart(.tap(count: 1), fingers: [tap]))
            }
            return gesture.quantised()
        }
        let template = Drawn.template(
            Self.hand(seed: 5, attempt: 0), Self.hand(seed: 5, attempt: 1), Self.hand(seed: 5, attempt: 2))
        let plain = verifier.compare(attempt(5, taps: 0), with: template).score
        let tapped = verifier.compare(attempt(5, taps: 1), with: template).score
        #expect(tapped >= verifier.threshold && tapped < plain)
        #expect(!verifier.accepts(attempt(5, taps: 2), for: template))
        #expect(!verifier.accepts(attempt(6, taps: 1), for: template))
        #expect(!verifier.accepts(PictureGesture([Drawn.tapPart(100, 420)]), for: template))
        #expect(template.adapted(to: attempt(5, taps: 1)) == nil, "it is not taken in")
    }

    @Test("An enrolment refuses a drawing that contradicts the first") func enrolmentRefusesContradiction() throws {
        let parameters = EnrolmentParameters(minimumPlaces: 1)
        var enrolment = try #require(Enrolment(pictureDigest: [], verifier: verifier, parameters: parameters))
        #expect(try enrolment.add(Self.hand(seed: 5, attempt: 0)) == .remaining(2))
        #expect(throws: EnrolmentError.different) { try enrolment.add(Self.hand(seed: 7, attempt: 0)) }
        #expect(throws: EnrolmentError.different) {
            try enrolment.add(Self.hand(seed: 5, attempt: 1, isReversed: true))
        }
        #expect(try enrolment.add(Self.hand(seed: 5, attempt: 1)) == .remaining(1))
        guard case .complete(let template) = try enrolment.add(Self.hand(seed: 5, attempt: 2)) else {
            Issue.record("three drawings are a template")
            return
        }
        #expect(verifier.accepts(Self.hand(seed: 5, attempt: 3), for: template))
    }
}
