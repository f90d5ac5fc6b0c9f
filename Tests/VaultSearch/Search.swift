// SPDX-License-Identifier: MIT

/// Plays a scenario in every order of its steps that the bounds allow, on the vault itself.
public struct VaultSearch: Sendable {
    /// The result of a search.
    public struct Report: Sendable {
        /// The number of orders that were played.
        public var runs = 0
        /// A Boolean value that indicates whether all orders were played before the limit was reached.
        public var isComplete = true
        /// The first fault and the choices that lead to it.
        public var fault: String?
    }

    private let bounds: SearchBounds
    private let limit: Int

    /// - Parameters:
    ///   - bounds: how much interrupting and killing there is.
    ///   - limit: after how many runs of a scenario to stop.
    public init(_ bounds: SearchBounds, limit: Int = .max) {
        self.bounds = bounds
        self.limit = limit
    }

    /// Plays a scenario until a fault is found or everything was tried.
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
