// SPDX-License-Identifier: MIT

/// A finger of an attempt with the data that every comparison needs.
struct ProbePath {
    let points: [GesturePoint]
    let pieces: PathBoxes
    /// The number of raster squares of the path.
    let squareCount: Int

    /// - Complexity: O(points + squares).
    init(_ points: [GesturePoint], side: Double) {
        self.points = points
        pieces = PathBoxes(points)
        squareCount = GestureRaster(points, side: side).centres.count
    }
}
