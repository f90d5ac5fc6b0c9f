// SPDX-License-Identifier: MIT

/// What an owner enrolled: the gestures drawn then, and which picture they belong to.
///
/// It is as secret as the password itself: whoever reads it can draw it. Keep it sealed.
public struct GestureTemplate: Hashable, Sendable {
    /// A picture's digest has at most this many bytes: SHA-512's.
    public static var maximumDigestLength: Int { 64 }

    /// A digest of the picture's pixels, which binds the template to it; at most ``maximumDigestLength`` bytes.
    public private(set) var pictureDigest: [UInt8]
    /// The enrolled gestures, the one most like the others first; never empty.
    public private(set) var samples: [Gesture]

    /// - Returns: `nil` without a sample, or with a digest of over ``maximumDigestLength`` bytes.
    public init?(pictureDigest: [UInt8], samples: [Gesture]) {
        guard !samples.isEmpty && pictureDigest.count <= Self.maximumDigestLength else { return nil }
        self.init(soundDigest: pictureDigest, samples: samples)
    }

    /// For digests and samples whose numbers were checked.
    init(soundDigest: [UInt8], samples: [Gesture]) {
        pictureDigest = soundDigest
        self.samples = samples
    }

    /// The sample that a verifier of one sample compares with.
    public var model: Gesture { samples[0] }

    /// The same template with ``Gesture/quantised()`` samples: what its bytes give back. Complexity: O(points).
    public func quantised() -> GestureTemplate {
        GestureTemplate(soundDigest: pictureDigest, samples: samples.map { $0.quantised() })
    }

    /// The same samples, beginning with the one that a verifier finds most like all of them.
    /// Complexity: a comparison for each pair of samples.
    public func beginningWithTypical(by verifier: some GestureVerifier) -> GestureTemplate {
        var best = 0
        var bestScore = -Double.infinity
        for (i, sample) in samples.enumerated() {
            let single = GestureTemplate(soundDigest: pictureDigest, samples: [sample])
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
