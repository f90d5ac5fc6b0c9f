// SPDX-License-Identifier: MIT
import InkLock
import SwiftUI

extension View {
    /// Puts a lock before an app's content, for the root of each window.
    ///
    /// ```swift
    /// WindowGroup { NotesView().appLock(lock) }
    /// ```
    ///
    /// Covered at birth, as soon as the window is not in use any more, and until the owner is let in. The cover is opaque, also
    /// in the app switcher, and on iPhone and iPad above sheets and alerts. The content stays as it is below: where it is
    /// stored under the lock's key, use ``LockedView``.
    public func appLock(_ lock: AppLockLoader, options: LockOptions = LockOptions()) -> some View {
        modifier(AppLockModifier(lock, options))
    }

    /// Puts a lock that is there already before an app's content.
    public func appLock(_ lock: AppLock, options: LockOptions = LockOptions()) -> some View {
        appLock(AppLockLoader(lock), options: options)
    }

    /// Takes links, and hands them over as soon as the content may be seen: at once, or after unlocking.
    ///
    /// Attach it to a view that is there while the app is locked: outside of a ``LockedView``.
    public func onOpenURL(after lock: AppLockLoader, perform action: @escaping @MainActor (URL) -> Void) -> some View {
        onOpenURL { url in lock.whenOpen { action(url) } }
    }
}

struct AppLockModifier: ViewModifier {
    private let options: LockOptions
    @State private var window: LockWindow

    init(_ loader: AppLockLoader, _ options: LockOptions) {
        self.options = options
        _window = State(initialValue: LockWindow(loader))
    }

    func body(content: Content) -> some View { LockLayers(window: window, options: options, content: content) }
}

extension EnvironmentValues {
    /// The lock before this content, to lock now or to change the ways in; `nil` where there is none.
    public var appLock: AppLock? {
        get { self[AppLockKey.self] }
        set { self[AppLockKey.self] = newValue }
    }
}

private struct AppLockKey: EnvironmentKey {
    static var defaultValue: AppLock? { nil }
}
