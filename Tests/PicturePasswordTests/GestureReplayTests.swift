// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import InkTrail
import PicturePassword
import Testing

@Suite struct GestureReplayTests {
    /// Several parts of every kind, some with several fingers, with short and long pauses.
    private static func gesture(_ seed: UInt64) -> PictureGesture {
        var random = SplitMix64(seed: seed)
        var parts: [GesturePart] = []
        var time = SyntheticHand.uniform(&random, 0, 3)
        for _ in 0..<(1 + random.next() % 5) {
            let fingers = (0..<(1 + random.next() % 3)).map { _ in time + SyntheticHand.uniform(&random, 0, 0.1) }
            if random.next() % 3 == 0 {
                let count = 1 + Int(random.next() % 5)
                parts.append(
                    GesturePart(
                        .tap(count: count),
                        fingers: fingers.map { start in
                            FingerPath((0..<count).map { GesturePoint(place(&random), time: start + Double($0) * 0.2) })
                        }))
            } else {
                parts.append(
                    GesturePart(
                        .path(isClosed: false),
                        fingers: fingers.map { start in
                            var time = start
                            return FingerPath(
                                (0..<(1 + random.next() % 30)).map { _ in
                                    time += random.next() % 6 == 0 ? 0 : SyntheticHand.uniform(&random, 0, 0.04)
                                    return GesturePoint(place(&random), time: time)
                                })
                        }))
            }
            let last = parts[parts.count - 1].fingers.compactMap { $0.points.last?.time }.max() ?? time
            time = last + (random.next() % 2 == 0 ? 0.1 : 5)
        }
        return PictureGesture(parts)
    }

    private static func place(_ random: inout SplitMix64) -> InkPoint {
        InkPoint(x: SyntheticHand.uniform(&random, 0, 426), y: SyntheticHand.uniform(&random, 0, 320))
    }

    /// Returns the touches without the values that depend on the division of time.
    private func events(_ touches: [ReplayTouch]) -> [ReplayTouch] {
        touches.filter { $0.isRecorded || $0.phase == .ended }.map { touch in
            var touch = touch
            touch.age = 0
            return touch
        }
    }

