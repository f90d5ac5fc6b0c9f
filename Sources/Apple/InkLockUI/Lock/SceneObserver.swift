// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import LockFlow
    import UIKit

    /// An observer of a scene and of the device. It delivers events synchronously, because the system takes the app
    /// switcher's snapshot soon after posting them.
    final class SceneObserver {
        enum Event: Hashable {
            case phase(WindowPhase)
            case disconnected
            case deviceLocked
            case dataAvailable
            /// A window of the scene that is not a cover became visible.
            case windowAppeared
            /// A window of the scene that is not a cover became the key window.
            case keyWindowChanged
        }

        private let observers: [any NSObjectProtocol]

        @MainActor init(_ scene: UIWindowScene, onEvent: @escaping @MainActor (Event) -> Void) {
            let center = NotificationCenter.default
            // Without a queue, the observer runs before `post` returns.
            func on(_ name: Notification.Name, of object: AnyObject?, _ event: Event) -> any NSObjectProtocol {
                center.addObserver(forName: name, object: object, queue: nil) { _ in
                    MainActor.assumeIsolated { onEvent(event) }
                }
            }
            func onWindow(_ name: Notification.Name, _ event: Event) -> any NSObjectProtocol {
                center.addObserver(forName: name, object: nil, queue: nil) { [weak scene] notification in
                    let window = notification.object as? UIWindow
                    guard !(window is LockCoverWindow) else { return }
                    MainActor.assumeIsolated {
                        guard let window, let scene, window.windowScene === scene else { return }
                        onEvent(event)
                    }
                }
            }
            observers = [
                on(UIScene.willDeactivateNotification, of: scene, .phase(.inactive)),
                on(UIScene.didEnterBackgroundNotification, of: scene, .phase(.background)),
                on(UIScene.willEnterForegroundNotification, of: scene, .phase(.inactive)),
                on(UIScene.didActivateNotification, of: scene, .phase(.active)),
                on(UIScene.didDisconnectNotification, of: scene, .disconnected),
                on(UIApplication.protectedDataWillBecomeUnavailableNotification, of: nil, .deviceLocked),
                on(UIApplication.protectedDataDidBecomeAvailableNotification, of: nil, .dataAvailable),
                onWindow(UIWindow.didBecomeVisibleNotification, .windowAppeared),
                onWindow(UIWindow.didBecomeKeyNotification, .keyWindowChanged),
            ]
        }

        deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    }

    extension WindowPhase {
        /// Creates the window phase for an activation state. Unknown states count as inactive.
        init(_ state: UIScene.ActivationState) {
            self =
                state == .foregroundActive
                ? .active : state == .background || state == .unattached ? .background : .inactive
        }
    }
#endif
