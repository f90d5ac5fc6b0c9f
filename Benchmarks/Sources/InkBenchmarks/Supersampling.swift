// SPDX-License-Identifier: MIT
import InkGeometry

/// The reference for coverage: 16 × 16 samples of each pixel, inside the shape by the non-zero rule.
enum Supersampling {
    /// Returns the number of covered samples of each pixel, 0 to 256, of a polygon in pixels.
    static func counts(_ vertices: [InkPoint], width: Int, height: Int) -> [UInt16] {
        var crossings = [[(x: Double, direction: Int)]](repeating: [], count: height * 16)
        for (a, b) in zip(vertices, Array(vertices.dropFirst()) + vertices.prefix(1)) where a.y != b.y {
            let (top, bottom, direction) = a.y < b.y ? (a, b, 1) : (b, a, -1)
            // The line of row r is at (r + ½) / 16 and belongs to the edge where top ≤ it < bottom.
            let first = max(0, Int((top.y * 16 - 0.5).rounded(.up)))
            let last = min(height * 16 - 1, Int((bottom.y * 16 - 0.5).rounded(.up)) - 1)
            guard first <= last else { continue }
            for row in first...last {
                let y = (Double(row) + 0.5) / 16
                let x = top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y)
                crossings[row].append((x, direction))
            }
        }
        var counts = [UInt16](repeating: 0, count: width * height)
        for row in crossings.indices where !crossings[row].isEmpty {
            let line = crossings[row].sorted { $0.x < $1.x }
            var winding = 0
            for (crossing, next) in zip(line, line.dropFirst()) {
                winding += crossing.direction
                guard winding != 0 else { continue }
                let first = max(0, Int((crossing.x * 16 - 0.5).rounded(.up)))
                let last = min(width * 16 - 1, Int((next.x * 16 - 0.5).rounded(.up)) - 1)
                guard first <= last else { continue }
                for column in first...last { counts[row / 16 * width + column / 16] += 1 }
            }
        }
        return counts
    }
}
