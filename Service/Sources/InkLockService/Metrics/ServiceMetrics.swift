// SPDX-License-Identifier: MIT
import CoreMetrics
import Foundation
import LockVault

/// The numbers that an operator watches. Their names follow the conventions of Prometheus.
///
/// No number belongs to a single account or client, and no label contains data that a client has sent.
package struct ServiceMetrics: Sendable {
    /// A number that is measured when it is read.
    enum Level: String, CaseIterable {
        case version = "inklock_info"
        case isReady = "inklock_ready"
        case connections = "inklock_connections"
        case connectionLimit = "inklock_connections_limit"
        case waitingDerivations = "inklock_derivations_waiting"
        case databaseBytes = "inklock_database_bytes"
        case youngBytes = "inklock_young_accounts_bytes"
        case databaseLimit = "inklock_database_limit_bytes"
        case freeBytes = "inklock_disk_free_bytes"
        case startTime = "process_start_time_seconds"
        case processorSeconds = "process_cpu_seconds_total"
        case memoryBytes = "process_resident_memory_bytes"
        case descriptors = "process_open_fds"
        case descriptorLimit = "process_max_fds"

        var help: String {
            switch self {
            case .version: "1, with the version of InkLock as a label."
            case .isReady: "1 if the accounts can be written, otherwise 0."
            case .connections: "Open connections to the site."
            case .connectionLimit: "The most open connections to the site."
            case .waitingDerivations: "Attempts that wait for a key derivation, of known and of unknown devices."
            case .databaseBytes: "Bytes of the accounts in the database."
            case .youngBytes: "Bytes of the accounts that are younger than a week; together they get a quarter."
            case .databaseLimit: "The most bytes that the accounts may take."
            case .freeBytes: "Bytes that are free on the disk of the accounts."
            case .startTime: "The time at which the process started, in seconds since 1970."
            case .processorSeconds: "Seconds of processor time that the process has used."
            case .memoryBytes: "Bytes of the process in memory."
            case .descriptors: "Open files and sockets."
            case .descriptorLimit: "The limit of open files and sockets."
            }
        }

        var type: String { self == .processorSeconds ? "counter" : "gauge" }
    }

    private static let requests = "inklock_http_requests_total"
    private static let seconds = "inklock_http_request_seconds"
    private static let events = "inklock_account_events_total"
    private static let spans = "inklock_trace_spans_total"

    let registry = MetricsRegistry(
        help: [
            requests: "Requests by route, method and status.",
            seconds: "Seconds from the head of a request to the head of its response, by route.",
            events: "Events of accounts by outcome, as in the log.",
            spans: "Spans of traces by what became of them: sent or dropped.",
        ].merging(Work.allCases.map { ($0.rawValue, $0.help) }) { own, _ in own })
    private let start = Date()

    package init() {}

    /// Counts a response.
    /// - Parameters:
    ///   - route: The path in the HTTP interface, or one name for all files.
    ///   - method: One of the known methods.
    func answered(_ route: String, _ method: String, status: Int, in duration: Duration) {
        let labels = [("route", route), ("method", method), ("status", "\(status)")]
        Counter(label: Self.requests, dimensions: labels, factory: registry).increment()
        Timer(label: Self.seconds, dimensions: [("route", route)], factory: registry)
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }

    /// Counts an event of an account.
    func happened(_ event: String, _ outcome: String) {
        Counter(label: Self.events, dimensions: [("event", event), ("outcome", outcome)], factory: registry)
            .increment()
    }

    /// Creates the series of an event that alerts watch, so that the first event raises an alert.
    func begin(_ event: String) {
        for outcome in ["done", APIError.Code.storageFull.name] {
            Counter(label: Self.events, dimensions: [("event", event), ("outcome", outcome)], factory: registry)
                .increment(by: 0)
        }
    }

    /// Counts spans of traces.
    func traced(_ count: Int, _ outcome: String) {
        Counter(label: Self.spans, dimensions: [("outcome", outcome)], factory: registry).increment(by: count)
    }

    /// The numbers that have been counted so far, in the text format of Prometheus.
    var countedText: String { registry.text }

    /// Returns all numbers in the text format of Prometheus.
    /// - Parameters:
    ///   - accounts: The accounts, or `nil` if the server has none.
    ///   - connections: The number of open connections, and its maximum.
    func text(_ accounts: AccountService?, connections: (open: Int, limit: Int)) async -> String {
        let process = ProcessNumbers()
        var levels: [(Level, labels: String, Double?)] = [
            (.version, "{version=\"\(InkLockCommand.configuration.version)\"}", 1),
            (.connections, "", Double(connections.open)), (.connectionLimit, "", Double(connections.limit)),
        ]
        if let accounts {
            let database = accounts.accounts.database
            let isReady = await accounts.isHealthy()
            levels.append((.isReady, "", isReady ? 1 : 0))
            for lane in DerivationQueue.Priority.allCases {
                let waiting = (accounts.accounts.deriver as? DerivationQueue)?.waitingCount(lane)
                levels.append((.waitingDerivations, "{device=\"\(lane)\"}", waiting.map { Double($0) }))
            }
            let space = await database.space(at: accounts.accounts.now, measuring: isReady)
            levels.append((.databaseBytes, "", space.used.map { Double($0) }))
            levels.append((.youngBytes, "", space.young.map { Double($0) }))
            levels.append((.databaseLimit, "", Double(accounts.accounts.parameters.storage.totalBytes)))
            levels.append((.freeBytes, "", space.free.map { Double($0) }))
        }
        levels += [
            (.startTime, "", start.timeIntervalSince1970), (.processorSeconds, "", process.processorSeconds),
            (.memoryBytes, "", process.memoryBytes), (.descriptors, "", process.descriptors),
            (.descriptorLimit, "", Double(ServerProcess.descriptorLimit)),
        ]
        var (text, last) = (countedText, Level?.none)
        for (level, labels, value) in levels {
            guard let value else { continue }
            if level != last {
                text += "# HELP \(level.rawValue) \(level.help)\n# TYPE \(level.rawValue) \(level.type)\n"
            }
            text += "\(level.rawValue)\(labels) \(value)\n"
            last = level
        }
        return text
    }
}