    @Test("Every point is reported once in order", arguments: 0..<30 as Range<UInt64>)
    func everyPointIsReportedOnceInOrder(seed: UInt64) {
        let gesture = Self.gesture(seed)
        var replay = GestureReplay(gesture)
        let touches = replay.advance(by: .infinity)
        #expect(replay.isFinished && replay.time == replay.duration)
        #expect(zip(touches, touches.dropFirst()).allSatisfy { $0.time <= $1.time && $0.part <= $1.part })
        for (index, part) in gesture.parts.enumerated() {
            for (finger, path) in part.fingers.enumerated() {
                let own = touches.filter { $0.part == index && $0.finger == finger }
                let recorded = own.filter { $0.isRecorded }
                #expect(recorded.map { $0.position } == path.points.map { $0.position })
                for (touch, point) in zip(recorded, path.points) {
                    let since = point.time - path.points[0].time
                    #expect(abs(touch.time - recorded[0].time - since) < 1e-9)
                }
                // Touching down and lifting alternate, with nothing between lifting and the next touch.
                #expect(own.first?.phase == .began && own.last?.phase == .ended)
                for (a, b) in zip(own, own.dropFirst()) { #expect((a.phase == .ended) == (b.phase == .began)) }
                #expect(own.filter { $0.phase == .began }.count == (part.isTap ? path.points.count : 1))
            }
        }
        #expect(touches.filter { $0.isRecorded }.count == gesture.parts.reduce(0) { $0 + $1.pointCount })
        #expect(replay.advance(by: 1).isEmpty)
    }

    @Test("Any advances give the same touches", arguments: 0..<30 as Range<UInt64>) func anyAdvancesGiveTheSameTouches(
        seed: UInt64
    ) {
        let gesture = Self.gesture(seed)
        var random = SplitMix64(seed: seed)
        var whole = GestureReplay(gesture)
        var cut = GestureReplay(gesture, speed: SyntheticHand.uniform(&random, 0.2, 8))
        var touches: [ReplayTouch] = []
        while !cut.isFinished {
            switch random.next() % 8 {
            case 0: touches += cut.advance(by: 0)
            case 1: touches += cut.advance(by: -1)
            case 2: touches += cut.advance(by: .nan)
            case 3: cut.speed = SyntheticHand.uniform(&random, 0.2, 8)
            case 4:
                cut.isPaused = true
                #expect(cut.advance(by: 10).isEmpty)
                cut.isPaused = false
            default: touches += cut.advance(by: SyntheticHand.uniform(&random, 0, 0.1))
            }
        }
        #expect(events(touches) == events(whole.advance(by: 1e9)))
        #expect(cut.time == cut.duration)
    }

    @Test("A frame shows each finger where it was", arguments: 0..<30 as Range<UInt64>)
    func aFrameShowsTheFingerWhereItWas(seed: UInt64) {
        let gesture = Self.gesture(seed)
        var replay = GestureReplay(gesture)
        let all = replay.advance(by: .infinity)
        replay = GestureReplay(gesture)
        var now: [Int: ReplayTouch] = [:]
        while !replay.isFinished {
            for touch in replay.advance(by: 0.011) {
                #expect(touch.time <= replay.time && abs(touch.age - (replay.time - touch.time)) < 1e-12)
                now[touch.finger] = touch.phase == .ended ? nil : touch
            }
            for (finger, shown) in now {
                let own = all.filter { $0.finger == finger && $0.part == shown.part }
                guard let before = own.last(where: { $0.time <= replay.time }),
                    let after = own.first(where: { $0.time > replay.time })
                else { continue }
                let t = (replay.time - before.time) / (after.time - before.time)
                let place = before.position.interpolated(to: after.position, at: t)
                #expect(shown.position.distance(to: place) < 1e-9)
            }
        }
        #expect(now.isEmpty)
    }

    @Test("The speed scales the time", arguments: 0..<20 as Range<UInt64>, [0.25, 2, 8])
    func speedScalesTime(seed: UInt64, speed: Double) {
        let gesture = Self.gesture(seed)
        var slow = GestureReplay(gesture)
        var quick = GestureReplay(gesture, speed: speed)
        #expect(slow.duration == quick.duration)
        // Powers of two give both the same sum.
        while !slow.isFinished {
            let expected = slow.advance(by: 1 / 64).map { touch in
                var touch = touch
                touch.age /= speed
                return touch
            }
            #expect(quick.advance(by: 1 / 64 / speed) == expected)
        }
        #expect(quick.isFinished)
    }

    @Test("Seeking is the same as playing from the start", arguments: 0..<20 as Range<UInt64>)
    func seekingIsPlayingFromTheBeginning(seed: UInt64) {
        let gesture = Self.gesture(seed)
        var random = SplitMix64(seed: seed)
        var sought = GestureReplay(gesture)
        _ = sought.advance(by: sought.duration / 3)
        sought.isPaused = true
        for _ in 0..<10 {
            let time = SyntheticHand.uniform(&random, -0.2, 1.2) * sought.duration
            var played = GestureReplay(gesture)
            #expect(sought.seek(to: time) == played.advance(by: time))
            #expect(sought.time == played.time && sought.isFinished == played.isFinished)
            #expect(sought.isPaused && sought.advance(by: 1).isEmpty)
            sought.isPaused = false
            #expect(sought.advance(by: 0.05) == played.advance(by: 0.05))
            sought.isPaused = true
        }
    }

    @Test("Long pauses between parts are shortened") func longPausesBetweenPartsAreShortened() {
        let gesture = PictureGesture([
            GesturePart(.path(isClosed: false), fingers: [Drawn.path([(0, 0), (10, 0)], steps: 10, start: 100)]),
            GesturePart(.path(isClosed: false), fingers: [Drawn.path([(0, 0), (10, 0)], steps: 10, start: 100.3)]),
            GesturePart(.path(isClosed: false), fingers: [Drawn.path([(0, 0), (10, 0)], steps: 10, start: 900)]),
            GesturePart(.tap(count: 1), fingers: [Drawn.tap(5, 5, at: 901)]),
        ])
        var replay = GestureReplay(gesture, parameters: .init(maximumPause: 0.5, tapHold: 0.25))
        let starts = replay.advance(by: 1e9).filter { $0.phase == .began }.map { $0.time }
        for (start, expected) in zip(starts, [0, 0.3, 0.9, 1.5]) { #expect(abs(start - expected) < 1e-9) }
        #expect(starts.count == 4)
        #expect(abs(replay.duration - 1.75) < 1e-9)
        #expect(GestureReplay(gesture, parameters: .init(maximumPause: 0)).duration < 0.4)
        #expect(GestureReplay(gesture, parameters: .init(maximumPause: .infinity)).duration > 800)
    }

    @Test("Overlapping parts are played one after the other") func partsThatOverlapFollowEachOther() {
        let gesture = PictureGesture([
            Drawn.part([(0, 0), (10, 0)], start: 1), Drawn.part([(0, 0), (20, 0)], start: 0), Drawn.tapPart(3, 3),
        ])
        var replay = GestureReplay(gesture)
        #expect(replay.advance(by: 1e9).filter { $0.phase == .began }.map { $0.part } == [0, 1, 2])
        #expect(abs(replay.duration - 0.48) < 1e-9)
    }

    @Test("Invalid points are left out") func invalidPointsAreLeftOut() {
        var path = Drawn.path([(0, 0), (10, 0)], steps: 4)
        path.points[1].position.x = .nan
        path.points[2].time = .infinity
        path.points[4].time = -5
        let gesture = PictureGesture([
            GesturePart(.path(isClosed: false), fingers: []),
            GesturePart(.path(isClosed: false), fingers: [path, FingerPath([])]),
            GesturePart(.tap(count: 1), fingers: [FingerPath([GesturePoint(InkPoint(x: .nan, y: 0), time: 0)])]),
            GesturePart(
                .tap(count: 2),
                fingers: [
                    FingerPath([
                        GesturePoint(.zero, time: -.greatestFiniteMagnitude),
                        GesturePoint(.zero, time: .greatestFiniteMagnitude),
                    ])
                ]),
        ])
        var replay = GestureReplay(gesture, speed: .nan)
        #expect(replay.duration.isFinite && replay.speed == GestureReplay.speedLimits.lowerBound)
        let touches = replay.advance(by: .infinity)
        #expect(touches.filter { $0.part == 1 && $0.isRecorded }.map { $0.position.x } == [0, 7.5, 10])
        #expect(touches.filter { $0.part == 1 && $0.isRecorded }.map { $0.time } == [0, 0.03, 0.03])
        #expect(touches.filter { $0.part == 3 && $0.isRecorded }.count == 2)
        #expect(touches.allSatisfy { $0.position.isFinite && $0.time.isFinite && $0.age.isFinite })
        var empty = GestureReplay(PictureGesture())
        #expect(empty.isFinished && empty.duration == 0 && empty.advance(by: 1).isEmpty && empty.seek(to: 3).isEmpty)
    }

    @Test("A trail shows the playback", arguments: 0..<10 as Range<UInt64>)
    func aTrailShowsTheReplay(seed: UInt64) throws {
        let frame = try #require(PictureFrame(InkRect(minX: 20, minY: 40, maxX: 873.3, maxY: 680)))
        var replay = GestureReplay(Self.gesture(seed), speed: 2)
        var trail = LineTrail()
        var now = 50.0
        while !replay.isFinished {
            now += 1.0 / 60
            let touches = replay.advance(by: 1.0 / 60)
            for touch in touches { touch.show(on: &trail, over: frame, now: now) }
            trail.advance(to: now)
            var box = InkRect.empty
            trail.visitInk { box = box.union($0.outline.bounds) }
            // The line is smooth between samples and always reaches the finger.
            var last: [Int: ReplayTouch] = [:]
            for touch in touches { last[touch.part * 10 + touch.finger] = touch }
            for touch in last.values { #expect(box.contains(frame.toSurface(touch.position))) }
        }
        trail.advance(to: now + 1)
        #expect(trail.isQuiet)
    }
}

extension GesturePart {
    fileprivate var pointCount: Int { fingers.reduce(0) { $0 + $1.points.count } }
}
