// SPDX-License-Identifier: MIT

/// One finger of an attempt with what every comparison with it needs.
struct ProbePath {
    let points: [GesturePoint]
    let pieces: PathBoxes
    /// How many raster squares the path makes.
    let squareCount: Int

    /// Complexity: O(points + squares).
    init(_ points: [GesturePoint], side: Double) {
        self.points = points
        pieces = PathBoxes(points)
        squareCount = GestureRaster(points, side: side).centres.count
    }
}
