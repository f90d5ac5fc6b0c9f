// SPDX-License-Identifier: MIT

/// What an owner enrolled: the gestures drawn then, and which picture they belong to.
///
/// It is as secret as the password itself: whoever reads it can draw it. Keep it sealed.
public struct GestureTemplate: Hashable, Sendable {
    /// A digest of the picture's pixels, which binds the template to it; at most 64 bytes.
    public private(set) var pictureDigest: [UInt8]
    /// The enrolled gestures, the one most like the others first; never empty.
    public private(set) var samples: [Gesture]

    /// - Returns: `nil` without a sample, or with a digest of over 64 bytes.
    public init?(pictureDigest: [UInt8], samples: [Gesture]) {
        guard !samples.isEmpty && pictureDigest.count <= 64 else { return nil }
        self.pictureDigest = pictureDigest
        self.samples = samples
    }

    /// The sample that a verifier of one sample compares with.
    public var model: Gesture { samples[0] }

    /// The same samples, beginning with the one that a verifier finds most like all of them.
    /// Complexity: a comparison for each pair of samples.
    public func beginningWithTypical(by verifier: some GestureVerifier) -> GestureTemplate {
        var best = 0
        var bestScore = -Double.infinity
        for (i, sample) in samples.enumerated() {
            guard let single = GestureTemplate(pictureDigest: pictureDigest, samples: [sample]) else { continue }
            var score = 0.0
            for other in samples { score += verifier.compare(single, other).score }
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
