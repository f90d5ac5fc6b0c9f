// SPDX-License-Identifier: MIT
import Logging
import Synchronization

/// A warning, logged once, that forwarding fields of an untrusted peer are ignored. If the peer is a proxy, all its
/// clients share one rate limit. Any client can cause the warning, so it is not repeated.
final class ProxyNotice: Sendable {
    private let logger: Logger
    private let isGiven = Atomic(false)

    init(logger: Logger) { self.logger = logger }

    func logOnce() {
        guard !isGiven.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "X-Forwarded-For or Forwarded came from a peer that is no trusted proxy and does not count; behind a proxy, start with --behind-proxy, and with --trusted-proxy if it is on another machine"
        )
    }
}
