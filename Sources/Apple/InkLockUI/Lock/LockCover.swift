// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkLock
    import LockFlow
    import UIKit

    /// A cover over a scene while the app is locked or inactive. It is a window of its own above all others, including
    /// sheets and alerts.
    ///
    /// ```swift
    /// cover = LockCover(over: scene, lock: lock)
    /// ```
    ///
    /// Create a cover for each scene when it connects, and keep it as long as the scene. In SwiftUI, use `appLock`
    /// instead.
    @MainActor public final class LockCover {
        /// The appearance of the cover. Changes apply immediately.
        public var options: LockOptions {
            didSet { (overlay.rootViewController as? LockCoverController)?.show(options) }
        }
        private let window: LockWindow
        /// The covered scene, or `nil` after ``remove()``.
        private(set) weak var scene: UIWindowScene?
        private var watch: SceneObserver?
        /// The cover's window. It is created once in advance, because the system does not wait for a new window before
        /// it takes the app switcher's snapshot.
        private let overlay: LockCoverWindow
        /// The windows below, which are hidden from VoiceOver while the cover is up.
        private var hiddenFromVoiceOver: [WeakWindow] = []

        /// Creates a cover.
        /// - Parameters:
        ///   - scene: The scene to cover. It is covered immediately, before the vault is read.
        ///   - lock: The app's lock.
        ///   - options: The appearance of the cover.
        public convenience init(
            over scene: UIWindowScene, lock: AppLock, options: LockOptions = LockOptions()
        ) { self.init(over: scene, window: LockWindow(lock), options: options) }

        init(over scene: UIWindowScene, window: LockWindow, options: LockOptions) {
            self.scene = scene
            self.window = window
            self.options = options
            overlay = LockCoverWindow(windowScene: scene)
            overlay.windowLevel = .alert + 1
            overlay.accessibilityViewIsModal = true
            overlay.rootViewController = LockCoverController(window: window, options: options)
            window.onChange = { [weak self] in self?.update() }
            watch = SceneObserver(scene) { [weak self] event in self?.follow(event) }
            window.scenePhaseChanged(WindowPhase(scene.activationState))
        }

        /// A Boolean value that indicates whether the content is hidden.
        public var isCovered: Bool { !overlay.isHidden }

        /// Removes the cover permanently. Called automatically when the scene disconnects.
        public func remove() {
            watch = nil
            window.onChange = nil
            window.close()
            uncover()
            overlay.rootViewController = nil
            scene = nil
        }

        private func follow(_ event: SceneObserver.Event) {
            switch event {
            case .phase(let phase): window.scenePhaseChanged(phase)
            case .disconnected: remove()
            case .deviceLocked: window.deviceLocked()
            case .dataAvailable: window.dataBecameAvailable()
            case .windowAppeared: if isCovered { silenceOthers() }
            case .keyWindowChanged: if isCovered { takeKeysBack() }
            }
        }

        /// Shows or hides the cover to match the lock, before the next frame.
        private func update() {
            guard window.isCovered else { return uncover() }
            if !isCovered { cover() }
            silenceOthers()
        }

        /// Hides the scene's windows from VoiceOver, except those above the cover, such as the system's keyboard.
        private func silenceOthers() {
            for other in scene?.windows ?? []
            where !(other is LockCoverWindow) && other.windowLevel.rawValue <= overlay.windowLevel.rawValue {
                silence(other)
            }
        }

        private func cover() {
            rememberKeyWindow()
            // The content would show through a fade.
            UIView.performWithoutAnimation {
                overlay.makeKeyAndVisible()
                overlay.layoutIfNeeded()
            }
            UIAccessibility.post(notification: .screenChanged, argument: overlay)
        }

        private func takeKeysBack() {
            rememberKeyWindow()
            overlay.makeKey()
            update()
        }

        private func rememberKeyWindow() {
            let key = scene?.keyWindow
            overlay.formerKeyWindow = if let other = key as? LockCoverWindow { other.formerKeyWindow } else { key }
        }

        private func silence(_ other: UIWindow) {
            other.endEditing(true)
            guard !other.accessibilityElementsHidden else { return }
            other.accessibilityElementsHidden = true
            hiddenFromVoiceOver.append(WeakWindow(window: other))
        }

        private func uncover() {
            guard isCovered else { return }
            for other in hiddenFromVoiceOver { other.window?.accessibilityElementsHidden = false }
            hiddenFromVoiceOver = []
            UIView.performWithoutAnimation { overlay.isHidden = true }
            // The app may have hidden the window meanwhile. A hidden one would keep the keys from the others.
            if let former = overlay.formerKeyWindow, !former.isHidden { former.makeKey() }
        }

        private struct WeakWindow {
            weak var window: UIWindow?
        }
    }

    /// The window of a cover. A cover does not take the key status from another cover of its scene, and does not hide
    /// it from VoiceOver.
    final class LockCoverWindow: UIWindow {
        /// The app's window that was key before the cover.
        weak var formerKeyWindow: UIWindow? {
            didSet { (rootViewController as? LockCoverController)?.appWindow = formerKeyWindow }
        }
    }
#endif
