// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case custom = 4
    case overFullScreen = 5
}
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let portrait = Self(rawValue: 2)
    public static let allButUpsideDown = Self(rawValue: 26)
}
public enum UIStatusBarStyle: Int, Sendable {
    case `default`, lightContent
    case darkContent = 3
}

@MainActor open class UIViewController: UIResponder, UITraitEnvironment, UITraitChangeObservable {
    public init(nibName: String?, bundle: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    private var loaded: UIView?
    open var view: UIView! {
        get {
            if loaded == nil {
                loadView()
                viewDidLoad()
            }
            return loaded
        }
        set { loaded = newValue }
    }
    open var isViewLoaded: Bool { loaded != nil }
    open var viewIfLoaded: UIView? { loaded }
    /// The visible texts of the controller.
    open var _words: [String] { [] }
    var _allWords: [String] {
        (covered == nil ? _words + children.flatMap { $0._allWords } : []) + (presentedViewController?._allWords ?? [])
    }
    open func loadView() { loaded = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844)) }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewDidLayoutSubviews() {}

    open var title: String?
    public let navigationItem = UINavigationItem()
    open var toolbarItems: [UIBarButtonItem]?
    open var modalPresentationStyle: UIModalPresentationStyle = .pageSheet
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    open var isModalInPresentation = false
    open var modalPresentationCapturesStatusBarAppearance = false
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var prefersStatusBarHidden: Bool { false }
    open var childForStatusBarHidden: UIViewController? { nil }
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// The orientations at the last update.
    public private(set) var _orientations: UIInterfaceOrientationMask?
    open func setNeedsUpdateOfSupportedInterfaceOrientations() { _orientations = supportedInterfaceOrientations }
    open func setNeedsStatusBarAppearanceUpdate() {}
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    open var traitCollection: UITraitCollection { UITraitCollection() }

    public fileprivate(set) var children: [UIViewController] = []
    public fileprivate(set) weak var parent: UIViewController?
    open func addChild(_ child: UIViewController) {
        children.append(child)
        child.parent = self
    }
    open func didMove(toParent parent: UIViewController?) {}
    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }

    public private(set) var presentedViewController: UIViewController?
    private weak var presenter: UIViewController?
    /// The presenter of this controller or of its nearest ancestor that was presented.
    public var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }
    /// The place of the view while a full-screen presentation has removed it.
    private weak var covered: UIView?
    open func present(_ other: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = other
        other.presenter = self
        _ = other.view
        other.viewWillAppear(animated)
        other.viewDidAppear(animated)
        if other.modalPresentationStyle == .fullScreen {
            covered = view.superview
            viewWillDisappear(animated)
            view.removeFromSuperview()
            viewDidDisappear(animated)
        }
        completion?()
    }
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        let gone = presentedViewController ?? self
        gone.viewWillDisappear(animated)
        gone.presenter?.uncover(animated)
        gone.presenter?.presentedViewController = nil
        gone.presenter = nil
        gone.viewDidDisappear(animated)
        completion?()
    }
    private func uncover(_ animated: Bool) {
        guard let place = covered else { return }
        covered = nil
        viewWillAppear(animated)
        place.addSubview(view)
        viewDidAppear(animated)
    }
}

@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var viewControllers: [UIViewController] { children }
    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        children.last?.viewWillDisappear(animated)
        addChild(controller)
        controller.viewWillAppear(animated)
    }
    @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let gone = children.last else { return nil }
        gone.viewWillDisappear(animated)
        children.removeLast()
        gone.parent = nil
        children.last?.viewWillAppear(animated)
        return gone
    }
    public private(set) var isToolbarHidden = true
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }
    open override func viewWillAppear(_ animated: Bool) { for child in children { child.viewWillAppear(animated) } }
    open override func viewWillDisappear(_ animated: Bool) {
        for child in children { child.viewWillDisappear(animated) }
    }
}
