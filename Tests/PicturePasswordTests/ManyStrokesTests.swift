// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// Drawings of many strokes, taps and fingers, by people who do not know the password.
@Suite struct ManyStrokesTests {
    private let verifier = TrainedVerifier()
    private static let owners = (1...20 as ClosedRange<UInt64>).flatMap { seed in (1...3).map { Owner(seed, $0) } }

    /// A person who draws one to three figures of random corners, each in a quarter of a picture of 320 × 320 units.
    private struct Owner {
        let seed: UInt64
        let figures: [[InkPoint]]

        init(_ seed: UInt64, _ count: Int) {
            self.seed = seed &* 10 &+ UInt64(count)
            var random = DrawnRandom(seed: self.seed)
            var places = [
                InkPoint(x: 85, y: 85), InkPoint(x: 235, y: 85), InkPoint(x: 85, y: 235), InkPoint(x: 235, y: 235),
            ]
            figures = (0..<count).map { _ in
                let place = places.remove(at: random.index(below: places.count))
                return (0..<4 + random.index(below: 4)).map { _ in
                    place + InkPoint(x: random.number(-50, 50), y: random.number(-50, 50))
                }
            }
        }

        func drawing(_ attempt: UInt64) -> PictureGesture {
            var random = DrawnRandom(seed: seed &* 1_000 &+ attempt)
            let offset = InkPoint(x: random.number(-5, 5), y: random.number(-5, 5))
            let pace = random.number(0.9, 1.1)
            var pen = Pen()
            for figure in figures {
                let corners = figure.map { $0 + offset + InkPoint(x: random.number(-3, 3), y: random.number(-3, 3)) }
                pen.draw([corners], speed: 250 * pace)
            }
            return pen.gesture
        }

        var template: GestureTemplate { Drawn.template(drawing(0), drawing(1), drawing(2), verifier: .trained) }

        var boxes: [InkRect] {
            figures.map { figure in figure.reduce(into: InkRect.empty) { $0.formUnion($1) } }
        }
    }

    /// Parts that are drawn one after the other.
    private struct Pen {
        private(set) var parts: [GesturePart] = []
        private var time = 0.0
        var gesture: PictureGesture { PictureGesture(parts).quantised() }

        /// Draws paths at the same time, with a finger each. A path of one position is a tap.
        mutating func draw(_ paths: [[InkPoint]], speed: Double = 300) {
            var end = time
            let fingers = paths.map { corners in
                var points = [GesturePoint(corners[0], time: time)]
                for (a, b) in zip(corners, corners.dropFirst()) {
                    let start = points[points.count - 1].time
                    let count = max(1, Int(a.distance(to: b) / speed * 60))
                    for step in 1...count {
                        let share = Double(step) / Double(count)
                        let time = start + a.distance(to: b) / speed * share
                        points.append(GesturePoint(a.interpolated(to: b, at: share), time: time))
                    }
                }
                end = max(end, points[points.count - 1].time)
                return FingerPath(points)
            }
            parts.append(GesturePart(paths[0].count == 1 ? .tap(count: 1) : .path(isClosed: false), fingers: fingers))
            time = end + 0.3
        }
    }

    /// The number of owners whose password a drawing opens, and of those whose template takes it in.
    private func opened(
        _ attempts: (Owner) -> [PictureGesture], owners: [Owner] = owners
    ) -> (attempts: Int, accepted: Int, taken: Int) {
        var (count, accepted, taken) = (0, 0, 0)
        for owner in owners {
            let template = owner.template
            let prepared = TrainedTemplate(template)
            for attempt in attempts(owner) {
                count += 1
                if verifier.accepts(attempt, for: prepared) { accepted += 1 }
                if template.adapted(to: attempt) != nil { taken += 1 }
            }
        }
        return (count, accepted, taken)
    }

    @Test("Their owners open the passwords of these tests") func ownersOpen() {
        let result = opened { owner in (3..<6).map { owner.drawing($0) } }
        #expect(result.accepted * 100 >= result.attempts * 97, "\(result)")
    }

