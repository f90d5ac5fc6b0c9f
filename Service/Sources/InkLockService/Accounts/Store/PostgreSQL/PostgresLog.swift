// SPDX-License-Identifier: MIT
import Logging
import Synchronization

/// The log of lost connections to PostgreSQL: a line per minute while there are any, and one for the first connection
/// that works again.
final class PostgresLog: Sendable {
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        /// The time of the last line about a lost connection.
        var last: ContinuousClock.Instant?
        var isLost = false
    }

    private static let interval = Duration.seconds(60)

    init(_ logger: Logger) { self.logger = logger }

    /// Logs that there is no connection.
    /// - Parameter reason: The message of libpq, or the missing setting. It contains no secret.
    func lost(_ reason: String) {
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            if let last = state.last, last.duration(to: now) < Self.interval { return false }
            state = State(last: now, isLost: true)
            return true
        }
        guard isDue else { return }
        logger.error("database", metadata: ["outcome": "unreachable", "reason": .string(reason)])
    }

    /// Logs that there is a connection again, if the log has said that there was none.
    func connected() {
        let wasLost = state.withLock { state in
            defer { state.isLost = false }
            return state.isLost
        }
        guard wasLost else { return }
        logger.notice("database", metadata: ["outcome": "connected"])
    }
}
