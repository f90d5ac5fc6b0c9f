// SPDX-License-Identifier: MIT
import InkGeometry

/// The rule of squares (Krüger, "Picture password on iOS", 2014), which by default also requires the direction of
/// paths.
///
/// An attempt's path must pass through the squares around the template's raster without being much longer. A tap must
/// lie in its square. Every part must match, in the same number and order.
///
/// An attempt passes with a score of at least 1. A path's score is the smaller of two ratios: the share of squares that
/// it hits divided by ``Parameters/hitShare``, and ``Parameters/overflow`` divided by the ratio of its number of
/// squares to the template's. A tap's score is half the side of the verification square divided by the larger of its
/// distances along the axes. A gesture's score is that of its worst part. Scores are limited to 0...2.
public struct RasterVerifier: GestureVerifier, Hashable, Sendable {
    /// The parameters of the rule.
    public struct Parameters: Hashable, Sendable {
        /// The side of the raster's squares in picture units. Above 0; Krüger's value is 30.
        public var rasterSide: Double
        /// The side of the verification squares in picture units. Above 0; Krüger's value is 45.
        public var verificationSide: Double
        /// The share of a path's squares that an attempt must hit. 0...1; Krüger's value is 0.7.
        public var hitShare: Double
        /// The maximum number of an attempt's squares relative to the template's. Above 0; Krüger's value is 1.4.
        public var overflow: Double
        /// A Boolean value that indicates whether a path must have the same direction. Krüger's rule does not require
        /// it: see ``RasterVerifier/undirected``.
        public var requiresDirection: Bool
        /// A Boolean value that indicates whether the number of fingers must be the same. Krüger's rule knows one
        /// finger only. If `false`, an attempt may use more fingers, and each of the template's fingers must match a
        /// different one.
        public var requiresFingers: Bool

        public init(
            rasterSide: Double = 30, verificationSide: Double = 45, hitShare: Double = 0.7, overflow: Double = 1.4,
            requiresDirection: Bool = true, requiresFingers: Bool = true
        ) {
            self.rasterSide = rasterSide
            self.verificationSide = verificationSide
            self.hitShare = hitShare
            self.overflow = overflow
            self.requiresDirection = requiresDirection
            self.requiresFingers = requiresFingers
        }
    }

    /// Krüger's own rule, which ignores the direction of paths. Use it only to compare error rates: a few zigzags over
    /// the whole picture open a considerable share of all passwords.
    public static var undirected: RasterVerifier { RasterVerifier(Parameters(requiresDirection: false)) }

    /// The parameters of the rule.
    public var parameters: Parameters

    /// Creates a verifier. By default, paths must have the same direction.
    /// - Parameter parameters: The parameters of the rule.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    public var kind: VerifierKind { .raster }
    public var threshold: Double { 1 }

    public func strength(of drawings: [PictureGesture], over map: SaliencyMap) -> Strength? {
        Strength(of: drawings, over: map, rule: parameters)
    }

    public func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<RasterMatch> {
        let parts = template.typicalSample.parts
        guard parts.count == probe.parts.count && !parts.isEmpty else {
            return GestureComparison(score: 0, parts: [])
        }
        var matches: [RasterMatch] = []
        var score = 2.0
        for (part, attempt) in zip(parts, probe.parts) {
            let match = match(part, attempt)
            score = min(score, match.score)
            matches.append(match)
        }
        return GestureComparison(score: score, parts: matches)
    }

    private func match(_ part: GesturePart, _ attempt: GesturePart) -> RasterMatch {
        let centres = part.fingers.map { finger in
            part.isTap
                ? finger.points.map { $0.position }
                : GestureRaster(finger.points, side: parameters.rasterSide).centres
        }
        var match = RasterMatch(centres: centres)
        let (count, tries) = (part.fingers.count, attempt.fingers.count)
        guard areComparable(part.kind, attempt.kind), count >= 1, tries <= GesturePart.maximumFingerCount,
            parameters.requiresFingers ? count == tries : count <= tries
        else { return match }
        let probes = attempt.fingers.map { ProbePath($0.points, side: parameters.rasterSide) }
        let hits = part.fingers.indices.map { finger in
            probes.map { part.isTap ? tapHits(centres[finger], $0) : pathHits(centres[finger], $0) }
        }
        // The order in which fingers touch down is arbitrary, so the best pairing counts.
        let partners = FingerPairing(scores: hits.map { $0.map { $0.score } }).partners
        match.score = 2
        for (finger, partner) in partners.enumerated() {
            match.fingers[finger] = hits[finger][partner]
            match.score = min(match.score, hits[finger][partner].score)
        }
        return match
    }

    /// Returns whether two kinds can match: taps of the same count, paths whether closed or not, and an app's own kind
    /// with itself.
    private func areComparable(_ kind: GesturePart.Kind, _ other: GesturePart.Kind) -> Bool {
        if case .path = kind, case .path = other { return true }
        return kind == other
    }

    private func tapHits(_ centres: [InkPoint], _ probe: ProbePath) -> RasterHits {
        let path = probe.points
        var hits = RasterHits(centres: centres)
        hits.probeCount = path.count
        guard path.count == centres.count && !path.isEmpty else { return hits }
        hits.score = 2
        for (i, centre) in centres.enumerated() {
            guard path[i].position.isFinite && centre.isFinite else {
                hits.score = 0
                return hits
            }
            let distance = chebyshev(centre, path[i].position)
            hits.isHit[i] = distance * 2 <= parameters.verificationSide
            hits.score = min(hits.score, distance > 0 ? parameters.verificationSide / (2 * distance) : 2)
        }
        return hits
    }

    private func pathHits(_ centres: [InkPoint], _ probe: ProbePath) -> RasterHits {
        var hits = RasterHits(centres: centres)
        hits.probeCount = probe.squareCount
        let half = parameters.verificationSide * 0.5
        var from = 0
        for (i, centre) in centres.enumerated() {
            guard let piece = probe.pieces.firstPiece(touching: centre, half: half, from: from) else { continue }
            hits.isHit[i] = true
            // With a required direction, squares count only if they are hit one after the other.
            if parameters.requiresDirection { from = piece }
        }
        let share = Double(hits.hitCount) / Double(max(1, centres.count))
        let growth = Double(max(1, probe.squareCount)) / Double(max(1, centres.count))
        hits.score = min(2, min(share / max(parameters.hitShare, 1e-9), parameters.overflow / growth))
        return hits
    }

    private func chebyshev(_ a: InkPoint, _ b: InkPoint) -> Double { max(abs(a.x - b.x), abs(a.y - b.y)) }
}

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
