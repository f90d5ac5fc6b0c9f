// SPDX-License-Identifier: MIT
import LockFlow

/// A breadth-first search of every reachable state of a lock. It stops at the first violation.
package struct LockSearch: Sendable {
    /// The number of distinct states that were reached.
    package private(set) var stateCount = 0
    /// The number of events that were applied.
    package private(set) var stepCount = 0
    /// The number of events that lead to the last new state.
    package private(set) var depthReached = 0
    /// A Boolean value that indicates whether every reachable state was visited.
    package private(set) var isComplete = false
    /// The events that led to a violation; `nil` if there was none.
    package private(set) var failure: (path: [SearchEvent], violation: Violation)?

    /// The initial states of a search: settings with different effects, before and after setup.
    package static var initialStates: [SearchHost] {
        let settings = [
            LockSettings(graceSeconds: 0, heldLinkLimit: 1),
            LockSettings(
                graceSeconds: SearchClock.grace, coversWhenInactive: false, locksWithDevice: false, heldLinkLimit: 1),
            LockSettings(
                graceSeconds: 0, locksWhenInactive: true, promptsAutomatically: false, promptReturnSeconds: 2,
                heldLinkLimit: 2),
        ]
        return settings.flatMap { settings in
            [
                SearchHost(isConfigured: true, settings: settings, standing: .attemptsAllowed, isDataAvailable: false),
                SearchHost(isConfigured: false, settings: settings, standing: .attemptsAllowed, isDataAvailable: true),
            ]
        }
    }

    /// Runs the search, until the current task is cancelled.
    /// - Parameters:
    ///   - initialState: The initial state.
    ///   - depth: The maximum number of events; `nil` to continue until there are no new states.
    package init(from initialState: SearchHost, depth: Int?) {
        // The states that were reached, and the state and the event that led to each.
        var reached = [initialState.canonical]
        var origins: [(state: Int, event: SearchEvent)?] = [nil]
        var seen = Set(reached)
        var frontier = reached.indices
        stateCount = 1
        while !frontier.isEmpty && depth.map({ depthReached < $0 }) ?? true {
            for state in frontier {
                guard !Task.isCancelled else { return }
                let host = reached[state]
                for event in SearchEvent.all {
                    stepCount += 1
                    var after = host
                    if let violation = after.step(event) {
                        failure = (Self.path(to: state, by: origins) + [event], violation)
                        return
                    }
                    // Most events change nothing.
                    guard after != host else { continue }
                    after = after.canonical
                    guard seen.insert(after).inserted else { continue }
                    reached.append(after)
                    origins.append((state, event))
                }
            }
            frontier = frontier.upperBound..<reached.endIndex
            if !frontier.isEmpty { depthReached += 1 }
            stateCount += frontier.count
        }
        isComplete = frontier.isEmpty
    }

    /// The number of distinct events.
    package static var eventCount: Int { SearchEvent.all.count }

    private static func path(to state: Int, by origins: [(state: Int, event: SearchEvent)?]) -> [SearchEvent] {
        var path: [SearchEvent] = []
        var state = state
        while let origin = origins[state] {
            path.append(origin.event)
            state = origin.state
        }
        return path.reversed()
    }
}
