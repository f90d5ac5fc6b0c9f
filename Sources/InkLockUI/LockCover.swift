// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkLock
    import LockFlow
    import UIKit

    /// Covers a scene while the app is locked or not in use: a window of its own above everything, sheets and alerts included.
    ///
    /// ```swift
    /// cover = LockCover(over: scene, lock: lock)
    /// ```
    ///
    /// Make one for each scene when it connects, and keep it as long as the scene. With SwiftUI, `appLock` does that.
    @MainActor public final class LockCover {
        /// What the cover looks like; may change while it is up.
        public var options: LockOptions {
            didSet { (overlay.rootViewController as? LockCoverController)?.show(options) }
        }
        private let window: LockWindow
        private weak var scene: UIWindowScene?
        private var watch: SceneWatch?
        /// Made once and kept: the system does not wait for one to be made when it takes its picture.
        private let overlay: UIWindow
        private weak var formerKeyWindow: UIWindow?
        /// The windows below, which VoiceOver does not read meanwhile.
        private var silenced: [WeakWindow] = []

        /// - Parameters:
        ///   - scene: covered at once, before the lock is asked.
        ///   - lock: the app's one lock.
        ///   - options: what the cover looks like.
        public convenience init(
            over scene: UIWindowScene, lock: AppLockLoader, options: LockOptions = LockOptions()
        ) { self.init(over: scene, window: LockWindow(lock), options: options) }

        init(over scene: UIWindowScene, window: LockWindow, options: LockOptions) {
            self.scene = scene
            self.window = window
            self.options = options
            overlay = UIWindow(windowScene: scene)
            overlay.windowLevel = .alert + 1
            overlay.accessibilityViewIsModal = true
            overlay.rootViewController = LockCoverController(window: window, options: options)
            window.onChange = { [weak self] in self?.update() }
            watch = SceneWatch(scene) { [weak self] event in self?.follow(event) }
            window.saw(WindowPhase(scene.activationState))
        }

        /// Whether nothing of the content can be seen.
        public var isCovered: Bool { !overlay.isHidden }

        /// Takes the cover away for good, as when the scene is gone; it does so by itself when that disconnects.
        public func remove() {
            watch = nil
            window.onChange = nil
            window.close()
            uncover()
            overlay.rootViewController = nil
        }

        private func follow(_ event: SceneWatch.Event) {
            switch event {
            case .phase(let phase): window.saw(phase)
            case .disconnected: remove()
            case .deviceLocked: window.deviceLocked()
            case .dataAvailable: window.dataBecameAvailable()
            case .keysMoved(let taker): if isCovered && taker != ObjectIdentifier(overlay) { takeKeysBack() }
            }
        }

        /// Brings what is seen in line with the lock, before anybody sees it.
        private func update() {
            guard window.isCovered else { return uncover() }
            if !isCovered { cover() }
            // Windows that came since are no exception.
            for other in scene?.windows ?? [] where other !== overlay { silence(other) }
        }

        private func cover() {
            formerKeyWindow = scene?.keyWindow
            // What fades in would be seen through.
            UIView.performWithoutAnimation {
                overlay.makeKeyAndVisible()
                overlay.layoutIfNeeded()
            }
            UIAccessibility.post(notification: .screenChanged, argument: overlay)
        }

        private func takeKeysBack() {
            formerKeyWindow = scene?.keyWindow
            overlay.makeKey()
            update()
        }

        private func silence(_ other: UIWindow) {
            other.endEditing(true)
            guard !other.accessibilityElementsHidden else { return }
            other.accessibilityElementsHidden = true
            silenced.append(WeakWindow(window: other))
        }

        private func uncover() {
            guard isCovered else { return }
            for other in silenced { other.window?.accessibilityElementsHidden = false }
            silenced = []
            UIView.performWithoutAnimation { overlay.isHidden = true }
            formerKeyWindow?.makeKey()
        }

        private struct WeakWindow {
            weak var window: UIWindow?
        }
    }
#endif
