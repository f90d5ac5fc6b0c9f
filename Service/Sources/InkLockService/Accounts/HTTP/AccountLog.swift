// SPDX-License-Identifier: MIT
import Logging

/// What the operator finds in the log: what happened and from where. Never a name (people type passwords there), never
/// anything of what was tried.
struct AccountLog: Sendable {
    let logger: Logger
    private let limit: LogLimit

    /// - Parameter limit: of refusals, one line a second of each event and code, with the number of those left out: what a client
    ///   may ask without end must not fill the disk.
    init(logger: Logger, limit: LogLimit = LogLimit()) {
        self.logger = logger
        self.limit = limit
    }

    /// - Parameter account: known only once a user has been let in.
    func done(_ event: String, account: AccountID, client: String) {
        logger.info(
            "\(event)",
            metadata: ["outcome": "done", "account": .string(account.text), "client": .string(client)])
    }

    func failed(_ event: String, _ error: APIError, cause: String? = nil, client: String) {
        var metadata: Logger.Metadata = [
            "outcome": .string(error.code), "status": .stringConvertible(error.status.code), "client": .string(client),
        ]
        // Clients do not cause the service's own faults, and each may differ.
        if error.status != .internalServerError {
            guard let left = limit.admit("\(event) \(error.code)") else { return }
            if left > 0 { metadata["similar"] = .stringConvertible(left) }
        }
        if let cause { metadata["cause"] = .string(cause) }
        // A full service is as it should be; a broken one is not.
        let isFault = error.status.code >= 500 && error.status != .serviceUnavailable
        logger.log(level: isFault ? .error : .info, "\(event)", metadata: metadata)
    }
}
