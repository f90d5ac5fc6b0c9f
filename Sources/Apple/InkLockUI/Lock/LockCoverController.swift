// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// The root view controller of a cover's window. Its opaque background is visible before SwiftUI draws the cover on
    /// it. The app's window below decides the orientations, and whether there are a status bar and a home indicator.
    /// The colour of the status bar is the cover's own, so that it can be read there.
    final class LockCoverController: UIViewController {
        private let window: LockWindow
        private let host: UIHostingController<LockCoverView>
        private var options: LockOptions
        /// The app's window below the cover.
        weak var appWindow: UIWindow? {
            didSet {
                setNeedsStatusBarAppearanceUpdate()
                setNeedsUpdateOfHomeIndicatorAutoHidden()
                setNeedsUpdateOfSupportedInterfaceOrientations()
            }
        }

        init(window: LockWindow, options: LockOptions) {
            self.window = window
            self.options = options
            host = UIHostingController(rootView: LockCoverView(window: window, options: options))
            super.init(nibName: nil, bundle: nil)
        }

        @available(*, unavailable) required init?(coder: NSCoder) { fatalError("not in storyboards") }

        override func viewDidLoad() {
            super.viewDidLoad()
            showGround()
            registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (controller: LockCoverController, _) in
                controller.showGround()
            }
            addChild(host)
            host.view.backgroundColor = .clear
            host.view.frame = view.bounds
            host.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(host.view)
            host.didMove(toParent: self)
        }

        override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
            let filling: Set<UIModalPresentationStyle> = [.fullScreen, .overFullScreen]
            return topmost { filling.contains($0.modalPresentationStyle) }?.supportedInterfaceOrientations
                ?? super.supportedInterfaceOrientations
        }

        override var prefersStatusBarHidden: Bool {
            var decider = topmost {
                $0.modalPresentationStyle == .fullScreen || $0.modalPresentationCapturesStatusBarAppearance
            }
            while let next = decider?.childForStatusBarHidden { decider = next }
            return decider?.prefersStatusBarHidden ?? super.prefersStatusBarHidden
        }

        override var prefersHomeIndicatorAutoHidden: Bool {
            var decider = topmost { $0.modalPresentationStyle == .fullScreen }
            while let next = decider?.childForHomeIndicatorAutoHidden { decider = next }
            return decider?.prefersHomeIndicatorAutoHidden ?? super.prefersHomeIndicatorAutoHidden
        }

        /// Returns the highest controller below the cover among those that take over from the one below them.
        private func topmost(where takesOver: (UIViewController) -> Bool) -> UIViewController? {
            var top = appWindow?.rootViewController
            while let next = top?.presentedViewController, takesOver(next) { top = next }
            return top
        }

        func show(_ options: LockOptions) {
            self.options = options
            host.rootView = LockCoverView(window: window, options: options)
            showGround()
        }

        private func showGround() {
            let theme = options.passcode.style.theme(traitCollection.userInterfaceStyle == .dark ? .dark : .light)
            view.backgroundColor = UIColor(theme.backdrop.opaque)
        }
    }
#endif
