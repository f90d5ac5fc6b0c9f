// SPDX-License-Identifier: MIT
import LockFlow

/// Walks every situation that a lock can come into, event by event, and stops at the first that must not be.
package struct LockSearch: Sendable {
    /// Different situations that were seen.
    package private(set) var stateCount = 0
    /// Events tried in them.
    package private(set) var stepCount = 0
    /// How many events it takes to reach the last new situation.
    package private(set) var depthReached = 0
    /// Whether every situation that there is was seen.
    package private(set) var isComplete = false
    /// The events that led to what must not happen.
    package private(set) var failure: (path: [SearchEvent], violation: Violation)?

    /// The ways in which a search begins: settings that differ in what they decide, before and after anything is set up.
    package static var beginnings: [SearchHost] {
        let settings = [
            LockSettings(graceSeconds: 0, heldLinkLimit: 1),
            LockSettings(graceSeconds: SearchClock.grace, locksWithDevice: false, heldLinkLimit: 1),
            LockSettings(
                graceSeconds: 0, locksWhenInactive: true, promptsAutomatically: false, promptReturnSeconds: 2,
                heldLinkLimit: 2),
        ]
        return settings.flatMap { settings in
            [
                SearchHost(isConfigured: true, settings: settings, standing: .mayTry, isDataAvailable: false),
                SearchHost(isConfigured: false, settings: settings, standing: .mayTry, isDataAvailable: true),
            ]
        }
    }

    /// - Parameters:
    ///   - beginning: where to begin.
    ///   - depth: after how many events to stop; `nil` goes on until nothing new comes up.
    package init(from beginning: SearchHost, depth: Int?) {
        let start = beginning.canonical
        var seen: [SearchHost: (from: SearchHost, by: SearchEvent)?] = [start: nil]
        var frontier = [start]
        stateCount = 1
        while !frontier.isEmpty && depth.map({ depthReached < $0 }) ?? true {
            var next: [SearchHost] = []
            for host in frontier {
                for event in SearchEvent.all {
                    stepCount += 1
                    var after = host
                    if let violation = after.step(event) {
                        failure = (Self.path(to: host, in: seen) + [event], violation)
                        return
                    }
                    let reached = after.canonical
                    guard seen[reached] == nil else { continue }
                    seen[reached] = .some((host, event))
                    next.append(reached)
                }
            }
            if !next.isEmpty { depthReached += 1 }
            stateCount += next.count
            frontier = next
        }
        isComplete = frontier.isEmpty
    }

    /// How many different events there are.
    package static var eventCount: Int { SearchEvent.all.count }

    private static func path(
        to host: SearchHost, in seen: [SearchHost: (from: SearchHost, by: SearchEvent)?]
    ) -> [SearchEvent] {
        var path: [SearchEvent] = []
        var host = host
        while let step = seen[host] ?? nil {
            path.append(step.by)
            host = step.from
        }
        return path.reversed()
    }
}
