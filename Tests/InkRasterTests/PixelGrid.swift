// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport

@testable import InkRaster
@testable import InkStroke

/// A sink that stores coverages in 255ths, row by row.
struct CoverageGrid: CoverageSink {
    let width: Int32
    var values: [UInt32]

    init(width: Int32, height: Int32) {
        self.width = width
        values = [UInt32](repeating: 0, count: Int(width * height))
    }

    mutating func add(x: Int32, y: Int32, count: Int32, coverage: UInt32) {
        for i in x..<(x + count) { values[Int(y * width + i)] += coverage }
    }

    /// Creates the coverage of an outline at one pixel per point.
    static func filled(_ outline: StrokeOutline, width: Int32, height: Int32) -> CoverageGrid {
        var grid = CoverageGrid(width: width, height: height)
        var filler = OutlineFiller()
        let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
        filler.fill(outline, scale: 1, origin: PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0), clip: all, into: &grid)
        return grid
    }

    /// Returns the share of each pixel, in 255ths, with a non-zero winding number of an outline whose vertices are
    /// rounded to 1/256 of a pixel. The share is exact along `lines` lines across each pixel.
    static func measured(_ outline: StrokeOutline, width: Int, height: Int, lines: Int) -> [Double] {
        let vertices = Polygon(outline).vertices.map {
            InkPoint(x: ($0.x * 256 + 0.5).rounded(.down) / 256, y: ($0.y * 256 + 0.5).rounded(.down) / 256)
        }
        var crossings = [[(x: Double, change: Int)]](repeating: [], count: height * lines)
        for (i, b) in vertices.enumerated() {
            let a = vertices[i == 0 ? vertices.count - 1 : i - 1]
            guard a.y != b.y else { continue }
            // Line k lies at height (k + ½) / lines.
            let first = max(0, Int((min(a.y, b.y) * Double(lines) - 0.5).rounded(.up)))
            let last = min(height * lines - 1, Int((max(a.y, b.y) * Double(lines) - 0.5).rounded(.up)) - 1)
            guard first <= last else { continue }
            for k in first...last {
                let y = (Double(k) + 0.5) / Double(lines)
                crossings[k].append((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), b.y > a.y ? 1 : -1))
            }
        }
        var covered = [Double](repeating: 0, count: width * height)
        for (k, line) in crossings.enumerated() {
            var number = 0
            var start = 0.0
            for crossing in line.sorted(by: { $0.x < $1.x }) {
                if number != 0 { add(from: start, to: crossing.x, row: k / lines, width, &covered) }
                number += crossing.change
                start = crossing.x
            }
        }
        return covered.map { $0 * 255 / Double(lines) }
    }

    private static func add(from a: Double, to b: Double, row: Int, _ width: Int, _ covered: inout [Double]) {
        let low = max(0, a)
        let high = min(Double(width), b)
        guard low < high else { return }
        for x in Int(low)..<min(width, Int(high.rounded(.up))) {
            covered[row * width + x] += max(0, min(high, Double(x + 1)) - max(low, Double(x)))
        }
    }
}

/// Returns the ribs that a tracer makes of samples.
func traced(_ samples: [StrokePoint], width: Double, model: StrokeModel = .smooth) -> StrokeOutline {
    var tracer = StrokeTracer(
        brush: Brush(minimumWidth: width * 0.6, maximumWidth: width), model: model, accuracy: 0.05)
    for sample in samples { tracer.append(sample) }
    tracer.updateTail()
    return tracer.outline
}
