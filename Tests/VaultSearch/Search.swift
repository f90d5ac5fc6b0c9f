// SPDX-License-Identifier: MIT

/// A search that runs a scenario with real vaults in every order of steps within the bounds.
public struct VaultSearch: Sendable {
    /// The result of a search.
    public struct Report: Sendable {
        /// The number of orders that ran.
        public var runs = 0
        /// A Boolean value that indicates whether all orders ran before the limit was reached.
        public var isComplete = true
        /// The first fault and the choices that lead to it.
        public var fault: String?
    }

    private let bounds: SearchBounds
    private let limit: Int

    /// - Parameters:
    ///   - bounds: The maximum numbers of preemptions and of killed processes.
    ///   - limit: The maximum number of runs of a scenario.
    public init(_ bounds: SearchBounds, limit: Int = .max) {
        self.bounds = bounds
        self.limit = limit
    }

    /// Runs a scenario until a fault is found or all orders ran.
    public func run(_ scenario: Scenario) async -> Report {
        var report = Report()
        var schedule = Schedule()
        while true {
            let world = World(schedule, bounds, scenario)
            await scenario.play(in: world)
            report.runs += 1
            schedule = world.schedule
            if let fault = world.faults.first {
                report.fault = "\(scenario.rawValue): \(fault), after the choices \(schedule.choices)"
                return report
            }
            guard schedule.advance() else { return report }
            guard report.runs < limit else {
                report.isComplete = false
                return report
            }
        }
    }
}
