// SPDX-License-Identifier: MIT
import InkLock
import LockVault
import SwiftUI

/// Content that is there only while there is a key for it: for apps that store what they show under the lock's key.
///
/// ```swift
/// LockedView(lock) { key in
///     if let key { NotesView(key) } else { WelcomeView() }
/// }
/// ```
///
/// It is built when the owner comes in, covered when the window is left, and gone with the key. Where no lock is set up it is
/// built with no key. What covers it is what covers an app with `appLock`.
public struct LockedView<Content: View>: View {
    private let options: LockOptions
    private let content: (DataKey?) -> Content
    @State private var window: LockWindow

    /// - Parameters:
    ///   - lock: the app's one lock.
    ///   - options: what the cover looks like.
    ///   - content: what to show, given the key of the vault, which is overwritten when the app locks; `nil` where no lock is
    ///     set up.
    public init(
        _ lock: AppLockLoader, options: LockOptions = LockOptions(),
        @ViewBuilder content: @escaping (DataKey?) -> Content
    ) {
        self.options = options
        self.content = content
        _window = State(initialValue: LockWindow(lock))
    }

    /// A lock that is there already.
    public init(
        _ lock: AppLock, options: LockOptions = LockOptions(), @ViewBuilder content: @escaping (DataKey?) -> Content
    ) {
        self.init(AppLockLoader(lock), options: options, content: content)
    }

    public var body: some View { LockLayers(window: window, options: options, content: opened) }

    @ViewBuilder private var opened: some View {
        if case .open(let key) = window.access { content(key) }
    }
}
