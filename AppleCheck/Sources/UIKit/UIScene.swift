// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }
    public static nonisolated let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    public static nonisolated let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static nonisolated let didEnterBackgroundNotification = NSNotification.Name(
        "UISceneDidEnterBackgroundNotification")
    public static nonisolated let willEnterForegroundNotification = NSNotification.Name(
        "UISceneWillEnterForegroundNotification")
    public static nonisolated let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    public class ConnectionOptions: NSObject {}
    open var activationState: ActivationState { _state }
    var _state = ActivationState.unattached
}

@MainActor open class UISceneSession: NSObject {}
@MainActor open class UIOpenURLContext: NSObject {
    public let url: URL
    public init(_url: URL) { url = _url }
}
@MainActor public protocol UISceneDelegate: NSObjectProtocol {}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

@MainActor open class UIWindowScene: UIScene {
    private var made: [Weak] = []
    var _keyWindow: UIWindow?
    private struct Weak { weak var window: UIWindow? }

    public override nonisolated init() { super.init() }
    open var windows: [UIWindow] { made.compactMap { $0.window } }
    open var keyWindow: UIWindow? { _keyWindow }
    func _add(_ window: UIWindow) { made.append(Weak(window: window)) }

    /// The visible texts of each snapshot that the system took for the app switcher.
    public private(set) var _snapshots: [[String]] = []

    /// The visible texts on the screen, from the highest window down to the first that hides the windows below it.
    public var _picture: [String] {
        var words: [String] = []
        for window in windows.enumerated().filter({ !$1.isHidden }).sorted(by: {
            ($0.element.windowLevel.rawValue, $0.offset) > ($1.element.windowLevel.rawValue, $1.offset)
        }) {
            words += window.element._words
            if window.element._hidesWhatIsBelow { break }
        }
        return words
    }

    /// Moves the scene to a state through the same transitions and notifications as the system. The app switcher shows
    /// the scene while it is inactive, and the system takes a snapshot as soon as it is in the background.
    public func _become(_ state: ActivationState) {
        func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
        if _state == .foregroundActive, state != .foregroundActive {
            post(Self.willDeactivateNotification)
            _state = .foregroundInactive
            _snapshots.append(_picture)
        }
        if state == .background, _state != .background {
            _state = .background
            post(Self.didEnterBackgroundNotification)
            _snapshots.append(_picture)
        }
        if _state == .background || _state == .unattached, state == .foregroundActive || state == .foregroundInactive {
            post(Self.willEnterForegroundNotification)
            _state = .foregroundInactive
            _snapshots.append(_picture)
        }
        if state == .foregroundActive, _state != .foregroundActive {
            _state = .foregroundActive
            post(Self.didActivateNotification)
        }
    }

    public func _disconnect() {
        _state = .unattached
        NotificationCenter.default.post(name: Self.didDisconnectNotification, object: self)
    }
}

@MainActor open class UIApplication: UIResponder {
    public static nonisolated let protectedDataWillBecomeUnavailableNotification = NSNotification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    public static nonisolated let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
}
