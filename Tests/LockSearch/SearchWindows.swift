// SPDX-License-Identifier: MIT
import LockFlow

/// A window as the host sees it.
struct SearchWindow: Hashable, Sendable {
    /// The phase; `nil` if the window is closed.
    var phase: WindowPhase?
    var isUncovered = false
}

/// The two windows of a search.
struct SearchWindows: Hashable, Sendable {
    private var first = SearchWindow()
    private var second = SearchWindow()

    subscript(id: WindowID) -> SearchWindow {
        get { id == SearchEvent.windows[0] ? first : second }
        set { if id == SearchEvent.windows[0] { first = newValue } else { second = newValue } }
    }

    func contains(where isFound: (SearchWindow) -> Bool) -> Bool { isFound(first) || isFound(second) }
}
