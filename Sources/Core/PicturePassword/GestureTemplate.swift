// SPDX-License-Identifier: MIT

/// The enrolled gestures of a picture password, and the picture that they belong to.
///
/// A template is as secret as the password itself: anyone who reads it can draw the password. Keep it sealed.
public struct GestureTemplate: Hashable, Sendable {
    /// The maximum number of bytes in a picture's digest: that of SHA-512.
    public static var maximumDigestLength: Int { 64 }

    /// An identifier of the picture with at most ``maximumDigestLength`` bytes, such as the SHA-256 of its file. The
    /// template is bound to it.
    public private(set) var pictureDigest: [UInt8]
    /// The enrolled gestures, starting with the one most similar to the others, then those of ``adapted(to:)``. Never
    /// empty.
    public private(set) var samples: [PictureGesture]
    /// The number of ``samples`` at the end that were not enrolled but added later. At most ``maximumAdaptedCount``.
    public let adaptedCount: Int
    /// The kind of verifier that decides attempts.
    public let verifier: VerifierKind

    /// Creates a template from drawings.
    /// - Parameters:
    ///   - pictureDigest: An identifier of the picture with at most 64 bytes, such as the SHA-256 of its file.
    ///   - samples: The enrolled gestures, starting with the typical one.
    ///   - verifier: The kind of verifier that decides attempts.
    /// - Returns: `nil` without a sample, or with a digest of more than ``maximumDigestLength`` bytes.
    public init?(pictureDigest: [UInt8], samples: [PictureGesture], verifier: VerifierKind = .trained) {
        guard !samples.isEmpty && pictureDigest.count <= Self.maximumDigestLength else { return nil }
        self.init(uncheckedDigest: pictureDigest, samples: samples, verifier: verifier)
    }

    /// Creates a template from a digest and samples that meet the limits.
    init(uncheckedDigest: [UInt8], samples: [PictureGesture], verifier: VerifierKind, adaptedCount: Int = 0) {
        pictureDigest = uncheckedDigest
        self.samples = samples
        self.verifier = verifier
        self.adaptedCount = adaptedCount
    }

    /// Creates a template of one drawing, for a comparison with another.
    init(of drawing: PictureGesture, for verifier: some GestureVerifier) {
        self.init(uncheckedDigest: [], samples: [drawing], verifier: verifier.kind)
    }

    /// The sample that a verifier uses if it compares with only one.
    public var typicalSample: PictureGesture { samples[0] }

    /// Returns the template with ``PictureGesture/quantised()`` samples, as decoding its bytes returns them.
    ///
    /// - Complexity: O(points).
    public func quantised() -> GestureTemplate {
        GestureTemplate(
            uncheckedDigest: pictureDigest, samples: samples.map { $0.quantised() }, verifier: verifier,
            adaptedCount: adaptedCount)
    }

    /// Returns the template with its samples reordered: the first is the one that a verifier finds most similar to all
    /// of them.
    ///
    /// - Complexity: One comparison for each pair of samples.
    public func beginningWithTypical(by verifier: some GestureVerifier) -> GestureTemplate {
        var best = 0
        var bestScore = -Double.infinity
        for (i, sample) in samples.prefix(samples.count - adaptedCount).enumerated() {
            let single = GestureTemplate(of: sample, for: verifier)
            var score = 0.0
            for other in samples { score += verifier.compare(other, with: single).score }
            if score > bestScore {
                best = i
                bestScore = score
            }
        }
        var ordered = self
        ordered.samples.swapAt(0, best)
        return ordered
    }
}
