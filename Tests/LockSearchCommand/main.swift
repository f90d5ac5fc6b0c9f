// SPDX-License-Identifier: MIT
import Foundation
import LockSearch

// lock-search [DEPTH]: tries every event in every state of the lock, from each initial state, until no event leads to a
// new state, or as many events deep as it is told.
let arguments = CommandLine.arguments.dropFirst()
let depth = arguments.first.flatMap { Int($0) }
guard arguments.count == (depth == nil ? 0 : 1), depth ?? 1 > 0 else {
    FileHandle.standardError.write(Data("Usage: lock-search [DEPTH], where DEPTH is a number of events from 1.\n".utf8))
    exit(2)
}
let initialStates = LockSearch.initialStates
let searches = await withTaskGroup(of: (Int, LockSearch).self) { group in
    for (index, initialState) in initialStates.enumerated() {
        group.addTask { (index, LockSearch(from: initialState, depth: depth)) }
    }
    var searches: [Int: LockSearch] = [:]
    for await (index, search) in group {
        searches[index] = search
        // One violation is enough. What the other searches have not seen by then is left out.
        guard search.failure == nil else {
            group.cancelAll()
            break
        }
    }
    return searches
}
var failed = 0
for index in initialStates.indices {
    guard let search = searches[index] else { continue }
    print(
        "initial state \(index + 1): \(search.stateCount) states, \(search.stepCount) steps,",
        search.isComplete ? "all sequences of events" : "all sequences of up to \(search.depthReached) events")
    if let failure = search.failure {
        failed += 1
        print("  \(failure.violation.rawValue) after:")
        for event in failure.path { print("    \(event)") }
    }
}
let total = searches.values.reduce(0) { $0 + $1.stateCount }
let sequencesFromOne = (1...6).reduce(0.0) { $0 + pow(Double(LockSearch.eventCount), Double($1)) }
let sequences = sequencesFromOne * Double(initialStates.count)
print("\(total) states; \(String(format: "%.1e", sequences)) sequences of up to 6 events among them")
print("\(searches.count - failed) passed, \(failed) failed")
exit(failed == 0 ? 0 : 1)
