// SPDX-License-Identifier: MIT

/// A sequence of choices. The sequences are enumerated depth first.
struct Schedule {
    private var chosen: [(index: Int, count: Int)] = []
    private var next = 0

    /// Chooses one of `count` possibilities.
    mutating func choose(_ count: Int) -> Int {
        defer { next += 1 }
        guard count > 1 else {
            next -= 1
            return 0
        }
        if next < chosen.count { return chosen[next].index }
        chosen.append((0, count))
        return 0
    }

    /// The choices of this run, for the report of a fault.
    var choices: [Int] { chosen.map(\.index) }

    /// Advances to the next sequence.
    /// - Returns: A Boolean value that indicates whether there is one.
    mutating func advance() -> Bool {
        next = 0
        while let last = chosen.popLast() {
            guard last.index + 1 < last.count else { continue }
            chosen.append((last.index + 1, last.count))
            return true
        }
        return false
    }
}

/// The bounds of the search.
public struct SearchBounds: Sendable {
    /// The maximum number of preemptions.
    var preemptions: Int
    /// The maximum number of killed processes.
    var kills: Int

    /// The bounds for a normal test run.
    public static let quick = SearchBounds(preemptions: 1, kills: 1)
    /// The bounds for a thorough test run, which takes minutes.
    public static let full = SearchBounds(preemptions: 2, kills: 2)
}
