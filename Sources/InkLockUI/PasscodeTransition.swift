// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import UIKit

    /// How a passcode screen comes and goes: what is behind blurs while the keys fade in; after the right passcode the screen
    /// shrinks a little as it fades.
    final class PasscodeTransition: NSObject, UIViewControllerTransitioningDelegate,
        UIViewControllerAnimatedTransitioning
    {
        /// Whether the screen goes because it was passed.
        var isPassed = false

        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { self }

        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { self }

        private var motion: PasscodeMotion { UIAccessibility.isReduceMotionEnabled ? .reduced : .standard }

        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
            motion.screenSeconds
        }

        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            let shown = context.viewController(forKey: .to) as? any PasscodePresented
            let isComing = shown != nil
            guard let screen = shown ?? context.viewController(forKey: .from) as? any PasscodePresented else {
                return context.completeTransition(!context.transitionWasCancelled)
            }
            let view: UIView = screen.view
            if isComing {
                view.frame = context.finalFrame(for: screen)
                context.containerView.addSubview(view)
                screen.showBackdrop(false)
                screen.content.alpha = 0
            }
            let scale = isPassed ? motion.leavingScale : 1
            UIView.animate(
                withDuration: motion.screenSeconds, delay: 0, options: [.curveEaseOut, .beginFromCurrentState]
            ) {
                // A view that blurs must stay opaque itself: its effect comes and goes instead.
                screen.showBackdrop(isComing)
                screen.content.alpha = isComing ? 1 : 0
                if !isComing {
                    screen.content.transform = CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale))
                }
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
    }

    /// A screen that ``PasscodeTransition`` can bring and take away.
    @MainActor protocol PasscodePresented: UIViewController {
        /// The keys and all that stands on the backdrop.
        var content: UIView { get }
        /// Shows or removes what hides the app's content; called within an animation.
        func showBackdrop(_ isShown: Bool)
    }
#endif