    @Test("A line and drumming with five fingers open nothing", arguments: [20, 40, 80])
    func drummingOpensNothing(count: Int) {
        var random = DrawnRandom(seed: UInt64(count))
        var pen = Pen()
        pen.draw([[InkPoint(x: 20, y: 20), InkPoint(x: 300, y: 300)]])
        for _ in 0..<count {
            let place = InkPoint(x: random.number(20, 120), y: random.number(30, 290))
            pen.draw((0..<5).map { [place + InkPoint(x: 40 * Double($0), y: 0)] })
        }
        let result = opened { _ in [pen.gesture] }
        #expect(result.accepted == 0 && result.taken == 0, "\(result)")
    }

    @Test("A line and taps beside it open nothing", arguments: [4, 10, 40, 100, 200, 400])
    func tapsBesideALineOpenNothing(count: Int) {
        var pen = Pen()
        pen.draw([[InkPoint(x: 20, y: 20), InkPoint(x: 300, y: 300)]])
        for i in 0..<count {
            let y = 40 + Double(i * 37 % 240)
            pen.draw([[InkPoint(x: i % 2 == 0 ? 60 : 150, y: y)]])
        }
        let result = opened { _ in [pen.gesture] }
        #expect(result.accepted == 0 && result.taken == 0, "\(result)")
    }

    @Test("Short dashes open nothing", arguments: [50, 64, 120, 200, 400], [true, false])
    func dashesOpenNothing(count: Int, isColumn: Bool) {
        var random = DrawnRandom(seed: UInt64(count))
        var pen = Pen()
        for i in 0..<count {
            let y = 20 + 280 * (Double(i) + 0.5) / Double(count)
            let scattered = InkPoint(x: random.number(30, 280), y: random.number(20, 300))
            let place = isColumn ? InkPoint(x: 153, y: y) : scattered
            pen.draw([[place, place + InkPoint(x: 14, y: 0)]])
        }
        let result = opened { _ in [pen.gesture] }
        #expect(result.accepted == 0 && result.taken == 0, "\(result)")
    }

    /// The attacker knows where each figure is and how large it is.
    private func lines(_ owner: Owner, _ count: Int, fingers: Int) -> PictureGesture {
        var pen = Pen()
        for box in owner.boxes {
            let lines = (0..<count).map { line in
                let y = box.minY + box.height * (Double(line) + 0.5) / Double(count)
                return [InkPoint(x: box.minX, y: y), InkPoint(x: box.maxX, y: y)]
            }
            for start in stride(from: 0, to: count, by: fingers) {
                pen.draw(Array(lines[start..<min(count, start + fingers)]))
            }
        }
        return pen.gesture
    }

    /// Hatchings of the whole drawing's area: as rows, columns or diagonals, from each corner, at several speeds.
    private func hatchings(_ owner: Owner, strokes: Int) -> [PictureGesture] {
        let area = owner.figures.joined().reduce(into: InkRect.empty) { $0.formUnion($1) }
        func place(_ x: Double, _ y: Double, _ corner: Int) -> InkPoint {
            let (x, y) = (corner & 1 == 0 ? x : 1 - x, corner & 2 == 0 ? y : 1 - y)
            return InkPoint(x: area.minX + area.width * x, y: area.minY + area.height * y)
        }
        var all: [PictureGesture] = []
        for (count, corner) in (3...8).flatMap({ count in (0..<4).map { (count, $0) } }) {
            let middles = (0..<count).map { (Double($0) + 0.5) / Double(count) }
            let rows = middles.map { [place(0, $0, corner), place(1, $0, corner)] }
            let columns = middles.map { [place($0, 0, corner), place($0, 1, corner)] }
            let diagonals = middles.map { middle -> [InkPoint] in
                let sum = 2 * middle
                let (least, most) = (max(0, sum - 1), min(1, sum))
                return [place(least, sum - least, corner), place(most, sum - most, corner)]
            }
            for lines in [rows, columns, diagonals] {
                let path = lines.enumerated().map { $0 % 2 == 0 ? $1 : $1.reversed() }
                for speed in [125.0, 250, 500] {
                    var pen = Pen()
                    for stroke in 0..<strokes {
                        let part = path[count * stroke / strokes..<count * (stroke + 1) / strokes]
                        pen.draw([part.flatMap { $0 }], speed: speed)
                    }
                    all.append(pen.gesture)
                }
            }
        }
        return all
    }

    private static let hatched = (1...UInt64(TestSize.count(full: 200, small: 20))).flatMap {
        [Owner($0, 2), Owner($0, 3)]
    }

