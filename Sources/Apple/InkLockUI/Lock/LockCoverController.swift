// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// The root view controller of a cover's window. Its opaque background is visible before SwiftUI draws the cover on
    /// it.
    final class LockCoverController: UIViewController {
        private let window: LockWindow
        private let host: UIHostingController<LockCoverView>
        private var options: LockOptions

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
