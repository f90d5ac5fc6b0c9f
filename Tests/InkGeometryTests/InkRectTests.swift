// SPDX-License-Identifier: MIT
import InkGeometry
import Testing

@Suite struct InkRectTests {
    private let box = InkRect(minX: 1, minY: 2, maxX: 4, maxY: 6)

    @Test("The empty rectangle is neutral for unions and stays empty") func emptyIsNeutralForUnionAndStaysEmpty() {
        #expect(InkRect.empty.union(box) == box)
        #expect(box.union(.empty) == box)
        #expect(InkRect.empty.union(.empty).isEmpty)
        #expect(InkRect.empty.grown(by: 1e9).isEmpty)
        #expect(InkRect.empty.intersection(box).isEmpty)
        #expect(InkRect.empty.width == 0 && InkRect.empty.height == 0)
        #expect(!InkRect.empty.intersects(box) && !box.intersects(.empty))
        #expect(!InkRect.empty.contains(.zero))
    }

    @Test("A single point is a rectangle without area") func onePointIsARectangleWithoutArea() {
        var point = InkRect.empty
        point.formUnion(InkPoint(x: 3, y: -2))
        #expect(point == InkRect(minX: 3, minY: -2, maxX: 3, maxY: -2))
        #expect(!point.isEmpty && point.contains(InkPoint(x: 3, y: -2)))
        #expect(!point.size.hasArea)
    }

    @Test("Touching rectangles intersect in their common edge") func touchingRectanglesIntersectInTheirCommonEdge() {
        let next = InkRect(minX: 4, minY: 0, maxX: 9, maxY: 3)
        #expect(box.intersects(next) && next.intersects(box))
        #expect(box.intersection(next) == InkRect(minX: 4, minY: 2, maxX: 4, maxY: 3))
        let apart = InkRect(minX: 4.001, minY: 0, maxX: 9, maxY: 3)
        #expect(!box.intersects(apart))
        #expect(box.intersection(apart) == .empty)
    }

    @Test("A rectangle grows on every side") func growsOnEverySide() {
        #expect(box.grown(by: 0.5) == InkRect(minX: 0.5, minY: 1.5, maxX: 4.5, maxY: 6.5))
        #expect(box.grown(by: -2).isEmpty)
    }

    @Test("Sizes without area are detected") func sizesWithoutAreaAreDetected() {
        #expect(InkSize(width: 1, height: 0.001).hasArea)
        for bad in [0, -1, .nan, .infinity, -.infinity] as [Double] {
            #expect(!InkSize(width: bad, height: 1).hasArea)
            #expect(!InkSize(width: 1, height: bad).hasArea)
        }
    }

    @Test("A rectangle with NaN is empty") func aRectangleWithNaNIsEmpty() {
        #expect(InkRect(minX: .nan, minY: 0, maxX: 1, maxY: 1).isEmpty)
        #expect(InkRect(minX: 0, minY: 0, maxX: 1, maxY: .nan).isEmpty)
    }
}
