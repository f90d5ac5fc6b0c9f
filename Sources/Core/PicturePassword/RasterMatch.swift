// SPDX-License-Identifier: MIT
import InkGeometry

/// The result of comparing an attempt with one part of a template, for the debug view.
public struct RasterMatch: Hashable, Sendable {
    /// The score, 0...2. At least 1 passes.
    public var score = 0.0
    /// The results for each of the part's fingers.
    public var fingers: [RasterHits]

    init(centres: [[InkPoint]]) { fingers = centres.map { RasterHits(centres: $0) } }
}

/// The result of comparing an attempt with one finger's squares.
public struct RasterHits: Hashable, Sendable {
    /// The score of this finger alone, 0...2. At least 1 passes.
    public var score = 0.0
    /// The centres of the squares in picture units.
    public var centres: [InkPoint]
    /// For each square, a Boolean value that indicates whether it was hit.
    public var isHit: [Bool]
    /// The number of raster squares of the attempt's own path.
    public var probeCount = 0

    init(centres: [InkPoint]) {
        self.centres = centres
        isHit = [Bool](repeating: false, count: centres.count)
    }

    /// The number of squares that were hit.
    ///
    /// - Complexity: O(squares).
    public var hitCount: Int { isHit.reduce(0) { $0 + ($1 ? 1 : 0) } }
}
