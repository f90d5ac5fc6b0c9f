// SPDX-License-Identifier: MIT
import InkLock
import LockVault
import SwiftUI

/// A view whose content exists only while its key is available, for apps that encrypt the content with the lock's key.
///
/// ```swift
/// LockedView(lock) { key in
///     if let key { NotesView(key) } else { WelcomeView() }
/// }
/// ```
///
/// The content is created when the app unlocks, covered when the window becomes inactive, and removed with the key. If
/// no lock is set up, it is created without a key. The cover is the same as that of `appLock`.
public struct LockedView<Content: View>: View {
    private let options: LockOptions
    private let content: (DataKey?) -> Content
    @State private var window: LockWindow

    /// Creates a locked view.
    /// - Parameters:
    ///   - lock: The app's lock.
    ///   - options: The appearance of the cover.
    ///   - content: A closure that returns the content for the vault's key, or for `nil` if no lock is set up. The key
    ///     is overwritten when the app locks.
    public init(
        _ lock: AppLock, options: LockOptions = LockOptions(),
        @ViewBuilder content: @escaping (DataKey?) -> Content
    ) {
        self.options = options
        self.content = content
        _window = State(initialValue: LockWindow(lock))
    }

    public var body: some View { LockLayers(window: window, options: options, content: opened) }

    @ViewBuilder private var opened: some View {
        if case .open(let key) = window.access { content(key) }
    }
}
