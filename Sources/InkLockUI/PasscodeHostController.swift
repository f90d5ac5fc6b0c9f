// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import SwiftUI
    import UIKit

    /// What ``PasscodeViewController`` and ``PasscodeSettingsViewController`` share: a backdrop, SwiftUI's screen on it, and
    /// the way both come and go.
    public class PasscodeHostController: UIViewController, PasscodePresented {
        let options: PasscodeOptions
        private let transition = PasscodeTransition()
        private lazy var backdrop = PasscodeBackdrop(style: options.style)
        private var host: UIViewController?

        init(options: PasscodeOptions) {
            self.options = options
            super.init(nibName: nil, bundle: nil)
            // The content stays behind a translucent screen, and nothing but the screen's own buttons takes it away.
            modalPresentationStyle = .overFullScreen
            transitioningDelegate = transition
            isModalInPresentation = true
        }

        @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("not in storyboards") }

        /// The screen, without a backdrop of its own.
        func makeScreen() -> UIViewController { UIViewController(nibName: nil, bundle: nil) }

        public override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .clear
            view.accessibilityViewIsModal = true
            let host = makeScreen()
            self.host = host
            addChild(host)
            host.view.backgroundColor = .clear
            for part in [backdrop, host.view as UIView] {
                part.frame = view.bounds
                part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                view.addSubview(part)
            }
            host.didMove(toParent: self)
            backdrop.show(true)
        }

        public override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            UIAccessibility.post(notification: .screenChanged, argument: host?.view)
        }

        var content: UIView { host?.view ?? view }

        func showBackdrop(_ isShown: Bool) { backdrop.show(isShown) }

        /// Closes the screen, with the look of having been passed or not.
        func close(isPassed: Bool, completion: @escaping () -> Void) {
            transition.isPassed = isPassed
            dismiss(animated: true, completion: completion)
        }
    }

    /// A view of UIKit's among SwiftUI's, as a title view.
    struct TitleView: UIViewRepresentable {
        let view: UIView

        func makeUIView(context: Context) -> UIView { view }

        func updateUIView(_ uiView: UIView, context: Context) {}
    }

    extension PasscodeOptions {
        /// Puts a view of UIKit's above the title, the app's icon as a rule.
        @MainActor public mutating func setTitleView(_ view: UIView) { titleView = AnyView(TitleView(view: view)) }
    }
#endif
