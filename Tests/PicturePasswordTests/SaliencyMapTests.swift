// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct SaliencyMapTests {
    private func map(_ picture: PaintedPicture) throws -> SaliencyMap {
        try #require(SaliencyMap(width: picture.width, height: picture.height, rgba: picture.rgba))
    }

    /// Returns whether a place lies within 8 picture units of `position`, a third of the tolerance of a tap.
    private func finds(_ map: SaliencyMap, _ position: InkPoint) -> Bool { map.rank(near: position, within: 8) != nil }

    @Test("Corners and discs of a painted picture are found", arguments: 1...10 as ClosedRange<UInt64>)
    func cornersAndDiscsOfAPaintedPictureAreFound(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func pick(_ low: Double, _ high: Double) -> Double { SyntheticHand.uniform(&random, low, high).rounded() }
        let scale = [1.0, 1.5, 2][Int(seed % 3)]
        var picture = PaintedPicture(width: Int32(480 * scale), height: Int32(320 * scale))
        let rect = InkRect(minX: pick(30, 60), minY: pick(30, 60), maxX: pick(150, 190), maxY: pick(150, 280))
        let disc = InkPoint(x: pick(300, 430), y: pick(60, 250))
        let radius = pick(6, 18)
        picture.fillRect(
            InkRect(minX: rect.minX * scale, minY: rect.minY * scale, maxX: rect.maxX * scale, maxY: rect.maxY * scale),
            60
        )
        picture.fillDisc(disc * scale, radius: radius * scale, 30)
        picture.addNoise(&random, amount: 6)
        let map = try map(picture)
        for x in [rect.minX, rect.maxX] {
            for y in [rect.minY, rect.maxY] {
                #expect(finds(map, InkPoint(x: x, y: y)), "\(seed): corner \(x) \(y) of \(map.spots)")
            }
        }
        #expect(map.rank(near: disc, within: radius + 8) != nil, "\(seed): disc \(disc) of \(map.spots)")
        let middle = InkPoint(x: rect.minX, y: (rect.minY + rect.maxY) / 2)
        #expect(!finds(map, middle), "\(seed): a straight edge is no place to aim at")
        #expect(map.spots.count <= 12, "\(seed): noise is none either: \(map.spots)")
    }

    @Test("A black corner on white has a weight of almost one") func aBlackCornerOnWhiteWeighsAboutOne() throws {
        var picture = PaintedPicture(width: 320, height: 320, grey: 255)
        picture.fillRect(InkRect(minX: 100, minY: 100, maxX: 320, maxY: 320), 0)
        let map = try map(picture)
        #expect(finds(map, InkPoint(x: 100, y: 100)) && map.spots.count == 1)
        #expect(map.spots.allSatisfy { 0.85...1 ~= $0.weight }, "\(map.spots)")
    }

    @Test("The resolution moves places by one cell at most") func densityOfPixelsMovesNoPlaceFurtherThanACell() throws {
        func painted(_ scale: Double) throws -> SaliencyMap {
            var picture = PaintedPicture(width: Int32(200 * scale), height: Int32(300 * scale))
            picture.fillRect(InkRect(minX: 40 * scale, minY: 50 * scale, maxX: 120 * scale, maxY: 130 * scale), 10)
            picture.fillDisc(InkPoint(x: 130, y: 230) * scale, radius: 12 * scale, 255)
            return try map(picture)
        }
        let coarse = try painted(1)
        let fine = try painted(4)
        #expect(coarse.size == InkSize(width: 320, height: 480) && fine.size == coarse.size)
        #expect(coarse.spots.count == fine.spots.count && coarse.spots.count >= 5)
        for spot in coarse.spots { #expect(fine.rank(near: spot.position, within: 3.76) != nil, "\(spot)") }
    }

    @Test("Places are ranked, apart and limited in number") func placesAreRankedApartAndLimited() throws {
        var random = SplitMix64(seed: 5)
        var picture = PaintedPicture(width: 400, height: 300, grey: 128)
        picture.addNoise(&random, amount: 127)
        let all = try map(picture)
        #expect(all.spots.count == 48)
        for (a, b) in zip(all.spots, all.spots.dropFirst()) { #expect(a.weight >= b.weight) }
        for (i, a) in all.spots.enumerated() {
            #expect(all.rank(near: a.position, within: 0) == i + 1)
            for b in all.spots[..<i] {
                let d = a.position - b.position
                #expect(max(abs(d.x), abs(d.y)) >= 22.5)
            }
        }
        let few = SaliencyMap.Parameters(limit: 3)
        let three = try #require(
            SaliencyMap(width: picture.width, height: picture.height, rgba: picture.rgba, parameters: few))
        #expect(three.spots == Array(all.spots[..<3]))
    }

    @Test("Transparent pixels count as white") func transparencyShowsWhite() throws {
        var clear = PaintedPicture(width: 64, height: 64, grey: 0)
        clear.makeTransparent()
        #expect(try map(clear).spots.isEmpty)
        #expect(try map(PaintedPicture(width: 64, height: 64, grey: 0)).spots.isEmpty, "a uniform picture has none")
    }

    @Test(
        "Unusual sizes have a map",
        arguments: [(1, 1), (1, 5_000), (5_000, 1), (3, 2), (7, 7), (130, 16)] as [(Int32, Int32)])
    func oddSizesHaveAMap(width: Int32, height: Int32) throws {
        var random = SplitMix64(seed: 9)
        var picture = PaintedPicture(width: width, height: height)
        picture.addNoise(&random, amount: 200)
        let map = try map(picture)
        #expect(min(map.size.width, map.size.height) == 320)
        for spot in map.spots {
            #expect(InkRect(map.size).contains(spot.position) && 0...1 ~= spot.weight)
        }
    }

    @Test("Invalid sizes are rejected") func invalidSizesAreRejected() {
        let bytes = [UInt8](repeating: 7, count: 64)
        for (width, height) in [(0, 4), (4, 0), (-1, 4), (4, -4), (4, 5), (16_385, 1), (Int32.max, Int32.max)] {
            #expect(SaliencyMap(width: Int32(width), height: Int32(height), rgba: bytes) == nil)
        }
        #expect(SaliencyMap(width: 4, height: 4, rgba: bytes) != nil)
        #expect(SaliencyMap(width: 1, height: 1, rgba: []) == nil)
    }

    @Test("Apps can supply places") func appsCanSupplyPlaces() {
        let known = [(10.0, 0.2), (50, 0.9), (90, 0.2), (.nan, 1)].map { x, weight in
            SaliencyMap.Spot(InkPoint(x: x, y: 5), weight: weight)
        }
        let map = SaliencyMap(size: InkSize(width: 400, height: 320), spots: known)
        #expect(map.spots == [known[1], known[0], known[2]])
        #expect(map.rank(near: InkPoint(x: 60, y: 5), within: 10) == 1)
        #expect(map.rank(near: InkPoint(x: 60.5, y: 5), within: 10) == nil)
        #expect(SaliencyMap(size: InkSize(width: .infinity, height: -1)).size == InkSize(width: 320, height: 320))
    }
}
