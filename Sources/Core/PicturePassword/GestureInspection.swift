// SPDX-License-Identifier: MIT
import InkGeometry

/// A debug view of the rule of squares for a gesture and an attempt. Show it to the owner only.
public struct GestureInspection: Sendable {
    /// A finger of a part.
    public struct Finger: Sendable {
        /// The path in picture units.
        public let path: [InkPoint]
        /// The centres of the verification squares, each with a Boolean value that indicates whether the attempt hit
        /// it. Without an attempt there are no hits.
        public let squares: [(centre: InkPoint, isHit: Bool)]
        /// The number of raster squares of the attempt's own path.
        public let madeCount: Int
        /// The number of squares that the attempt hit.
        ///
        /// - Complexity: O(squares).
        public var hitCount: Int { squares.reduce(0) { $0 + ($1.isHit ? 1 : 0) } }
    }
    /// A part of the stored gesture.
    public struct Part: Sendable {
        /// The kind of the stored part.
        public let kind: GesturePart.Kind
        /// The fingers of the stored part.
        public let fingers: [Finger]
        /// A Boolean value that indicates whether the attempt's part matches, or `nil` without an attempt.
        public let isMatch: Bool?
    }

    /// The parts of the stored gesture.
    public let parts: [Part]
    /// The side of a raster square in picture units.
    public let rasterSide: Double
    /// The side of a verification square in picture units.
    public let verificationSide: Double

    /// Creates an inspection that compares parts in order, which shows matches even if the numbers of parts differ.
    /// - Complexity: O(positions · squares).
    public init(
        _ stored: PictureGesture, attempt: PictureGesture? = nil, by verifier: RasterVerifier = RasterVerifier()
    ) {
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
        guard let template = GestureTemplate(pictureDigest: [], samples: [PictureGesture([part])]) else { return nil }
        return verifier.compare(PictureGesture([tried]), with: template).parts.first
    }
}
