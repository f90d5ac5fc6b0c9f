// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport

/// A long stroke that is painted sample by sample, two pixels a point.
enum LiveTimes {
    private static let size = InkSize(width: 3000, height: 400)

    /// 10,000 samples distributed over ten fields, so that the ink has the same density throughout.
    private static let samples: [StrokePoint] = {
        var hand = SyntheticHand(seed: 1, size: InkSize(width: 600, height: 200))
        let points = hand.samples(10_000, rate: 240, noise: 0.1)
        return points.enumerated().map { index, point in
            var point = point
            let field = index * 10 / points.count
            point.position = point.position + InkPoint(x: Double(field % 5) * 600, y: Double(field / 5) * 200)
            return point
        }
    }()

    /// Returns the nanoseconds from each of the last `count` samples before the `end`th to its pixels.
    static func times(end: Int, count: Int) throws -> [Double] {
        var times: [Double] = []
        times.reserveCapacity(count)
        let clock = ContinuousClock()
        try paint(end: end, count: count) { step in times.append(Stopwatch.nanoseconds(clock.measure(step))) }
        return times
    }

    /// Returns the allocations of memory by each of these samples, or `nil` if they are not counted, which
    /// `Tests/CAllocations` does.
    static func allocations(end: Int, count: Int) throws -> [Int64]? {
        guard let symbol = dlsym(nil, "inklock_allocations") else { return nil }
        let allocations = unsafeBitCast(symbol, to: (@convention(c) () -> Int64).self)
        var counts: [Int64] = []
        counts.reserveCapacity(count)
        try paint(end: end, count: count) { step in
            let before = allocations()
            step()
            counts.append(allocations() - before)
        }
        return counts
    }

    private static func paint(end: Int, count: Int, _ each: (() -> Void) -> Void) throws {
        var editor = DrawingEditor(size: size, accuracy: InkedDrawing.accuracy(scale: 2))
        var canvas = try InkCanvas(size: size, scale: 2)
        try editor.begin(brush: .pen)
        try editor.append(contentsOf: samples[..<(end - count)])
        _ = canvas.paint(&editor)
        for sample in samples[(end - count)..<end] {
            each {
                try? editor.append(sample)
                _ = canvas.paint(&editor)
            }
        }
    }
}
