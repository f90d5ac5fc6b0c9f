// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public struct UITransitionContextViewControllerKey: Hashable, Sendable {
    let _name: String
    public static let from = Self(_name: "from")
    public static let to = Self(_name: "to")
}
public struct UITransitionContextViewKey: Hashable, Sendable {
    let _name: String
    public static let from = Self(_name: "from")
    public static let to = Self(_name: "to")
}

@MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    var containerView: UIView { get }
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    func finalFrame(for controller: UIViewController) -> CGRect
    var transitionWasCancelled: Bool { get }
    func completeTransition(_ didComplete: Bool)
}
@MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    func animateTransition(using context: any UIViewControllerContextTransitioning)
}
@MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
}

/// A transition for tests.
@MainActor public final class _Transition: NSObject, UIViewControllerContextTransitioning {
    public let containerView = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    private let from: UIViewController
    private let to: UIViewController
    public private(set) var _isComplete: Bool?
    public init(_from: UIViewController, to: UIViewController) {
        from = _from
        self.to = to
        super.init()
    }
    public func view(forKey key: UITransitionContextViewKey) -> UIView? { key == .to ? to.view : from.view }
    public func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .to ? to : from
    }
    public func finalFrame(for controller: UIViewController) -> CGRect { containerView.bounds }
    public var transitionWasCancelled: Bool { false }
    public func completeTransition(_ didComplete: Bool) { _isComplete = didComplete }
}
