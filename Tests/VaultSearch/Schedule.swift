// SPDX-License-Identifier: MIT

/// A sequence of choices, and how to come to the next one: depth first, the first choice of all first.
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

    /// The choices that this run made, to report a fault with.
    var choices: [Int] { chosen.map(\.index) }

    /// Goes on to the next sequence.
    /// - Returns: whether there is one.
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
    /// The number of times that a process is interrupted by another that could have waited.
    var preemptions: Int
    /// The number of processes that are killed.
    var kills: Int

    /// The bounds that a test run has time for.
    public static let quick = SearchBounds(preemptions: 1, kills: 1)
    /// Bounds that take minutes.
    public static let full = SearchBounds(preemptions: 2, kills: 2)
}
