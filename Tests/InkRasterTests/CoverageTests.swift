// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

@testable import InkRaster
@testable import InkStroke

@Suite struct CoverageTests {
    private static let widths = [0.3, 1, 4, 15, 60]

    @Test("The coverage of writing agrees with its winding numbers", arguments: widths, 0..<3 as Range<UInt64>)
    func writingCoversWhatItsWindingNumbersSay(width: Double, seed: UInt64) {
        var hand = SyntheticHand(seed: seed, size: InkSize(width: 72, height: 48))
        compare(traced(hand.samples(90, rate: 60 * Double(1 + seed % 4), noise: 0.3), width: width))
    }

    @Test("The coverage of extreme strokes agrees with their winding numbers", arguments: widths, NastyStroke.allCases)
    func nastyStrokesCoverWhatTheirWindingNumbersSay(width: Double, kind: NastyStroke) {
        let samples = kind.samples(seed: 1).map {
            StrokePoint(($0.position - InkPoint(x: 60, y: 70)), time: $0.time)
        }
        compare(traced(samples, width: width))
    }

    /// Coverage is exact in pixels where ink does not overlap itself. Elsewhere 64 lines are measured, with ends
    /// rounded to 1/256 of a pixel. No pixel is off by more than 3.5/255, and their mean by no more than 1/255.
    private func compare(_ outline: StrokeOutline) {
        let found = CoverageGrid.filled(outline, width: 72, height: 48).values
        let expected = CoverageGrid.measured(outline, width: 72, height: 48, lines: 256)
        var worst = 0.0
        var sum = 0.0
        for (a, b) in zip(found, expected) {
            worst = max(worst, abs(Double(a) - b))
            sum += abs(Double(a) - b)
        }
        let covered = expected.filter { $0 > 0 }.count
        #expect(worst <= 3.5 && sum <= Double(max(1, covered)), "\(worst), mean \(sum / Double(max(1, covered)))")
        #expect(found.allSatisfy { $0 <= 255 } && expected.contains { $0 > 10 })
    }

    /// Rectangles with edges at fractions of pixels have known areas.
    @Test(
        "Areas of rectangles are exact",
        arguments: [
            (1.0, 1.0, 3.0, 3.0), (0.5, 0.25, 2.75, 2.5), (1.25, 1.25, 1.5, 1.75), (0, 0, 4, 4),
            (0.125, 1, 3.875, 1.0625),
        ])
    func areasOfRectanglesAreExact(x0: Double, y0: Double, x1: Double, y1: Double) {
        let outline = rectangle(x0, y0, x1, y1)
        let found = CoverageGrid.filled(outline, width: 4, height: 4).values
        for y in 0..<4 {
            for x in 0..<4 {
                let width = max(0, min(x1, Double(x + 1)) - max(x0, Double(x)))
                let height = max(0, min(y1, Double(y + 1)) - max(y0, Double(y)))
                #expect(found[4 * y + x] == UInt32((255 * width * height + 0.5).rounded(.down)), "\(x), \(y)")
            }
        }
    }

    @Test("Areas of triangles are exact") func areasOfTrianglesAreExact() {
        var outline = StrokeOutline()
        outline.append(Rib(left: .zero, right: .zero))
        outline.append(Rib(left: InkPoint(x: 4, y: 0), right: InkPoint(x: 0, y: 4)))
        outline.measure(isTail: false)
        let found = CoverageGrid.filled(outline, width: 4, height: 4).values
        for y in 0..<4 {
            for x in 0..<4 { #expect(found[4 * y + x] == (x + y < 3 ? 255 : x + y == 3 ? 128 : 0)) }
        }
    }

    /// Two rectangles in one outline cover the area of their union, not the sum of their areas.
    @Test("Overlaps count once") func overlapsCountOnce() {
        var outline = rectangle(0.25, 0.5, 2.5, 1.5)
        // Back to the start along a line without area, and around the first rectangle again.
        outline.append(Rib(left: InkPoint(x: 1.25, y: 0.5), right: InkPoint(x: 1.25, y: 0.5)))
        outline.append(Rib(left: InkPoint(x: 1.25, y: 0.5), right: InkPoint(x: 1.25, y: 1.5)))
        outline.append(Rib(left: InkPoint(x: 3.5, y: 0.5), right: InkPoint(x: 3.5, y: 1.5)))
        outline.measure(isTail: false)
        let found = CoverageGrid.filled(outline, width: 4, height: 2).values
        let expected = CoverageGrid.measured(outline, width: 4, height: 2, lines: 256)
        for (a, b) in zip(found, expected) { #expect(abs(Double(a) - b) <= 0.5) }
        #expect(found[..<4].max() == 128 && found[1] == 128 && found[2] == 128)
    }

    private func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> StrokeOutline {
        var outline = StrokeOutline()
        outline.append(Rib(left: InkPoint(x: x0, y: y0), right: InkPoint(x: x0, y: y1)))
        outline.append(Rib(left: InkPoint(x: x1, y: y0), right: InkPoint(x: x1, y: y1)))
        outline.measure(isTail: false)
        return outline
    }

    /// A long drawing at a very small scale has tens of thousands of edges in each pixel.
    @Test("Scribbles in one pixel are measured accurately", arguments: [300, 20_000])
    func scribblesInOnePixelAreMeasuredInReasonableTime(count: Int) {
        var random = SplitMix64(seed: 3)
        let samples = (0..<count).map { i in
            StrokePoint(
                InkPoint(x: SyntheticHand.uniform(&random, 1.1, 3.9), y: SyntheticHand.uniform(&random, 1.1, 3.9)),
                time: Double(i) / 100)
        }
        let outline = traced(samples, width: 0.1)
        let found = CoverageGrid.filled(outline, width: 5, height: 5).values
        let expected = CoverageGrid.measured(outline, width: 5, height: 5, lines: 64)
        for (a, b) in zip(found, expected) { #expect(abs(Double(a) - b) <= 3.5) }
        #expect(expected[12] > 250)
    }
}
