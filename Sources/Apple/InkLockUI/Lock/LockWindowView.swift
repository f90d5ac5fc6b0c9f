// SPDX-License-Identifier: MIT
import InkLock
import SwiftUI

/// Content below a cover, with the window that reports to the lock. The lock is the identity of the view: another lock
/// needs another window.
struct LockWindowView<Content: View>: View {
    private let options: LockOptions
    private let content: (LockWindow) -> Content
    @State private var window: LockWindow

    init(_ lock: AppLock, _ options: LockOptions, @ViewBuilder content: @escaping (LockWindow) -> Content) {
        self.options = options
        self.content = content
        _window = State(initialValue: LockWindow(lock))
    }

    var body: some View { LockLayers(window: window, options: options, content: content(window)) }
}
