// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword

/// Every comparison of a set of recordings: a password is one person's drawing of one label; its template comes from
/// the first samples, its genuine attempts are the rest, and all samples of all others are impostors.
struct VerifierTrial: Sendable {
    /// An impostor draws something else, or knows what to draw.
    enum Impostor: String, CaseIterable, Sendable { case differentDrawing, sameDrawing }

    let people: [String]
    private(set) var passwordCount = 0
    private(set) var genuine: [ScoreCounts]
    /// By owner and impostor.
    private(set) var impostors: [Impostor: [[ScoreCounts]]]
    private let threshold: Double

    init<Verifier: GestureVerifier>(
        _ samples: [RecordedSample], enrolling count: Int, verifier: Verifier,
        gesture: (RecordedSample) -> Gesture
    ) {
        threshold = verifier.threshold
        people = Set(samples.map(\.user)).sorted()
        let none = [ScoreCounts](repeating: ScoreCounts(), count: people.count)
        genuine = none
        let pairs = [[ScoreCounts]](repeating: none, count: people.count)
        impostors = [.differentDrawing: pairs, .sameDrawing: pairs]
        let index = Dictionary(uniqueKeysWithValues: people.enumerated().map { ($1, $0) })
        let gestures = samples.map(gesture)
        var passwords: [[String]: [Int]] = [:]
        for (i, sample) in samples.enumerated() { passwords[[sample.user, sample.label], default: []].append(i) }
        for (key, indices) in passwords {
            guard indices.count > count, let owner = index[key[0]],
                let enrolled = GestureTemplate(pictureDigest: [], samples: indices.prefix(count).map { gestures[$0] })
            else { continue }
            let template = enrolled.beginningWithTypical(by: verifier)
            passwordCount += 1
            for i in indices.dropFirst(count) { genuine[owner].add(verifier.compare(template, gestures[i]).score) }
            for (i, sample) in samples.enumerated() where sample.user != key[0] {
                guard let other = index[sample.user] else { continue }
                let kind: Impostor = sample.label == key[1] ? .sameDrawing : .differentDrawing
                impostors[kind]?[owner][other].add(verifier.compare(template, gestures[i]).score)
            }
        }
    }

    var genuineCount: Int { Int(genuine.reduce(0) { $0 + $1.total }) }

    func impostorCount(_ kind: Impostor) -> Int {
        Int((impostors[kind] ?? []).joined().reduce(0) { $0 + $1.total })
    }

    /// The rates when person i counts `weights[i]` times, as owner and as impostor.
    func rates(_ kind: Impostor, weights: [Double]) -> ErrorRates? {
        var accepted = ScoreCounts()
        var refused = ScoreCounts()
        for owner in people.indices where weights[owner] > 0 {
            accepted.add(genuine[owner], times: weights[owner])
            for (other, counts) in (impostors[kind]?[owner] ?? []).enumerated() {
                refused.add(counts, times: weights[owner] * weights[other])
            }
        }
        return ErrorRates(genuine: accepted, impostors: refused, threshold: threshold)
    }

    /// The rates of the people as they are, and of `resamplings` crowds drawn from them with replacement.
    func rates(_ kind: Impostor, resamplings: Int, seed: UInt64) -> (point: ErrorRates, resampled: [ErrorRates])? {
        guard let point = rates(kind, weights: [Double](repeating: 1, count: people.count)) else { return nil }
        var random = SplitMix64(seed: seed)
        var resampled: [ErrorRates] = []
        for _ in 0..<resamplings {
            var weights = [Double](repeating: 0, count: people.count)
            for _ in people { weights[Int.random(in: people.indices, using: &random)] += 1 }
            if let rates = rates(kind, weights: weights) { resampled.append(rates) }
        }
        return (point, resampled)
    }
}