    @Test("Hatchings of the area of several figures in one stroke open nothing") func hatchingsOpenNothing() {
        let result = opened({ hatchings($0, strokes: 1) }, owners: Self.hatched)
        #expect(result.attempts == 216 * Self.hatched.count && result.accepted == 0 && result.taken == 0, "\(result)")
    }

    @Test("Hatchings in as many strokes as there are figures open next to nothing") func dividedHatchings() {
        let result = opened({ hatchings($0, strokes: $0.figures.count) }, owners: Self.hatched)
        #expect(result.accepted * 1000 <= result.attempts && result.taken * 1000 <= result.attempts, "\(result)")
    }

    @Test("Separate lines over each figure open nothing", arguments: [1, 5])
    func separateLinesOpenNothing(fingers: Int) {
        let result = opened { owner in
            [3, 4, 5, 6, 8, 12, 20, 40].map { lines(owner, $0, fingers: fingers) }
        }
        #expect(result.accepted == 0 && result.taken == 0, "\(result)")
    }

    @Test("A zigzag over each figure with taps beside it opens nothing", arguments: [2, 5, 20, 100])
    func tapsBesideAZigzagOpenNothing(count: Int) {
        let result = opened { owner in
            [3, 5].map { lines in
                var pen = Pen()
                for box in owner.boxes {
                    var corners: [InkPoint] = []
                    for line in 0..<lines {
                        let y = box.minY + box.height * Double(line) / Double(lines - 1)
                        let ends = line % 2 == 0 ? [box.minX, box.maxX] : [box.maxX, box.minX]
                        corners += ends.map { InkPoint(x: $0, y: y) }
                    }
                    pen.draw([corners])
                    for i in 0..<count {
                        let y = box.minY + box.height * Double(i) / Double(count)
                        pen.draw([[InkPoint(x: box.maxX, y: y)]])
                    }
                }
                return pen.gesture
            }
        }
        #expect(result.accepted == 0 && result.taken == 0, "\(result)")
    }

    @Test("No drawing has more evidence than an exact copy") func nothingHasMoreEvidenceThanACopy() {
        for owner in Self.owners {
            let drawing = owner.drawing(0)
            let template = Drawn.template(drawing, drawing, drawing, verifier: .trained)
            let copy = verifier.compare(drawing, with: template).score
            func score(_ change: (inout PictureGesture) -> Void) -> Double {
                var changed = drawing
                change(&changed)
                return verifier.compare(changed, with: template).score
            }
            let last = drawing.parts[drawing.parts.count - 1].fingers[0].points.last ?? GesturePoint(.zero, time: 0)
            let rest = score { gesture in
                let end = gesture.parts.count - 1
                gesture.parts[end].fingers[0].points.append(GesturePoint(last.position, time: last.time + 432_000))
            }
            let taps = [1, 10, 100, 1_000].map { count in
                score { gesture in
                    for i in 0..<count {
                        let tap = FingerPath([GesturePoint(last.position, time: last.time + Double(i + 1) * 0.3)])
                        gesture.parts.append(GesturePart(.tap(count: 1), fingers: [tap]))
                    }
                }
            }
            let pieces = score { gesture in
                gesture.parts = gesture.parts.flatMap { part in
                    part.fingers[0].points.map { GesturePart(part.kind, fingers: [FingerPath([$0])]) }
                }
            }
            let crowd = verifier.compare(lines(owner, 400, fingers: 5), with: template).score
            #expect(([rest, pieces, crowd] + taps).allSatisfy { $0 <= copy }, "\(owner.seed)")
            #expect(([crowd] + taps.dropFirst()).allSatisfy { $0 < verifier.threshold }, "\(owner.seed)")
        }
    }

    @Test("A scrawl of many dashes is no signature", arguments: [20, 50, 100, 200, 400])
    func scrawlIsNoSignature(count: Int) throws {
        for owner in Self.owners {
            let samples = (0..<3).map { owner.drawing($0).parts.map { $0.fingers[0] } }
            let signatures = try #require(SignatureVerifier(samples))
            var random = DrawnRandom(seed: owner.seed)
            var pen = Pen()
            for _ in 0..<count {
                let place = InkPoint(x: random.number(30, 280), y: random.number(20, 300))
                pen.draw([[place, place + InkPoint(x: 14, y: 0)]])
            }
            #expect(signatures.resemblance(of: pen.gesture.parts.map { $0.fingers[0] }) == .different, "\(owner.seed)")
        }
    }
}
