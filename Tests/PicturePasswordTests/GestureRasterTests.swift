// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct GestureRasterTests {
    private func spacing(_ a: InkPoint, _ b: InkPoint) -> Double { max(abs(a.x - b.x), abs(a.y - b.y)) }

    @Test("A straight line has a square every 30 units") func aStraightLineHasASquareEvery30Units() {
        let raster = GestureRaster(Drawn.path([(0, 0), (100, 0)]).points)
        #expect(raster.centres == [0, 30, 60, 90].map { InkPoint(x: $0, y: 0) })
        let quick = GestureRaster(Drawn.path([(0, 0), (100, 0)], steps: 1).points)
        #expect(quick == raster, "a fast stroke has no gaps")
    }

    @Test("Consecutive squares touch without intersecting", arguments: 0..<100 as Range<UInt64>)
    func squaresFollowEachOtherWithoutIntersecting(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let side = SyntheticHand.uniform(&random, 5, 60)
        let corners = (0..<10).map { _ in
            (SyntheticHand.uniform(&random, -50, 400), SyntheticHand.uniform(&random, -50, 400))
        }
        let path = Drawn.path(corners, steps: 7).points
        let raster = GestureRaster(path, side: side)
        #expect(raster.centres.first == path.first?.position)
        for (a, b) in zip(raster.centres, raster.centres.dropFirst()) {
            #expect(abs(spacing(a, b) - side) < 1e-9, "each is the first that does not intersect the previous one")
        }
        // Every position is within reach of a square.
        for point in path {
            #expect(raster.centres.contains { spacing($0, point.position) <= side + 1e-9 })
        }
    }

    @Test("Empty, tiny and huge paths have defined squares") func oddPathsAreDefined() {
        #expect(GestureRaster([]).centres.isEmpty)
        #expect(GestureRaster(Drawn.tap(3, 4).points).centres == [InkPoint(x: 3, y: 4)])
        #expect(GestureRaster(Drawn.path([(0, 0), (100, 0)]).points, side: 0).centres.isEmpty)
        let far = [GesturePoint(.zero, time: 0), GesturePoint(InkPoint(x: 1e9, y: 1e9), time: 1)]
        #expect(GestureRaster(far).centres.count == 4_096)
    }
}
