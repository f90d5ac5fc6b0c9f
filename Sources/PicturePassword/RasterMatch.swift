// SPDX-License-Identifier: MIT
import InkGeometry

/// What an attempt hit of one part of a template: what the debug view draws.
public struct RasterMatch: Hashable, Sendable {
    /// 0...2; 1 and more passes.
    public var score = 0.0
    /// One for each of the part's fingers.
    public var fingers: [RasterHits]

    init(centres: [[Point]]) { fingers = centres.map { RasterHits(centres: $0) } }
}

/// What an attempt hit of one finger's squares.
public struct RasterHits: Hashable, Sendable {
    /// 0...2, of this finger alone; 1 and more passes.
    public var score = 0.0
    /// The squares' centres in picture units.
    public var centres: [Point]
    /// Whether each was hit.
    public var isHit: [Bool]
    /// How many squares the attempt's own path made.
    public var probeCount = 0

    init(centres: [Point]) {
        self.centres = centres
        isHit = [Bool](repeating: false, count: centres.count)
    }

    /// How many squares were hit. Complexity: O(squares).
    public var hitCount: Int { isHit.reduce(0) { $0 + ($1 ? 1 : 0) } }
}
