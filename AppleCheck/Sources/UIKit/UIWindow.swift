// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UIWindow: UIView {
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let alert = Level(rawValue: 2000)
        public static func + (level: Level, value: CGFloat) -> Level { Level(rawValue: level.rawValue + value) }
    }
    public static nonisolated let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    public static nonisolated let didBecomeVisibleNotification = NSNotification.Name(
        "UIWindowDidBecomeVisibleNotification")

    public init(windowScene: UIWindowScene) {
        self.windowScene = windowScene
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        isHidden = true
        windowScene._add(self)
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    open weak var windowScene: UIWindowScene?
    open override var window: UIWindow? { self }
    open var windowLevel: Level = .normal
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.viewIfLoaded?.removeFromSuperview()
            if !isHidden { _showRoot() }
        }
    }
    open override var isHidden: Bool {
        didSet {
            if isHidden, windowScene?.keyWindow === self { windowScene?._keyWindow = nil }
            if oldValue, !isHidden {
                NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
            }
        }
    }
    public private(set) var _isKey = false
    open var isKeyWindow: Bool { windowScene.map { $0.keyWindow === self } ?? _isKey }
    open func makeKey() {
        _isKey = true
        windowScene?._keyWindow = self
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }
    open func makeKeyAndVisible() {
        isHidden = false
        _showRoot()
        makeKey()
    }
    private func _showRoot() {
        guard let rootViewController, rootViewController.view.superview !== self else { return }
        addSubview(rootViewController.view)
        rootViewController.viewWillAppear(false)
        rootViewController.viewDidAppear(false)
    }
    /// The visible texts of the root view controller and of the controllers that it presents.
    var _words: [String] { rootViewController?._allWords ?? [] }
    /// A Boolean value that indicates whether the window hides those below it.
    var _hidesWhatIsBelow: Bool {
        alpha == 1 && rootViewController?.view.backgroundColor?.cgColor.alpha == 1
            && rootViewController?.view.alpha == 1
    }
}
