// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword

/// The scores of genuine attempts and impostors, by the people who drew.
struct Comparisons {
    enum Role: Int, CaseIterable { case genuine, different, same }

    private struct Entry {
        var owner: Int
        var person: Int
        var score: Double
    }

    private var entries = [[Entry]](repeating: [], count: Role.allCases.count)
    private var people: [Int] = []

    mutating func add(_ role: Role, owner: Int, person: Int, score: Double) {
        for who in [owner, person] where !people.contains(who) { people.append(who) }
        entries[role.rawValue].append(Entry(owner: owner, person: person, score: score))
    }

    func scores(_ role: Role) -> [Double] { entries[role.rawValue].map(\.score).sorted() }

    /// A rate with the interval that covers 95 % of 200 resamplings of the people.
    func rate(_ value: (_ scores: (Role) -> [Double]) -> Double) -> String {
        let point = value { scores($0) }
        var random = SplitMix64(seed: 1)
        var values: [Double] = []
        for _ in 0..<200 {
            var weights: [Int: Int] = [:]
            for _ in people { weights[people[Int(random.next() % UInt64(people.count))], default: 0] += 1 }
            let drawn: [[Double]] = Role.allCases.map { role in
                var drawn: [Double] = []
                for entry in entries[role.rawValue] {
                    let owner = weights[entry.owner] ?? 0
                    let count = role == .genuine ? owner : owner * (weights[entry.person] ?? 0)
                    // Impostors are many: counting them once for each pair is enough.
                    for _ in 0..<min(count, 4) { drawn.append(entry.score) }
                }
                return drawn.sorted()
            }
            guard !drawn[0].isEmpty && !drawn[1].isEmpty && !drawn[2].isEmpty else { continue }
            values.append(value { drawn[$0.rawValue] })
        }
        values.sort()
        let (low, high) = (values[values.count / 40], values[values.count - 1 - values.count / 40])
        return String(format: "%.2f (%.1f–%.1f)", point * 100, low * 100, high * 100)
    }

    /// The equal error rates, FNMR at FMR 1 %, 0.1 % and 0.01 % against different drawings.
    var text: String {
        let equal = [Role.different, .same].map { role in rate { equalErrorRate($0(.genuine), $0(role)) } }
        let refused = [0.01, 0.001, 0.0001].map { limit in
            rate { share($0(.genuine), below: threshold($0(.different), rate: limit)) }
        }
        return "EER \(equal[0]) / \(equal[1]) %; FNMR at FMR 1, 0.1, 0.01 %: \(refused.joined(separator: ", ")) %"
    }

    /// The share of attempts with a score of at least 1.
    func accepted(_ role: Role) -> Double {
        let scores = scores(role)
        return Double(scores.count { $0 >= 1 }) / Double(max(1, scores.count))
    }
}
