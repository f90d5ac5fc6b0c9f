// SPDX-License-Identifier: MIT
import Logging

/// What the operator finds in the log: what happened and from where. Never a name (people type passwords there), never
/// anything of what was tried.
struct AccountLog: Sendable {
    let logger: Logger
    private let limit = LogLimit()

    /// Outcomes that cost a client nothing: one line a second of each, with the number of those left out.
    private static let cheap: Set = [
        "too-many-requests", "busy", "stopping", "malformed", "too-large", "not-signed-in", "account-missing",
        "other-account", "known-devices-only",
    ]

    init(logger: Logger) { self.logger = logger }

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
        if Self.cheap.contains(error.code) {
            guard let left = limit.admit(error.code) else { return }
            if left > 0 { metadata["similar"] = .stringConvertible(left) }
        }
        if let cause { metadata["cause"] = .string(cause) }
        // A full service is as it should be; a broken one is not.
        let isFault = error.status.code >= 500 && error.status != .serviceUnavailable
        logger.log(level: isFault ? .error : .info, "\(event)", metadata: metadata)
    }
}
