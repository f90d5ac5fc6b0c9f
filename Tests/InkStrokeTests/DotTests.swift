// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@Suite struct DotTests {
    private let brush = Brush(minimumWidth: 2, maximumWidth: 10)

    private func stroke(_ samples: [StrokePoint], _ brush: Brush? = nil) throws -> Stroke {
        try Stroke(samples, brush: brush ?? self.brush, model: .smooth)
    }

    private func tap(_ p: InkPoint, pressure: Double? = nil) throws -> Stroke {
        try stroke([StrokePoint(p, time: 0, pressure: pressure)])
    }

    private func ink(_ strokes: [Stroke]) -> [InkedStroke] {
        InkedDrawing(Drawing(size: InkSize(width: 600, height: 200), strokes: strokes), accuracy: 0.01).strokes
    }

    /// The width of a line is its area divided by its length, both measured on the outline of a straight line without
    /// caps.
    @Test("A dot is as wide as the last line", arguments: [50.0, 400, 3000])
    func aTapIsAsWideAsTheLastLine(speed: Double) throws {
        let line = (0..<60).map { StrokePoint(InkPoint(x: speed * Double($0) / 120, y: 50), time: Double($0) / 120) }
        let inked = ink([try stroke(line), try tap(InkPoint(x: 9, y: 150)), try tap(InkPoint(x: 90, y: 150))])
        let ribs = inked[0].outline.ribs.filter {
            $0.left.x == $0.right.x && $0.left.x >= 0 && $0.left.x <= line[59].position.x
        }
        var area = 0.0
        for (a, b) in zip(ribs, ribs.dropFirst()) {
            area += (b.left.x - a.left.x) * (a.right.y - a.left.y + b.right.y - b.left.y) / 2
        }
        let mean = area / line[59].position.x
        for dot in inked.dropFirst() {
            #expect(abs(dot.outline.bounds.width - mean) < 0.02 * mean)
            #expect(abs(dot.outline.bounds.height - mean) < 0.02 * mean)
        }
    }

    @Test("A dot before any line has the resting width") func aTapBeforeAnyLineHasTheRestingWidth() throws {
        let bounds = ink([try tap(InkPoint(x: 50, y: 50))])[0].outline.bounds
        #expect(bounds == InkRect(minX: 46, minY: 46, maxX: 54, maxY: 54))
    }

    @Test("A dot stays within the widths of its own brush")
    func aTapAfterAnotherBrushesLineKeepsToItsOwnWidths() throws {
        let thick = Brush(minimumWidth: 40, maximumWidth: 40)
        let line = [InkPoint(x: 0, y: 9), InkPoint(x: 90, y: 9)].enumerated().map { StrokePoint($1, time: Double($0)) }
        let inked = ink([try stroke(line, thick), try tap(InkPoint(x: 50, y: 50))])
        #expect(abs(inked[1].outline.bounds.width - 10) < 1e-9)
    }

    @Test("The pressure of a tap determines its width", arguments: [0, 0.5, 1])
    func aTapWithPressureIsAsWideAsItIsFirm(pressure: Double) throws {
        let bounds = ink([try tap(InkPoint(x: 50, y: 50), pressure: pressure)])[0].outline.bounds
        #expect(abs(bounds.width - (2 + 8 * pressure)) < 1e-9 && abs(bounds.height - bounds.width) < 1e-9)
    }

    @Test("A fair dot has its greatest pressure, and at least the middle width", arguments: [0, 0.3, 0.8])
    func aFairDotIsAtLeastHalfAsWideAsTheBrush(pressure: Double) throws {
        // The pressure of a pen that is set down rises from almost nothing.
        let samples = [0.02, pressure, 0.1].enumerated().map {
            StrokePoint(InkPoint(x: 50 + 0.2 * Double($0), y: 50), time: Double($0) / 120, pressure: $1)
        }
        let bounds = ink([try Stroke(samples, brush: brush, model: .fair)])[0].outline.bounds
        #expect(abs(bounds.width - max(6, 2 + 8 * pressure)) < 1e-9)
        // After a fast line too.
        let line = (0..<60).map { StrokePoint(InkPoint(x: 3000 * Double($0) / 120, y: 50), time: Double($0) / 120) }
        let dot = try Stroke([StrokePoint(InkPoint(x: 9, y: 9), time: 0)], brush: brush, model: .fair)
        #expect(ink([try Stroke(line, brush: brush, model: .fair), dot])[1].outline.bounds.width == 6)
    }

    @Test("A dot is round") func aDotIsRound() throws {
        let outline = ink([try tap(InkPoint(x: 50, y: 50))])[0].outline
        for vertex in Polygon(outline).vertices { #expect(abs(vertex.distance(to: InkPoint(x: 50, y: 50)) - 4) < 1e-9) }
        let polygon = Polygon(outline)
        for i in 0..<200 {
            let angle = Double(i) * 0.0314159
            let direction = InkPoint(x: ElementaryFunctions.cos(angle), y: ElementaryFunctions.sin(angle))
            #expect(polygon.winding(at: InkPoint(x: 50, y: 50) + direction * 3.97).number == 1)
            #expect(polygon.winding(at: InkPoint(x: 50, y: 50) + direction * 4.001).number == 0)
        }
    }

    @Test("A trembling tap is one dot") func aTremblingTapIsStillOneDot() throws {
        let samples = (0..<30).map {
            StrokePoint(InkPoint(x: 50 + Double($0 % 3) * 0.4, y: 50), time: Double($0) / 120)
        }
        #expect(ink([try stroke(samples)])[0].outline.bounds == InkRect(minX: 46, minY: 46, maxX: 54, maxY: 54))
    }

    @Test("Quick dots are never lost") func quickDotsAreNeverLost() throws {
        let dots = try (0..<500).map { try tap(InkPoint(x: Double($0), y: 20)) }
        for (i, inked) in ink(dots).enumerated() {
            #expect(inked.outline.bounds == InkRect(minX: Double(i) - 4, minY: 16, maxX: Double(i) + 4, maxY: 24))
        }
    }

    @Test("Two points are a line with round ends", arguments: StrokeModel.allCases)
    func twoPointsAreALineWithRoundEnds(model: StrokeModel) throws {
        let even = Brush(minimumWidth: 6, maximumWidth: 6)
        let samples = [StrokePoint(InkPoint(x: 20, y: 30), time: 0), StrokePoint(InkPoint(x: 60, y: 30), time: 0.01)]
        let outline = ink([try Stroke(samples, brush: even, model: model)])[0].outline
        let bounds = outline.bounds
        for (a, b) in [(bounds.minX, 17.0), (bounds.maxX, 63), (bounds.minY, 27), (bounds.maxY, 33)] {
            #expect(abs(a - b) < 1e-9)
        }
        let polygon = Polygon(outline)
        for x in [17.1, 20, 40, 60, 62.9] { #expect(polygon.winding(at: InkPoint(x: x, y: 30)).number == 1) }
        // A round end does not cover the corners.
        for x in [17.5, 62.5] { #expect(polygon.winding(at: InkPoint(x: x, y: 27.5)).number == 0) }
    }
}
