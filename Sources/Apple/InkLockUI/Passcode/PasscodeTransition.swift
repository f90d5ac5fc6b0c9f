// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import UIKit

    /// The animation of a passcode screen. On presentation, the background blurs while the keys fade in. After a
    /// correct passcode, the screen shrinks slightly as it fades out.
    final class PasscodeTransition: NSObject, UIViewControllerTransitioningDelegate,
        UIViewControllerAnimatedTransitioning
    {
        /// A Boolean value that indicates whether the screen is dismissed after a correct passcode.
        var isPassed = false
        /// A Boolean value that indicates whether the screen is being presented. The screen below may be of the same
        /// kind.
        private var isComing = true

        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            isComing = true
            return self
        }

        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            isComing = false
            return self
        }

        private var motion: PasscodeMotion { UIAccessibility.isReduceMotionEnabled ? .reduced : .standard }

        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
            motion.screenSeconds
        }

        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            let isComing = isComing
            guard let screen = context.viewController(forKey: isComing ? .to : .from) as? any PasscodePresentable else {
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
                // A blur view must not be transparent itself. Animate its effect instead.
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

    /// A screen that ``PasscodeTransition`` can present and dismiss.
    @MainActor protocol PasscodePresentable: UIViewController {
        /// The view with the keys and everything else on the background.
        var content: UIView { get }
        /// Shows or hides the background. Called within an animation block.
        func showBackdrop(_ isShown: Bool)
    }
#endif
