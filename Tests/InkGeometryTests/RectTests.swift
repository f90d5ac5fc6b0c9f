// SPDX-License-Identifier: MIT
import InkGeometry
import Testing

@Suite struct RectTests {
    private let box = Rect(minX: 1, minY: 2, maxX: 4, maxY: 6)

    @Test("The empty rectangle is neutral for unions and stays empty") func emptyIsNeutralForUnionAndStaysEmpty() {
        #expect(Rect.empty.union(box) == box)
        #expect(box.union(.empty) == box)
        #expect(Rect.empty.union(.empty).isEmpty)
        #expect(Rect.empty.grown(by: 1e9).isEmpty)
        #expect(Rect.empty.intersection(box).isEmpty)
        #expect(Rect.empty.width == 0 && Rect.empty.height == 0)
        #expect(!Rect.empty.intersects(box) && !box.intersects(.empty))
        #expect(!Rect.empty.contains(.zero))
    }

    @Test("A single point is a rectangle without area") func onePointIsARectangleWithoutArea() {
        var point = Rect.empty
        point.formUnion(Point(x: 3, y: -2))
        #expect(point == Rect(minX: 3, minY: -2, maxX: 3, maxY: -2))
        #expect(!point.isEmpty && point.contains(Point(x: 3, y: -2)))
        #expect(!point.size.hasArea)
    }

    @Test("Touching rectangles intersect in their common edge") func touchingRectanglesIntersectInTheirCommonEdge() {
        let next = Rect(minX: 4, minY: 0, maxX: 9, maxY: 3)
        #expect(box.intersects(next) && next.intersects(box))
        #expect(box.intersection(next) == Rect(minX: 4, minY: 2, maxX: 4, maxY: 3))
        let apart = Rect(minX: 4.001, minY: 0, maxX: 9, maxY: 3)
        #expect(!box.intersects(apart))
        #expect(box.intersection(apart) == .empty)
    }

    @Test("A rectangle grows on every side") func growsOnEverySide() {
        #expect(box.grown(by: 0.5) == Rect(minX: 0.5, minY: 1.5, maxX: 4.5, maxY: 6.5))
        #expect(box.grown(by: -2).isEmpty)
    }

    @Test("Sizes without area are detected") func sizesWithoutAreaAreDetected() {
        #expect(Size(width: 1, height: 0.001).hasArea)
        for bad in [0, -1, .nan, .infinity, -.infinity] as [Double] {
            #expect(!Size(width: bad, height: 1).hasArea)
            #expect(!Size(width: 1, height: bad).hasArea)
        }
    }

    @Test("A rectangle with NaN is empty") func aRectangleWithNaNIsEmpty() {
        #expect(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1).isEmpty)
        #expect(Rect(minX: 0, minY: 0, maxX: 1, maxY: .nan).isEmpty)
    }
}
