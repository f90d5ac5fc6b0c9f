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
/// The content is created when the app unlocks, covered when the window becomes inactive, and removed with the key.
/// When `AppLock.renewDataKey(passcode:kind:)` replaces the key, the content is created again, without its state. If no
/// lock is set up, the content is created without a key. The cover is the same as that of `appLock`.
///
/// Store the lock for as long as the app runs. A new lock discards the content and its state.
public struct LockedView<Content: View>: View {
    private let lock: AppLock
    private let options: LockOptions
    private let content: (DataKey?) -> Content

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
        self.lock = lock
        self.options = options
        self.content = content
    }

    public var body: some View {
        LockWindowView(lock, options) { window in
            if case .open(let key) = window.access { content(key).id(window.keyChanges) }
        }
        .id(ObjectIdentifier(lock))
    }
}
