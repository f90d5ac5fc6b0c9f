// SPDX-License-Identifier: MIT
import Synchronization

/// A notice, given once, that the server listens at the site's address and, if monitors have a separate place, there as
/// well.
final class ListeningNotice: Sendable {
    private struct State {
        var address: String?
        var awaitsMonitors: Bool
    }

    private let state: Mutex<State>
    private let onListening: @Sendable (String) -> Void

    /// - Parameter onListening: A closure that is called once, with the site's address.
    init(awaitsMonitors: Bool, onListening: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(awaitsMonitors: awaitsMonitors))
        self.onListening = onListening
    }

    func siteListens(at address: String) { change { $0.address = address } }

    func monitorsListen() { change { $0.awaitsMonitors = false } }

    private func change(_ body: @Sendable (inout State) -> Void) {
        let address: String? = state.withLock { state in
            body(&state)
            return state.awaitsMonitors ? nil : state.address
        }
        if let address { onListening(address) }
    }
}
