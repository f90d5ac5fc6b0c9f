// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct GestureRecorderTests {
    private let picture = InkSize(width: 4000, height: 3000)

    private func recorder(_ width: Double = 426, _ height: Double = 320) -> GestureRecorder<GestureParser> {
        var recorder = GestureRecorder()
        recorder.frame = PictureFrame(fitting: picture, in: InkSize(width: width, height: height))
        return recorder
    }

    /// Moves one finger through positions in picture units, a hundredth of a second each.
    private func draw(
        _ path: FingerPath, with finger: UInt32 = 1, from start: Double,
        into recorder: inout GestureRecorder<GestureParser>
    ) {
        guard let frame = recorder.frame else { return }
        for (i, point) in path.points.enumerated() {
            let time = start + point.time
            let position = frame.toSurface(point.position)
            if i == 0 {
                _ = recorder.begin(finger, at: position, time: time)
            } else {
                _ = recorder.move(finger, to: position, time: time)
            }
        }
        recorder.end(finger, time: start + path.points[path.points.count - 1].time + 0.02)
    }

    @Test("Parts are counted while they are drawn") func partsAreCountedWhileTheyAreDrawn() {
        var recorder = recorder()
        #expect(recorder.gesture.parts.isEmpty)
        draw(Drawn.path([(40, 40), (200, 60)]), from: 1_000, into: &recorder)
        #expect(recorder.gesture.parts.count == 1)
        _ = recorder.begin(1, at: InkPoint(x: 100, y: 200), time: 1_002)
        #expect(recorder.gesture.parts.count == 2 && recorder.isTouched)
        recorder.end(1, time: 1_002.1)
        #expect(recorder.gesture.parts.count == 2 && !recorder.isTouched)
        #expect(recorder.gesture.parts.map { $0.isTap } == [false, true])
        #expect(recorder.gesture.parts[0].fingers[0].points[0].time == 0)
    }

    @Test("Fingers that touch at the same time are one part while they rest")
    func fingersThatTouchTogetherAreOnePartAlsoWhileTheyRest() {
        var recorder = recorder()
        _ = recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 5)
        _ = recorder.begin(2, at: InkPoint(x: 250, y: 50), time: 5)
        #expect(recorder.gesture.parts.count == 1)
        _ = recorder.begin(3, at: InkPoint(x: 150, y: 150), time: 7)
        #expect(recorder.gesture.parts.count == 1 && recorder.gesture.parts[0].fingers.count == 3)
        _ = recorder.move(3, to: InkPoint(x: 150, y: 250), time: 7.5)
        recorder.endAll(time: 8)
        #expect(recorder.gesture.parts.count == 1 && recorder.gesture.parts[0].fingers.count == 3)
    }

    @Test("Undo removes a whole part") func undoTakesAWholePart() {
        var recorder = recorder()
        draw(Drawn.path([(40, 40), (200, 60)]), from: 0, into: &recorder)
        let first = recorder.gesture
        for time in [2.0, 2.2, 2.4] { draw(Drawn.tap(300, 200), from: time, into: &recorder) }
        #expect(recorder.gesture.parts.last?.kind == .tap(count: 3))
        #expect(recorder.removeLastPart() == true)
        #expect(recorder.gesture == first)
        _ = recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 5)
        _ = recorder.begin(2, at: InkPoint(x: 250, y: 50), time: 5.1)
        recorder.endAll(time: 6)
        #expect(recorder.removeLastPart() == true)
        #expect(recorder.gesture == first)
        #expect(recorder.removeLastPart() == true)
        #expect(recorder.isEmpty)
        #expect(recorder.removeLastPart() == false)
    }

    @Test("Undo discards the part that a finger is drawing") func undoUnderAFingerDropsWhatItDraws() {
        var recorder = recorder()
        draw(Drawn.path([(40, 40), (200, 60)]), from: 0, into: &recorder)
        let first = recorder.gesture
        _ = recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 5)
        #expect(recorder.removeLastPart() == true)
        #expect(recorder.gesture == first)
        #expect(recorder.move(1, to: InkPoint(x: 60, y: 60), time: 5.1) == nil)
        recorder.end(1, time: 5.2)
        #expect(recorder.gesture == first)
    }

    @Test("Cancelled touches leave no points") func cancelledTouchesLeaveNothing() {
        var recorder = recorder()
        _ = recorder.begin(7, at: InkPoint(x: 50, y: 50), time: 5)
        _ = recorder.move(7, to: InkPoint(x: 90, y: 50), time: 5.1)
        recorder.cancel(7)
        #expect(recorder.isEmpty)
        recorder.cancel(7)
        recorder.end(7, time: 6)
        #expect(recorder.isEmpty)
    }

    @Test("Only touches on the picture are recorded") func onlyThePictureCanBeDrawnOn() {
        var recorder = recorder(426, 1000)
        #expect(recorder.begin(1, at: InkPoint(x: 200, y: 100), time: 0) == nil)
        #expect(recorder.begin(1, at: InkPoint(x: .nan, y: 500), time: 0) == nil)
        #expect(recorder.begin(1, at: InkPoint(x: 200, y: 500), time: .infinity) == nil)
        #expect(recorder.begin(1, at: InkPoint(x: 200, y: 500), time: 0) == InkPoint(x: 200, y: 500))
        #expect(recorder.begin(1, at: InkPoint(x: 210, y: 500), time: 0) == nil)
        #expect(recorder.move(1, to: InkPoint(x: 200, y: 900), time: 0.1)?.y == recorder.frame?.rect.maxY)
        recorder.end(1, time: 0.2)
        let positions = recorder.gesture.parts[0].fingers[0].points.map { $0.position }
        #expect(positions.allSatisfy { (0...320.001).contains($0.y) })
        recorder.frame = nil
        #expect(recorder.begin(2, at: InkPoint(x: 200, y: 500), time: 1) == nil)
    }

    @Test("The size of the surface can change between parts") func theSurfaceMayChangeItsSizeInBetween() throws {
        let path = Drawn.path([(40, 40), (200, 60), (120, 250)])
        let tap = Drawn.tap(60, 70)
        var still = recorder()
        draw(path, from: 0, into: &still)
        draw(tap, from: 3, into: &still)
        var turned = recorder()
        draw(path, from: 0, into: &turned)
        turned.frame = PictureFrame(fitting: picture, in: InkSize(width: 1366, height: 800))
        draw(tap, from: 3, into: &turned)
        #expect(turned.gesture.parts.count == still.gesture.parts.count)
        for (a, b) in zip(still.gesture.parts, turned.gesture.parts) {
            #expect(a.kind == b.kind)
            for (p, q) in zip(a.fingers[0].points, b.fingers[0].points) {
                #expect(p.position.distance(to: q.position) < 1e-9)
            }
        }
    }

    @Test("Points beyond the limit are ignored") func pointsBeyondTheLimitAreIgnored() {
        var recorder = GestureRecorder(parameters: .init(pointLimit: 100))
        recorder.frame = PictureFrame(fitting: picture, in: InkSize(width: 426, height: 320))
        _ = recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 0)
        for i in 1..<500 { _ = recorder.move(1, to: InkPoint(x: 50 + Double(i % 100), y: 60), time: Double(i)) }
        recorder.end(1, time: 600)
        #expect(recorder.gesture.parts[0].fingers[0].points.count == 100)
        #expect(recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 601) == nil)
        #expect(recorder.removeLastPart() == true)
        #expect(recorder.begin(1, at: InkPoint(x: 50, y: 50), time: 602) != nil)
    }
}
