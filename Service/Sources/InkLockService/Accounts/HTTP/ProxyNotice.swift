// SPDX-License-Identifier: MIT
import Logging
import Synchronization

/// One line in the log, once, about a proxy that is not believed: all its clients share one rate limit. Any client can cause it,
/// and so it does not repeat.
final class ProxyNotice: Sendable {
    private let logger: Logger
    private let isGiven = Atomic(false)

    init(logger: Logger) { self.logger = logger }

    func give() {
        guard !isGiven.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "X-Forwarded-For or Forwarded came from a peer that is no trusted proxy and does not count; behind a proxy, start with --behind-proxy, and with --trusted-proxy if it is on another machine"
        )
    }
}
