// SPDX-License-Identifier: MIT
import Foundation
import ServiceLifecycle
import UnixSignals

/// Calls a closure for each SIGHUP while the server runs.
struct ReloadSignal: Service {
    private let onSignal: @Sendable () -> Void
    private let signals: UnixSignalsSequence

    /// Ignores SIGHUP while the server starts, so that it does not end the process.
    static func prepare() { signal(SIGHUP, SIG_IGN) }

    /// Creates the service. Later signals are kept until the service runs, so that none is lost after the server is
    /// ready.
    init(onSignal: @escaping @Sendable () -> Void) async {
        self.onSignal = onSignal
        signals = await UnixSignalsSequence(trapping: .sighup)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals { onSignal() }
        }
    }
}
