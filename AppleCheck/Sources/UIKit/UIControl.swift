// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor public final class UIAction: NSObject {
    public let title: String
    public let image: UIImage?
    private let handler: (UIAction) -> Void
    public init(title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void) {
        self.title = title
        self.image = image
        self.handler = handler
        super.init()
    }
    func _perform() { handler(self) }
}

@MainActor open class UIControl: UIView {
    open var isEnabled = true
    public private(set) var _actions: [UIAction] = []
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 64)
        public static let primaryActionTriggered = Event(rawValue: 8192)
    }
    open func addAction(_ action: UIAction, for events: Event) { _actions.append(action) }
    public func _tap() { if isEnabled { for action in _actions { action._perform() } } }
}

@MainActor open class UIButton: UIControl {
    public struct Configuration: Sendable {
        public var title: String?
        public var image: UIImage?
        public static func plain() -> Configuration { Configuration() }
        public static func bordered() -> Configuration { Configuration() }
        public static func borderedProminent() -> Configuration { Configuration() }
    }
    open var configuration: Configuration?
    public init(configuration: Configuration, primaryAction: UIAction?) {
        self.configuration = configuration
        super.init(frame: .zero)
        if let primaryAction {
            accessibilityLabel = primaryAction.title
            addAction(primaryAction, for: .primaryActionTriggered)
        }
    }
    public required init?(coder: NSCoder) { nil }
}

@MainActor open class UIBarItem: NSObject { open var isEnabled = true }
@MainActor open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case done, cancel
        case flexibleSpace = 5
        case undo = 21
        case redo = 22
    }
    open var primaryAction: UIAction?
    open var accessibilityLabel: String?
    public let _item: SystemItem?
    public init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        _item = systemItem
        self.primaryAction = primaryAction
    }
    public init(primaryAction: UIAction?) {
        _item = nil
        self.primaryAction = primaryAction
    }
    public func _tap() { if isEnabled { primaryAction?._perform() } }
}

@MainActor public final class UINavigationItem: NSObject {
    public var title: String?
    public var prompt: String?
    public var leftBarButtonItem: UIBarButtonItem?
    public var rightBarButtonItem: UIBarButtonItem?
}
