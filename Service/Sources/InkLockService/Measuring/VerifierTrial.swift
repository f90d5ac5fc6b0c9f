// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword

/// Every comparison of a set of recordings: a password is one person's drawing of one label; its template comes from
/// the first samples, its genuine attempts are the rest, and all samples of all others are impostors.
struct VerifierTrial: Sendable {
    /// A kind of impostor: one who draws something else, or one who knows what to draw.
    enum Impostor: String, CaseIterable, Sendable { case differentDrawing, sameDrawing }

    /// The number of one person's samples with a given score against one owner's passwords. Most pairs have few scores,
    /// so a table of all scores for every pair would be mostly zeros.
    private struct Tally {
        var owner: Int32
        var other: Int32
        var step: Int32
        var count: Int32
    }

    /// One person's drawings of one label.
    private struct Password: Hashable {
        var owner: Int
        var label: Int
    }

    /// The maximum number of comparisons.
    static let comparisonLimit = 4_000_000

    /// The verifier's name in reports.
    let name: String
    let peopleCount: Int
    /// The mean time in seconds of a comparison with a prepared template.
    private(set) var comparisonTime = 0.0
    private(set) var passwordCount = 0
    private var genuine: [ScoreCounts]
    private var impostors: [Impostor: [Tally]] = [:]
    private let threshold: Double

    /// - Parameters:
    ///   - samples: The recordings in order.
    ///   - count: The number of samples that make a template.
    ///   - verifier: The verifier that compares.
    ///   - name: The verifier's name in reports.
    ///   - scores: A closure that returns the scores of attempts at a template. By default the verifier computes them.
    ///   - advance: A closure that is called with the number of passwords that are done, and the number of all.
    /// - Returns: `nil` if there would be more than ``comparisonLimit`` comparisons.
    /// - Complexity: O(passwords · samples) comparisons, and memory for their scores.
    init?<Verifier: GestureVerifier>(
        _ samples: [RecordedSample], enrolling count: Int, verifier: Verifier, name: String,
        scores: ((GestureTemplate) -> (PictureGesture) -> Double)? = nil,
        advance: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.name = name
        threshold = verifier.threshold
        let people = Self.numbered(samples.map(\.user))
        let labels = Self.numbered(samples.map(\.label))
        peopleCount = (people.max() ?? -1) + 1
        genuine = [ScoreCounts](repeating: ScoreCounts(), count: peopleCount)
        var grouped: [Password: [Int]] = [:]
        for i in samples.indices { grouped[Password(owner: people[i], label: labels[i]), default: []].append(i) }
        let passwords = grouped.filter { $0.value.count > count }
        guard passwords.count <= Self.comparisonLimit / max(1, samples.count) else { return nil }
        var time = Duration.zero
        var tallies: [Impostor: [UInt64: Int32]] = [.differentDrawing: [:], .sameDrawing: [:]]
        for (password, indices) in passwords {
            guard
                let enrolled = GestureTemplate(
                    pictureDigest: [], samples: indices.prefix(count).map { samples[$0].gesture })
            else { continue }
            let template = enrolled.beginningWithTypical(by: verifier)
            let score = scores?(template) ?? { verifier.compare($0, with: template).score }
            let start = ContinuousClock.now
            passwordCount += 1
            advance(passwordCount, passwords.count)
            for i in indices.dropFirst(count) {
                genuine[password.owner].add(score(samples[i].gesture))
            }
            for i in samples.indices where people[i] != password.owner {
                let kind: Impostor = labels[i] == password.label ? .sameDrawing : .differentDrawing
                let step = ScoreCounts.step(score(samples[i].gesture))
                let key = UInt64(password.owner) << 40 | UInt64(people[i]) << 16 | UInt64(step)
                tallies[kind]?[key, default: 0] += 1
            }
            time += ContinuousClock.now - start
        }
        impostors = tallies.mapValues { table in
            table.map { key, count in
                Tally(
                    owner: Int32(key >> 40), other: Int32(key >> 16 & 0xFF_FFFF), step: Int32(key & 0xFFFF),
                    count: count)
            }
        }
        let comparisons = genuineCount + Impostor.allCases.reduce(0) { $0 + impostorCount($1) }
        comparisonTime = time / .seconds(max(1, comparisons))
    }

    /// Returns a number for each text, in the order of first appearance. Equal texts have equal numbers.
    private static func numbered(_ texts: [[UInt8]]) -> [Int] {
        var numbers: [[UInt8]: Int] = [:]
        return texts.map { text in
            let number = numbers[text] ?? numbers.count
            numbers[text] = number
            return number
        }
    }

    /// Returns the rates at every threshold.
    func curve(_ kind: Impostor) -> DetectionCurve {
        var (accepted, refused) = (ScoreCounts(), ScoreCounts())
        for owner in genuine { accepted.add(owner, times: 1) }
        for tally in impostors[kind] ?? [] { refused.add(step: Int(tally.step), times: Double(tally.count)) }
        return DetectionCurve(verifier: name, kind, genuine: accepted, impostors: refused)
    }

    var genuineCount: Int { Int(genuine.reduce(0) { $0 + $1.total }) }

    func impostorCount(_ kind: Impostor) -> Int { (impostors[kind] ?? []).reduce(0) { $0 + Int($1.count) } }

    /// Returns the rates if person i counts `weights[i]` times, as owner and as impostor.
    private func rates(_ kind: Impostor, weights: [Double]) -> ErrorRates? {
        var accepted = ScoreCounts()
        for owner in weights.indices where weights[owner] > 0 { accepted.add(genuine[owner], times: weights[owner]) }
        var refused = ScoreCounts()
        for tally in impostors[kind] ?? [] {
            let weight = weights[Int(tally.owner)] * weights[Int(tally.other)]
            if weight > 0 { refused.add(step: Int(tally.step), times: Double(tally.count) * weight) }
        }
        return ErrorRates(genuine: accepted, impostors: refused, threshold: threshold)
    }

    /// Returns the rates of the people as they are, and of `resamplings` crowds that are drawn from them with
    /// replacement.
    func rates(_ kind: Impostor, resamplings: Int, seed: UInt64) -> (point: ErrorRates, resampled: [ErrorRates])? {
        guard let point = rates(kind, weights: [Double](repeating: 1, count: peopleCount)) else { return nil }
        var random = SplitMix64(seed: seed)
        var resampled: [ErrorRates] = []
        for _ in 0..<resamplings {
            var weights = [Double](repeating: 0, count: peopleCount)
            for _ in 0..<peopleCount { weights[Int.random(in: 0..<peopleCount, using: &random)] += 1 }
            if let rates = rates(kind, weights: weights) { resampled.append(rates) }
        }
        return (point, resampled)
    }
}
