// SPDX-License-Identifier: MIT
import Foundation
import ServiceLifecycle
import UnixSignals

/// Calls a closure for each SIGHUP while the server runs.
struct ReloadSignal: Service {
    let onSignal: @Sendable () -> Void

    /// Keeps a SIGHUP that comes while the server starts from ending the process. Such a signal has no effect: the
    /// settings have just been read.
    static func prepare() { signal(SIGHUP, SIG_IGN) }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) { onSignal() }
        }
    }
}
