// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import SwiftUI
    import UIKit

    /// The base class of ``PasscodeViewController`` and ``PasscodeSettingsViewController``. It hosts a SwiftUI screen
    /// on a background, and presents and dismisses it with an animation.
    public class PasscodeHostController: UIViewController, PasscodePresentable {
        let options: PasscodeOptions
        private let transition = PasscodeTransition()
        private lazy var backdrop = PasscodeBackdrop(style: options.style)
        private var host: UIViewController?

        init(options: PasscodeOptions) {
            self.options = options
            super.init(nibName: nil, bundle: nil)
            // Keep the content behind a translucent screen, and let only the screen's own buttons dismiss it.
            modalPresentationStyle = .overFullScreen
            transitioningDelegate = transition
            isModalInPresentation = true
        }

        @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("not in storyboards") }

        /// Returns the screen without a background.
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

        /// Dismisses the screen, with the animation for success if `isPassed` is true.
        func close(isPassed: Bool, completion: @escaping () -> Void) {
            transition.isPassed = isPassed
            dismissWithPresented(completion: completion)
        }
    }

    extension UIViewController {
        /// Dismisses this screen and what it has presented. `dismiss` alone dismisses only what it has presented.
        func dismissWithPresented(completion: @escaping () -> Void) {
            (presentingViewController ?? self).dismiss(animated: true, completion: completion)
        }
    }

    /// A UIKit view as a title view.
    struct TitleView: UIViewRepresentable {
        let view: UIView

        func makeUIView(context: Context) -> UIView { view }

        func updateUIView(_ uiView: UIView, context: Context) {}
    }

    extension PasscodeOptions {
        /// Sets a UIKit view, usually the app's icon, as the view above the title.
        @MainActor public mutating func setTitleView(_ view: UIView) { titleView = AnyView(TitleView(view: view)) }
    }
#endif
