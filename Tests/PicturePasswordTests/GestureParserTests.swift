// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import PicturePassword
import Testing

@Suite struct GestureParserTests {
    private let picture = InkSize(width: 4000, height: 3000)

    /// The frames of a phone, an upright tablet and a desktop, fitted and cropped.
    private var frames: [PictureFrame] {
        [
            PictureFrame(fitting: picture, in: InkSize(width: 320, height: 568)),
            PictureFrame(fitting: picture, in: InkSize(width: 1366, height: 1024)),
            PictureFrame(fitting: picture, in: InkSize(width: 568, height: 320)),
            PictureFrame(covering: picture, in: InkSize(width: 820, height: 1180)),
        ].compactMap { $0 }
    }

    @Test("Every screen gives the same gesture", arguments: 0..<20 as Range<UInt64>)
    func everyScreenGivesTheSameGesture(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let corners = (0..<6).map { _ in
            (SyntheticHand.uniform(&random, 0, 426), SyntheticHand.uniform(&random, 0, 320))
        }
        let paths = [
            Drawn.path(corners), Drawn.tap(50, 60, at: 3), Drawn.tap(55, 62, at: 3.2), Drawn.tap(200, 100, at: 5),
        ]
        var readings: [PictureGesture] = []
        for frame in frames {
            var drawing = Drawing(size: InkSize(width: 2000, height: 2000))
            for path in paths { drawing.strokes.append(try Drawn.stroke(path, in: frame, start: 0)) }
            readings.append(GestureParser().gesture(from: drawing, over: frame))
        }
        #expect(readings.count == 4)
        for reading in readings {
            #expect(reading.parts.map { $0.kind } == [.path(isClosed: false), .tap(count: 2), .tap(count: 1)])
            for (part, other) in zip(reading.parts, readings[0].parts) {
                for (p, q) in zip(part.fingers[0].points, other.fingers[0].points) {
                    #expect(p.position.distance(to: q.position) < 1e-9)
                    #expect(abs(p.time - q.time) < 1e-9)
                }
            }
        }
    }

    @Test("The shorter side of a picture is 320 units") func thePicturesShorterSideIs320Units() throws {
        for frame in frames {
            let corner = frame.toPicture(InkPoint(x: frame.rect.maxX, y: frame.rect.maxY))
            #expect(abs(corner.y - 320) < 1e-9 && abs(corner.x - 320 * 4 / 3) < 1e-9)
        }
        #expect(PictureFrame(fitting: picture, in: InkSize(width: 0, height: 100)) == nil)
        #expect(PictureFrame(InkRect(minX: 0, minY: 0, maxX: .infinity, maxY: 1)) == nil)
    }

    @Test("Only taps close in time and place form one part") func tapsBelongTogetherOnlyWhenNearInTimeAndPlace() {
        let parser = GestureParser()
        let near = parser.gesture(from: [Drawn.tap(10, 10), Drawn.tap(20, 10, at: 0.3), Drawn.tap(20, 20, at: 0.6)])
        #expect(near.parts.map { $0.kind } == [.tap(count: 3)])
        let late = parser.gesture(from: [Drawn.tap(10, 10), Drawn.tap(10, 10, at: 0.5)])
        #expect(late.parts.map { $0.kind } == [.tap(count: 1), .tap(count: 1)])
        let far = parser.gesture(from: [Drawn.tap(10, 10), Drawn.tap(50, 10, at: 0.2)])
        #expect(far.parts.map { $0.kind } == [.tap(count: 1), .tap(count: 1)])
        let six = parser.gesture(from: (0..<6).map { Drawn.tap(10, 10, at: Double($0) * 0.1) })
        #expect(six.parts.map { $0.kind } == [.tap(count: 5), .tap(count: 1)])
    }

    @Test("Simultaneous fingers are one part") func simultaneousFingersAreOnePart() {
        let left = Drawn.path([(50, 50), (50, 200)])
        let right = Drawn.path([(150, 50), (150, 200)], start: 0.05)
        let gesture = GestureParser().gesture(from: [right, left, Drawn.tap(10, 10, at: 2)])
        #expect(gesture.parts.count == 2)
        #expect(gesture.parts[0].fingers == [left, right])
    }

    @Test("A path that ends near its start is closed") func aPathIsClosedWhenItEndsWhereItBegan() {
        let parser = GestureParser()
        let closed = parser.gesture(from: [Drawn.path([(50, 50), (150, 50), (100, 150), (60, 55)])])
        #expect(closed.parts[0].kind == .path(isClosed: true))
        let open = parser.gesture(from: [Drawn.path([(50, 50), (150, 50), (100, 150)])])
        #expect(open.parts[0].kind == .path(isClosed: false))
    }

    @Test("An empty drawing gives an empty gesture") func anEmptyDrawingIsAnEmptyGesture() throws {
        let frame = try #require(PictureFrame(InkRect(InkSize(width: 320, height: 320))))
        let drawing = Drawing(size: InkSize(width: 320, height: 320), strokes: [Stroke()])
        #expect(GestureParser().gesture(from: drawing, over: frame).parts.isEmpty)
    }
}
