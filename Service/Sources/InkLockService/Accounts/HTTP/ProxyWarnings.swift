// SPDX-License-Identifier: MIT
import Logging
import Synchronization

/// Warnings about a proxy whose clients all share one rate limit. Any client can cause them, so each is logged once.
final class ProxyWarnings: Sendable {
    private let logger: Logger
    private let isGiven = Atomic(false)
    private let isGivenOfSilence = Atomic(false)

    init(logger: Logger) { self.logger = logger }

    /// Logs that a trusted proxy does not name its clients.
    func logSilenceOnce() {
        guard !isGivenOfSilence.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "a trusted proxy sends neither X-Forwarded-For nor Forwarded, so all its clients share one rate limit; let it add the client's address"
        )
    }

    /// Logs that forwarding fields of an untrusted peer are ignored.
    func logOnce() {
        guard !isGiven.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "X-Forwarded-For or Forwarded came from a peer that is no trusted proxy and does not count; behind a proxy, start with --behind-proxy, and with --trusted-proxy if it is on another machine"
        )
    }
}
