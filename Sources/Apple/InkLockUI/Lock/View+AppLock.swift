// SPDX-License-Identifier: MIT
import InkLock
import SwiftUI

extension View {
    /// Locks this view. Apply the modifier to the root view of each window.
    ///
    /// ```swift
    /// WindowGroup { NotesView().appLock(lock) }
    /// ```
    ///
    /// The view is covered from its first appearance until the app unlocks, and whenever the window is inactive: on a
    /// Mac, while another app is in use. The cover is opaque, even in the app switcher. On iPhone and iPad it is above
    /// sheets and alerts. On a Mac it is inside the window, below the title bar and open dialogs, and menu commands
    /// stay available.
    ///
    /// The content still exists below the cover. If it is encrypted with the lock's key, use ``LockedView`` instead.
    ///
    /// Store the lock for as long as the app runs. A new lock discards the state of this view.
    public func appLock(_ lock: AppLock, options: LockOptions = LockOptions()) -> some View {
        modifier(AppLockModifier(lock, options))
    }

    /// Performs an action for each opened URL as soon as the content may be seen: immediately, or after unlocking.
    ///
    /// Apply the modifier to a view that exists while the app is locked, that is, outside a ``LockedView``.
    public func onOpenURL(after lock: AppLock, perform action: @escaping @MainActor (URL) -> Void) -> some View {
        onOpenURL { url in lock.whenOpen { Task { @MainActor in action(url) } } }
    }
}

struct AppLockModifier: ViewModifier {
    private let lock: AppLock
    private let options: LockOptions

    init(_ lock: AppLock, _ options: LockOptions) {
        self.lock = lock
        self.options = options
    }

    func body(content: Content) -> some View {
        LockWindowView(lock, options) { _ in content }.id(ObjectIdentifier(lock))
    }
}

extension EnvironmentValues {
    /// The lock of this content, or `nil` if there is none. Use it to lock the app or to change its unlock methods.
    ///
    /// The lock is not observable: a view that reads a property of it in its `body` is not updated when the property
    /// changes. Read ``lockSnapshot`` there instead.
    public var appLock: AppLock? {
        get { self[AppLockKey.self] }
        set { self[AppLockKey.self] = newValue }
    }

    /// The state of this content's lock, or `nil` if there is none. Views that read it are updated when it changes.
    public var lockSnapshot: LockSnapshot? {
        get { self[LockSnapshotKey.self] }
        set { self[LockSnapshotKey.self] = newValue }
    }
}

private struct LockSnapshotKey: EnvironmentKey {
    static var defaultValue: LockSnapshot? { nil }
}

private struct AppLockKey: EnvironmentKey {
    static var defaultValue: AppLock? { nil }
}
