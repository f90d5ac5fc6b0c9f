// SPDX-License-Identifier: MIT
import InkGeometry

/// The saliency of each cell of a picture for one feature: 0 for none, 1 for black on white.
struct SaliencyFeature {
    private let width: Int
    private let height: Int
    private var values: [Double]

    /// Computes corners: the square root of the smaller eigenvalue of the gradients' covariance around each cell.
    ///
    /// - Complexity: O(cells).
    init(cornersOf grid: LumaGrid) {
        self.init(grid)
        // Two cells for the window and one for the gradient.
        guard width > 6 && height > 6 else { return }
        var gradients = [(x: Double, y: Double)](repeating: (0, 0), count: width * height)
        for y in 1..<height - 1 {
            for x in 1..<width - 1 { gradients[y * width + x] = Self.gradient(grid, x, y) }
        }
        for y in 3..<height - 3 {
            for x in 3..<width - 3 {
                var (xx, xy, yy) = (0.0, 0.0, 0.0)
                for dy in -2...2 {
                    for dx in -2...2 {
                        let (gx, gy) = gradients[(y + dy) * width + x + dx]
                        let weight = Self.binomial(dx) * Self.binomial(dy)
                        xx += gx * gx * weight
                        xy += gx * gy * weight
                        yy += gy * gy * weight
                    }
                }
                let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
                let smaller = max(0, (xx + yy - spread) * 0.5)
                values[y * width + x] = min(1, smaller.squareRoot() / Self.cornerOfWhite)
            }
        }
    }

    /// Computes blobs: the smallest contrast between a square and its eight neighbours, if it is brighter than all of
    /// them or darker than all, at the best of several sizes. Edges and lines have similar neighbours, so they do not
    /// count.
    ///
    /// - Complexity: O(cells).
    init(blobsOf grid: LumaGrid) {
        self.init(grid)
        let sums = Self.sums(grid)
        for half in Self.blobHalves {
            let side = 2 * half + 1
            let reach = half + side
            guard width > 2 * reach && height > 2 * reach else { continue }
            let scale = 1 / (Double(side * side) * Double(LumaGrid.white))
            for y in reach..<height - reach {
                for x in reach..<width - reach {
                    func sum(_ cx: Int, _ cy: Int) -> Int64 {
                        let top = (cy - half) * (width + 1) + cx - half
                        let bottom = top + side * (width + 1)
                        return sums[bottom + side] - sums[bottom] - sums[top + side] + sums[top]
                    }
                    let centre = sum(x, y)
                    var (least, most) = (Int64.max, Int64.min)
                    for dy in stride(from: -side, through: side, by: side) {
                        for dx in stride(from: -side, through: side, by: side) where dx != 0 || dy != 0 {
                            let difference = centre - sum(x + dx, y + dy)
                            least = min(least, difference)
                            most = max(most, difference)
                        }
                    }
                    let contrast = max(least, -most)
                    if contrast > 0 {
                        let i = y * width + x
                        values[i] = max(values[i], min(1, Double(contrast) * scale))
                    }
                }
            }
        }
    }

    private init(_ grid: LumaGrid) {
        (width, height) = (grid.width, grid.height)
        values = [Double](repeating: 0, count: grid.values.count)
    }

    /// Returns the cells of at least `least` that no neighbour exceeds, the first of equal neighbours.
    func peaks(from least: Double) -> [(x: Int, y: Int, weight: Double)] {
        var peaks: [(x: Int, y: Int, weight: Double)] = []
        for y in 0..<height {
            for x in 0..<width {
                let value = values[y * width + x]
                if value > 0 && value >= least && isPeak(x, y, value) { peaks.append((x, y, value)) }
            }
        }
        return peaks
    }

    private func isPeak(_ x: Int, _ y: Int, _ value: Double) -> Bool {
        for row in max(0, y - 1)...min(height - 1, y + 1) {
            for column in max(0, x - 1)...min(width - 1, x + 1) where column != x || row != y {
                let other = values[row * width + column]
                let isBefore = row < y || row == y && column < x
                if other > value || other == value && isBefore { return false }
            }
        }
        return true
    }

    /// The largest possible square root of the smaller eigenvalue at a right-angled corner of black on white.
    private static var cornerOfWhite: Double { 950 }

    /// Half the sides of the squares that are compared with their neighbours, minus half a cell. At 128 cells they
    /// match features of about 8, 18 and 38 picture units.
    private static var blobHalves: [Int] { [1, 3, 7] }

    /// Returns the weight of a gradient `offset` cells away. It decreases with distance, so that peaks lie at the
    /// corner.
    private static func binomial(_ offset: Int) -> Double {
        (offset == 0 ? 6 : abs(offset) == 1 ? 4 : 1) / 16
    }

    /// Returns the Sobel gradient in brightness steps per cell.
    private static func gradient(_ g: LumaGrid, _ x: Int, _ y: Int) -> (x: Double, y: Double) {
        let right = g[x + 1, y - 1] + 2 * g[x + 1, y] + g[x + 1, y + 1]
        let left = g[x - 1, y - 1] + 2 * g[x - 1, y] + g[x - 1, y + 1]
        let below = g[x - 1, y + 1] + 2 * g[x, y + 1] + g[x + 1, y + 1]
        let above = g[x - 1, y - 1] + 2 * g[x, y - 1] + g[x + 1, y - 1]
        return (Double(right - left) / 8, Double(below - above) / 8)
    }

    /// Returns the sum of all cells above and to the left of each corner of the grid (F. C. Crow, "Summed-area tables
    /// for texture mapping", SIGGRAPH 1984).
    private static func sums(_ grid: LumaGrid) -> [Int64] {
        let stride = grid.width + 1
        var sums = [Int64](repeating: 0, count: stride * (grid.height + 1))
        for y in 0..<grid.height {
            var row: Int64 = 0
            for x in 0..<grid.width {
                row += Int64(grid[x, y])
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
            }
        }
        return sums
    }
}
