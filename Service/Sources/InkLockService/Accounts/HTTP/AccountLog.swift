// SPDX-License-Identifier: MIT
import Logging

/// What the operator finds in the log: what happened and from where. Never a name (people type passwords there), never
/// anything of what was tried.
struct AccountLog: Sendable {
    let logger: Logger

    /// - Parameter account: known only once somebody has been let in.
    func done(_ event: String, account: AccountID, client: String) {
        logger.info(
            "\(event)",
            metadata: ["outcome": "done", "account": .string(account.text), "client": .string(client)])
    }

    func failed(_ event: String, _ error: APIError, cause: String? = nil, client: String) {
        var metadata: Logger.Metadata = [
            "outcome": .string(error.code), "status": .stringConvertible(error.status.code), "client": .string(client),
        ]
        if let cause { metadata["cause"] = .string(cause) }
        logger.log(level: error.status.code >= 500 ? .error : .info, "\(event)", metadata: metadata)
    }
}
