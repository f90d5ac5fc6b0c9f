// SPDX-License-Identifier: MIT
#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import LockFlow

    /// An observer of the app and of the Mac. SwiftUI reports a window in sight as active even while another app is in
    /// use.
    final class AppObserver {
        enum Event: Hashable {
            case phase(WindowPhase)
            case deviceLocked
        }

        private let observers: [(center: NotificationCenter, token: any NSObjectProtocol)]

        @MainActor init(onEvent: @escaping @MainActor (Event) -> Void) {
            let workspace = NSWorkspace.shared.notificationCenter
            func on(
                _ name: Notification.Name, in center: NotificationCenter, _ event: @escaping @MainActor () -> Event
            ) -> (NotificationCenter, any NSObjectProtocol) {
                // Without a queue, the observer runs before `post` returns.
                let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
                    MainActor.assumeIsolated { onEvent(event()) }
                }
                return (center, token)
            }
            observers =
                [
                    NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
                    NSApplication.didHideNotification, NSApplication.didUnhideNotification,
                ].map { on($0, in: .default) { .phase(Self.phase) } }
                + [
                    NSWorkspace.screensDidSleepNotification, NSWorkspace.willSleepNotification,
                    NSWorkspace.sessionDidResignActiveNotification,
                ].map { on($0, in: workspace) { .deviceLocked } }
        }

        deinit { for (center, token) in observers { center.removeObserver(token) } }

        /// The phase of each window that is not minimised.
        @MainActor static var phase: WindowPhase {
            let app = NSApplication.shared
            return app.isHidden ? .background : app.isActive ? .active : .inactive
        }
    }

    extension WindowPhase {
        /// Returns this phase, or the app's if the app is further from being in use.
        func limited(to app: WindowPhase) -> WindowPhase { rawValue < app.rawValue ? app : self }
    }
#endif
