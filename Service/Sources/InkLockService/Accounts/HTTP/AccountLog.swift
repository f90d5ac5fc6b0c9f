// SPDX-License-Identifier: MIT
import Logging

/// The log for the operator: events, outcomes and client addresses. It never contains an account name, because users
/// type passwords into that field, nor any part of an attempted secret.
struct AccountLog: Sendable {
    let logger: Logger
    private let limit: LogLimit
    private let metrics: ServiceMetrics?

    /// - Parameters:
    ///   - limit: The rate limit of refusals: one line a second for each event and code, with the number of omitted
    ///     lines. Without it, a client could fill the disk.
    ///   - metrics: The numbers that count all events, including those that are left out of the log.
    init(logger: Logger, limit: LogLimit = LogLimit(), metrics: ServiceMetrics? = nil) {
        self.logger = logger
        self.limit = limit
        self.metrics = metrics
    }

    /// Prepares the numbers of an event.
    func begin(_ event: String) { metrics?.begin(event) }

    /// Logs a successful event.
    /// - Parameter account: The account's ID, which is known only after the user has been authenticated.
    func done(_ event: String, account: AccountID, client: String) {
        metrics?.happened(event, "done")
        logger.info(
            "\(event)",
            metadata: ["outcome": "done", "account": .string(account.text), "client": .string(client)])
    }

    /// Logs a step of maintenance that failed.
    func failed(_ step: Accounts.TidyingStep, _ error: APIError, cause: String) {
        metrics?.happened("tidy-\(step.rawValue)", error.code.name)
        logger.error(
            "tidy",
            metadata: ["step": .string(step.rawValue), "outcome": .string(error.code.name), "cause": .string(cause)])
    }

    /// Logs that the servers of the database use a key that this one does not have.
    func lacksKey() {
        guard limit.admit("key") != nil else { return }
        logger.error(
            "key",
            metadata: [
                "outcome": "missing",
                "reason": "the other servers have a newer key; give this one their file and start it again",
            ])
    }

    func failed(_ event: String, _ error: APIError, cause: String? = nil, client: String) {
        metrics?.happened(event, error.code.name)
        var metadata: Logger.Metadata = [
            "outcome": .string(error.code.name), "status": .stringConvertible(error.status.code),
            "client": .string(client),
        ]
        // Internal errors are not limited: clients do not cause them, and each may differ.
        if error.status != .internalServerError {
            guard let left = limit.admit("\(event) \(error.code.name)") else { return }
            if left > 0 { metadata["similar"] = .stringConvertible(left) }
        }
        if let cause { metadata["cause"] = .string(cause) }
        // Overload is expected behaviour, not a fault.
        let isFault = error.status.code >= 500 && error.status != .serviceUnavailable
        logger.log(level: isFault ? .error : .info, "\(event)", metadata: metadata)
    }
}
