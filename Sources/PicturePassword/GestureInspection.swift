// SPDX-License-Identifier: MIT
import InkGeometry

/// What the article's rule sees of a gesture and of an attempt: what a debug view draws, for the owner's eyes.
public struct GestureInspection: Sendable {
    /// One finger of a part.
    public struct Finger: Sendable {
        /// Its path in picture units.
        public let path: [Point]
        /// The verification squares' centres, and whether the attempt hit each; no hits without an attempt.
        public let squares: [(centre: Point, isHit: Bool)]
        /// How many squares the attempt made of its own.
        public let madeCount: Int
        /// How many of the squares the attempt hit. Complexity: O(squares).
        public var hitCount: Int { squares.reduce(0) { $0 + ($1.isHit ? 1 : 0) } }
    }
    /// One part of the stored gesture.
    public struct Part: Sendable {
        /// What the fingers of the stored part did.
        public let kind: GesturePart.Kind
        /// One for each finger of the stored part.
        public let fingers: [Finger]
        /// Whether the attempt's part matches; `nil` without an attempt.
        public let isMatch: Bool?
    }

    /// One for each part of the stored gesture.
    public let parts: [Part]
    /// The sides of raster cells and of verification squares in picture units.
    public let rasterSide: Double
    /// The side of a verification square, in picture units.
    public let verificationSide: Double

    /// Part is compared with part, so that what matches is seen also when there are too many or too few.
    /// - Complexity: O(positions · squares).
    public init(_ stored: Gesture, attempt: Gesture? = nil, by verifier: RasterVerifier = RasterVerifier()) {
        rasterSide = verifier.parameters.rasterSide
        verificationSide = verifier.parameters.verificationSide
        parts = stored.parts.enumerated().map { i, part in
            let own = Self.match(part, part, verifier)
            let tried = attempt.flatMap { i < $0.parts.count ? $0.parts[i] : nil }
            let match = tried.flatMap { Self.match(part, $0, verifier) }
            let fingers = part.fingers.indices.map { k in
                let squares = own.flatMap { k < $0.fingers.count ? $0.fingers[k].centres : nil } ?? []
                let hits = match.flatMap { k < $0.fingers.count ? $0.fingers[k] : nil }
                return Finger(
                    path: part.fingers[k].points.map { $0.position },
                    squares: squares.enumerated().map { n, centre in
                        (centre, hits.map { n < $0.isHit.count && $0.isHit[n] } ?? false)
                    }, madeCount: hits?.probeCount ?? 0)
            }
            let isMatch = attempt == nil ? nil : (match?.score ?? 0) >= verifier.threshold
            return Part(kind: part.kind, fingers: fingers, isMatch: isMatch)
        }
    }

    private static func match(_ part: GesturePart, _ tried: GesturePart, _ verifier: RasterVerifier) -> RasterMatch? {
        guard let template = GestureTemplate(pictureDigest: [], samples: [Gesture([part])]) else { return nil }
        return verifier.compare(template, Gesture([tried])).parts.first
    }
}
