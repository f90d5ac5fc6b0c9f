// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UIScene: UIResponder {
    public static nonisolated let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    public static nonisolated let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static nonisolated let didEnterBackgroundNotification = NSNotification.Name(
        "UISceneDidEnterBackgroundNotification")
    public static nonisolated let willEnterForegroundNotification = NSNotification.Name(
        "UISceneWillEnterForegroundNotification")
}
@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UIWindow: UIView {
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let alert = Level(rawValue: 2000)
        public static func + (level: Level, value: CGFloat) -> Level { Level(rawValue: level.rawValue + value) }
    }
    public init(windowScene: UIWindowScene) {
        self.windowScene = windowScene
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    open weak var windowScene: UIWindowScene?
    open override var window: UIWindow? { self }
    open var windowLevel: Level = .normal
    open var rootViewController: UIViewController?
    public private(set) var _isKey = false
    open func makeKeyAndVisible() {
        _isKey = true
        guard let rootViewController else { return }
        addSubview(rootViewController.view)
        rootViewController.viewWillAppear(false)
        rootViewController.viewDidAppear(false)
    }
}
